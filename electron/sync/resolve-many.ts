import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ConflictSummary, Decided, ResolutionOfMany } from '#shared/desktop/sync.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import type { Resolve } from './resolve.ts';

/**
 * The highest total weight (see `weightOf`) of the conflicts that one transaction resolves. The weight
 * is limited, because messages from the window are handled only between two transactions.
 */
const maxAtOnce = 500;
/**
 * Returns how much time it takes to resolve a conflict, relative to a conflict about fields. A conflict
 * about a drawing takes longer, because the drawing has to be merged.
 */
const weightOf = ({ type }: ConflictSummary): number => (type === 'canvas' ? 50 : 1);

/**
 * Returns the rank of a conflict in the order of resolving. Deleted and missing records come first,
 * ancestors before descendants, because resolving the conflict of an ancestor also resolves those of its
 * descendants.
 */
const rankOf = ({ type, kind }: ConflictSummary): number =>
  type === 'fields' || type === 'canvas' ? recordKinds.length : recordKinds.indexOf(kind);

const inSlices = (conflicts: readonly ConflictSummary[]): ConflictSummary[][] => {
  const slices: ConflictSummary[][] = [];
  let weight = maxAtOnce;
  for (const conflict of conflicts) {
    weight += weightOf(conflict);
    if (weight > maxAtOnce) {
      slices.push([]);
      weight = weightOf(conflict);
    }
    slices.at(-1)?.push(conflict);
  }
  return slices;
};

type Outcome = {
  /** The kinds of record that changed. */
  kinds: RecordKind[];
  steps: Decided;
  /**
   * True if a conflict was about a record that was deleted here, because a reading then has to restore
   * the descendants of the record.
   */
  needsReading: boolean;
};

/**
 * Resolves many conflicts, all for the same side. In the result, `steps` has the number of undo steps in
 * each history.
 */
export const resolveMany = async (
  { list, resolveAll }: Pick<Resolve, 'list' | 'resolveAll'>,
  { conflicts: keys, side }: ResolutionOfMany,
): Promise<Outcome> => {
  const named = new Set(keys.map(({ kind, id }) => `${kind}:${id}`));
  const chosen = list()
    .filter(({ kind, id }) => named.has(`${kind}:${id}`))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const kinds = new Set<RecordKind>();
  const steps = new Map<string, number>();
  for (const slice of inSlices(chosen)) {
    const decided = resolveAll(slice, side);
    for (const kind of decided.kinds) kinds.add(kind);
    for (const scope of decided.scopes) steps.set(scope, (steps.get(scope) ?? 0) + 1);
    await nextTurn();
  }
  return {
    kinds: [...kinds],
    needsReading: chosen.some(({ type }) => type === 'editedThere'),
    steps: [...steps].map(([scope, count]) => ({ scope, steps: count })),
  };
};
