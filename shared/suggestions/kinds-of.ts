import { partKinds, type PartKind } from './drawn-system.ts';
import type { Condition } from './rule-schema.ts';

type Kinds = ReadonlySet<PartKind>;

const all: Kinds = new Set(partKinds);
const flows: Kinds = new Set<PartKind>(['flow']);

/**
 * Returns the kinds of parts for which a condition can be true, so that rules need not be tried on parts
 * of other kinds.
 */
export const kindsOf = (condition: Condition, terms: ReadonlyMap<string, Condition>): Kinds => {
  if ('all' in condition) {
    const each = condition.all.map((inner) => kindsOf(inner, terms));
    return new Set(partKinds.filter((kind) => each.every((kinds) => kinds.has(kind))));
  }
  if ('any' in condition) {
    return new Set(condition.any.flatMap((each) => [...kindsOf(each, terms)]));
  }
  if ('term' in condition) {
    const meant = terms.get(condition.term);
    return meant ? kindsOf(meant, terms) : new Set();
  }
  if ('kind' in condition) return new Set([condition.kind].flat());
  const isOfFlow = ['source', 'target', 'crosses', 'repeated', 'protocol'].some(
    (key) => key in condition,
  );
  return isOfFlow ? flows : all;
};
