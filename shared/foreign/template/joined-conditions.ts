import type { Condition } from '../../suggestions/rule-schema.ts';

type Join = 'all' | 'any';

/**
 * Returns a condition that is true if all or any of these conditions are true. Conditions of the same
 * form become one condition with the same meaning, because a rule can have only a limited number of
 * conditions (`own-rule.ts`).
 */
export const joined = (join: Join, conditions: readonly Condition[]): Condition => {
  const parts = conditions.flatMap((each) => {
    if (join === 'all') return 'all' in each ? each.all : [each];
    return 'any' in each ? each.any : [each];
  });
  const groups = Map.groupBy(parts, (each) => formOf(join, each));
  const merged = [...groups.values()].flatMap((group) => mergedOf(join, group) ?? []);
  const [first] = merged;
  if (merged.length === 1 && first) return first;
  return join === 'all' ? { all: merged } : { any: merged };
};

/**
 * The forms of conditions that can be merged. A flow has one source and one target. A condition with
 * several kinds or attributes is true if any of them is found.
 */
const mergeable: Record<Join, readonly string[]> = {
  all: ['source', 'target', 'not'],
  any: ['source', 'target', 'not', 'kind', 'attribute'],
};

/** Returns the same text for conditions that can be merged or are equal. */
const formOf = (join: Join, each: Condition): string => {
  const [form = ''] = Object.keys(each);
  return mergeable[join].includes(form) ? form : JSON.stringify(each);
};

/** Merges conditions for which `formOf` returns the same text. */
const mergedOf = (join: Join, group: readonly Condition[]): Condition | undefined => {
  const [first] = group;
  if (group.length === 1) return first;
  const sources = group.flatMap((each) => ('source' in each ? [each.source] : []));
  if (sources.length > 0) return { source: joined(join, sources) };
  const targets = group.flatMap((each) => ('target' in each ? [each.target] : []));
  if (targets.length > 0) return { target: joined(join, targets) };
  const negated = group.flatMap((each) => ('not' in each ? [each.not] : []));
  if (negated.length > 0) return { not: joined(join === 'all' ? 'any' : 'all', negated) };
  if (join === 'all') return first;
  const kinds = group.flatMap((each) => ('kind' in each ? each.kind : []));
  if (kinds.length > 0) return { kind: [...new Set(kinds)] };
  const attributes = group.flatMap((each) => ('attribute' in each ? each.attribute : []));
  if (attributes.length > 0) return { attribute: [...new Set(attributes)] };
  return first;
};
