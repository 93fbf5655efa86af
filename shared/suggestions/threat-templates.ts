import { priorities } from '../api/enumerations.ts';
import { loadLibrary } from '../library/load-library.ts';
import type { ThreatTemplate } from './matching-templates.ts';
import type { ListedEntry } from './own-entries.ts';

type CodexThreat = ListedEntry & { id: string };

const nameOf = (title: string): string => title.trim().toLowerCase();

/**
 * Returns the threats of the codex and the library by title, each title once. The codex has the
 * last word on description and priority.
 */
export const threatTemplates = (codex: readonly CodexThreat[]): ThreatTemplate[] => {
  const library = loadLibrary();
  const measures = new Map(library.mitigations.map((each) => [each.id, each]));
  const templates = new Map<string, ThreatTemplate>(
    library.threats.map(({ title, description, priority, categories, references, mitigations }) => [
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
  for (const { id, title, description, priority } of codex) {
    const known = templates.get(nameOf(title));
    const own = description.trim();
    // An entry of the default codex has the description of the library and more below it.
    const isOwn = known ? own !== '' && !own.startsWith(known.description) : true;
    templates.set(nameOf(title), {
      title,
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
