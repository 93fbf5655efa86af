import { priorities } from '../api/enumerations.ts';
import type { KindedEntry } from '../codex/codex-entry.ts';
import { byName, nameOf, titledAsListed } from '../library/entry-names.ts';
import { vocabularyFor } from './default-rules.ts';
import type { RuleSet } from './suggest.ts';

/** An entry of an organization's codex, as the service lists it. */
export type ListedEntry = { title: string; description: string; priority: string | null };
export type OwnCodex = {
  attributes: readonly { title: string }[];
  threats: readonly ListedEntry[];
  mitigations: readonly ListedEntry[];
};

type Worded = { id: string; title: string; names?: readonly string[]; description: string };
type Wordings<Entry> = {
  entries: ReadonlyMap<string, Entry>;
  /**
   * The codex entries that an organization wrote or changed, by the ID of the library entry with the
   * same title.
   */
  own: ReadonlyMap<string, ListedEntry>;
};

/**
 * Returns the library's entries with the titles that they have in the codex. An entry that the
 * organization wrote or changed also gets its description in the codex.
 */
const wordedAs = <Entry extends Worded>(
  entries: ReadonlyMap<string, Entry>,
  listed: readonly ListedEntry[],
  defaults: readonly KindedEntry[],
): Wordings<Entry> => {
  const known = byName(entries.values());
  const defaultOf = new Map(
    defaults.map(({ entry }) => [known.get(nameOf(entry.title))?.id, entry]),
  );
  const own = new Map<string, ListedEntry>();
  for (const each of listed) {
    const id = known.get(nameOf(each.title))?.id;
    if (id === undefined) continue;
    const entry = defaultOf.get(id);
    const isDefault =
      entry?.description.trim() === each.description.trim() &&
      (each.priority === null || each.priority === entry.priority);
    if (!isDefault) own.set(id, each);
  }
  const values = [...entries.values()];
  const titled = titledAsListed(values, listed);
  if (own.size === 0 && titled === values) return { own, entries };
  return {
    own,
    entries: new Map(
      titled.map((entry) => {
        const description = own.get(entry.id)?.description.trim() ?? '';
        return [entry.id, description === '' ? entry : { ...entry, description }];
      }),
    ),
  };
};

/**
 * Returns the rules with the wording of the codex. Entries that the codex has, in any language, get the
 * codex's titles, descriptions, and priorities. `defaults` are the entries of the default library. A
 * comparison with them shows which entries the organization changed.
 */
export const withOwnEntries = (
  rules: RuleSet,
  codex: OwnCodex,
  defaults: readonly KindedEntry[],
): RuleSet => {
  const ofKind = (kind: KindedEntry['kind']) => defaults.filter((each) => each.kind === kind);
  const threats = wordedAs(rules.threats, codex.threats, ofKind('threats'));
  const mitigations = wordedAs(rules.mitigations, codex.mitigations, ofKind('mitigations'));
  const attributes = titledAsListed(rules.attributes, codex.attributes);
  const isSame =
    threats.entries === rules.threats &&
    mitigations.entries === rules.mitigations &&
    attributes === rules.attributes;
  if (isSame) return rules;
  return {
    ...rules,
    rules: rules.rules.map((rule) => {
      const own = threats.own.get(rule.threat)?.priority;
      const priority = priorities.find((each) => each === own);
      return priority ? { ...rule, priority } : rule;
    }),
    threats: threats.entries,
    mitigations: mitigations.entries,
    attributes,
    vocabulary: vocabularyFor({ ...rules, attributes }),
  };
};
