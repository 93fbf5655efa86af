import { priorities } from '../api/enumerations.ts';
import { byName, nameOf, titledAsListed } from '../library/entry-names.ts';
import type { Library } from '../library/load-library.ts';
import type { ThreatTemplate } from './matching-templates.ts';
import type { ListedEntry } from './own-entries.ts';

type CodexThreat = ListedEntry & { id: string };

/**
 * Returns the threats of the codex and the library, sorted by title. A threat that both have, in
 * whatever language, is listed once, with the title, description, and priority of the codex.
 */
export const threatTemplates = (
  codex: { threats: readonly CodexThreat[]; mitigations: readonly { title: string }[] },
  library: Pick<Library, 'threats' | 'mitigations'>,
): ThreatTemplate[] => {
  const measures = new Map(
    titledAsListed(library.mitigations, codex.mitigations).map((each) => [each.id, each]),
  );
  const threats = titledAsListed(library.threats, codex.threats);
  const named = byName(threats);
  const templates = new Map<string, ThreatTemplate>(
    threats.map(({ title, description, priority, categories, references, mitigations }) => [
      nameOf(title),
      {
        title,
        description,
        priority,
        categories,
        references,
        mitigations: mitigations.flatMap((id) => {
          const measure = measures.get(id);
          if (!measure) return [];
          const { title: name, description: text, controls } = measure;
          return [{ title: name, description: text, controls }];
        }),
        entryId: null,
      },
    ]),
  );
  for (const { id, title, description, priority } of codex.threats) {
    const name = nameOf(named.get(nameOf(title))?.title ?? title);
    const known = templates.get(name);
    const own = description.trim();
    // If the description begins with that of the library, the entry came from the default library, and
    // the organization did not write the description.
    const isOwn = known ? own !== '' && !own.startsWith(known.description) : true;
    templates.set(name, {
      title: name === nameOf(title) ? title : (known?.title ?? title),
      description: isOwn ? own : (known?.description ?? ''),
      priority: priorities.find((each) => each === priority) ?? known?.priority ?? 'medium',
      categories: known?.categories ?? [],
      references: known?.references ?? [],
      mitigations: known?.mitigations ?? [],
      entryId: known ? null : id,
    });
  }
  return [...templates.values()].toSorted((one, other) => one.title.localeCompare(other.title));
};
