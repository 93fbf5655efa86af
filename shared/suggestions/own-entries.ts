import { priorities } from '../api/enumerations.ts';
import type { KindedEntry } from '../codex/codex-entry.ts';
import type { RuleSet } from './suggest.ts';

/** An entry of an organization's codex, as it is listed. */
export type ListedEntry = { title: string; description: string; priority: string | null };
export type OwnCodex = { threats: readonly ListedEntry[]; mitigations: readonly ListedEntry[] };

const nameOf = (title: string): string => title.trim().toLowerCase();

type ByName = ReadonlyMap<string, ListedEntry>;

/** Returns the entries that an organization wrote or changed, by name. */
const ownEntries = (
  listed: readonly ListedEntry[],
  defaults: readonly KindedEntry[],
  kind: KindedEntry['kind'],
): ByName => {
  const known = new Map(
    defaults.flatMap((each) =>
      each.kind === kind ? [[nameOf(each.entry.title), each.entry]] : [],
    ),
  );
  const isDefault = ({ title, description, priority }: ListedEntry): boolean => {
    const entry = known.get(nameOf(title));
    if (entry?.description.trim() !== description.trim()) return false;
    return priority === null || priority === entry.priority;
  };
  return new Map(listed.flatMap((each) => (isDefault(each) ? [] : [[nameOf(each.title), each]])));
};

/** Returns an entry with the description of the organization's entry of the same title. */
const reworded = <Entry extends { title: string; description: string }>(
  entries: ReadonlyMap<string, Entry>,
  own: ByName,
): Map<string, Entry> =>
  new Map(
    [...entries].map(([id, entry]) => {
      const description = own.get(nameOf(entry.title))?.description.trim() ?? '';
      return [id, description === '' ? entry : { ...entry, description }];
    }),
  );

/**
 * Returns rules that use the words and priorities of an organization for the threats and mitigations
 * that its codex has under the same title. `defaults` are the entries of the default codex.
 */
export const withOwnEntries = (
  rules: RuleSet,
  codex: OwnCodex,
  defaults: readonly KindedEntry[],
): RuleSet => {
  const ownThreats = ownEntries(codex.threats, defaults, 'threats');
  const ownMitigations = ownEntries(codex.mitigations, defaults, 'mitigations');
  if (ownThreats.size + ownMitigations.size === 0) return rules;
  return {
    ...rules,
    rules: rules.rules.map((rule) => {
      const title = rules.threats.get(rule.threat)?.title ?? '';
      const own = ownThreats.get(nameOf(title))?.priority;
      const priority = priorities.find((each) => each === own);
      return priority ? { ...rule, priority } : rule;
    }),
    threats: reworded(rules.threats, ownThreats),
    mitigations: reworded(rules.mitigations, ownMitigations),
  };
};
