import { nameOf, titlesOf } from '../library/entry-names.ts';
import { vocabularyFor } from './default-rules.ts';
import type { OwnRule } from './own-rule.ts';
import type { RuleSet, SuggestedThreat } from './suggest.ts';

type OwnRules = {
  rules: readonly OwnRule[];
  /** The IDs of default rules that are switched off. */
  disabledRules: readonly string[];
};

/**
 * Returns a rule set with the rules of an organization before those of the library. A threat with the
 * title of a library threat, in any language, counts as the library threat. So it is suggested only
 * once, and it stays dismissed for parts where the library threat was dismissed.
 */
export const withOwnRules = (set: RuleSet, { rules, disabledRules }: OwnRules): RuleSet => {
  if (rules.length === 0 && disabledRules.length === 0) return set;
  const disabled = new Set(disabledRules);
  const idByTitle = new Map(
    [...set.threats].flatMap(([id, threat]) =>
      titlesOf(threat).map((title) => [nameOf(title), id] as const),
    ),
  );
  const threats = new Map<string, SuggestedThreat>(set.threats);
  const mitigations = new Map(set.mitigations);
  const own = rules.flatMap((rule) => {
    const id = `own-${rule.id}`;
    const name = nameOf(rule.threat.title);
    const threatId = idByTitle.get(name) ?? id;
    idByTitle.set(name, threatId);
    const measures = rule.mitigations.map((each, at) => ({ ...each, id: `${id}-${at + 1}` }));
    for (const measure of measures) mitigations.set(measure.id, measure);
    const ids = measures.map((measure) => measure.id);
    // The threats of disabled rules are added too, because the list of dismissed suggestions shows
    // their titles.
    threats.set(id, { ...rule.threat, id: threatId, mitigations: ids });
    return rule.isEnabled ? [{ id, when: rule.when, threat: id, fires: [], silent: [] }] : [];
  });
  const all = [...own, ...set.rules.filter(({ id }) => !disabled.has(id))];
  return {
    ...set,
    rules: all,
    threats,
    mitigations,
    vocabulary: vocabularyFor({ ...set, rules: all }),
  };
};
