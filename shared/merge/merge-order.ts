import { parentsFirst, withoutOrder } from './parents-first.ts';

/**
 * The elements of a merged document (`has`), and the parent of each element in this document
 * (`parentOf`).
 */
export type Membership = {
  has: (id: string) => boolean;
  parentOf: (id: string) => string | undefined;
};

type Orders = {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
  /**
   * Tells if both sides added the element, but differently. Such an element has no base, so it has no
   * position in the order of the base.
   */
  isOwn: (id: string) => boolean;
};

/**
 * Merges the orders of elements, which are the z-order on the canvas. Elements in both merged documents
 * have the same order in both. Otherwise, each merge during an open conflict would find different orders
 * again, and sync would send the document again each time. An element in only one merged document
 * follows its predecessor in `mine` (in `shown`) or in `theirs` (in `sent`).
 *
 * Two nodes can contain each other: one way in `shown`, the other way in `sent`. No single order fits
 * both documents, so such nodes are ordered separately in each.
 */
export const mergeOrders = (
  { base, mine, theirs, isOwn }: Orders,
  shown: Membership,
  sent: Membership,
): { shown: string[]; sent: string[] } => {
  const isInBoth = (id: string): boolean => shown.has(id) && sent.has(id) && !isOwn(id);
  const merged = mergeCommon(base, mine.filter(isInBoth), theirs.filter(isInBoth));
  const apart = contested(merged, isInBoth, [shown, sent]);
  const isCommon = (id: string): boolean => isInBoth(id) && !apart.has(id);
  const common = parentsFirst(
    merged.filter((id) => !apart.has(id)),
    ancestorsAmong(isCommon, [shown, sent]),
  );
  if (common.length === mine.length && sameOrder(mine, theirs))
    return { shown: common, sent: common };
  return {
    shown: insertOwn(common, [...mine, ...theirs.filter((id) => apart.has(id))], shown),
    sent: insertOwn(common, [...theirs, ...mine.filter((id) => apart.has(id))], sent),
  };
};

const contested = (
  ids: readonly string[],
  isInBoth: (id: string) => boolean,
  [shown, sent]: readonly [Membership, Membership],
): ReadonlySet<string> =>
  ids.every((id) => shown.parentOf(id) === sent.parentOf(id))
    ? noIds
    : withoutOrder(ids, ancestorsAmong(isInBoth, [shown, sent]));

const noIds: ReadonlySet<string> = new Set();

/**
 * Returns `common` with the other elements of `side` that are in `document`. Each of them follows its
 * predecessor in `side`, and its parent.
 */
export const insertOwn = (
  common: readonly string[],
  side: readonly string[],
  document: Membership,
): string[] => {
  const indexes = new Map(common.map((id, index) => [id, index]));
  const ancestorOf = ancestorAmong((id) => indexes.has(id), document);
  const behind = new Map<number, string[]>();
  let last = -1;
  for (const id of new Set(side)) {
    const index = indexes.get(id);
    if (index !== undefined) last = index;
    else if (document.has(id)) {
      const parent = ancestorOf(id);
      last = Math.max(last, parent === undefined ? -1 : (indexes.get(parent) ?? -1));
      listIn(behind, last).push(id);
    }
  }
  const all = [...(behind.get(-1) ?? [])];
  for (const [index, id] of common.entries()) all.push(id, ...(behind.get(index) ?? noOnes));
  return parentsFirst(all, (id) => {
    const parent = document.parentOf(id);
    return parent === undefined ? noOnes : [parent];
  });
};

const noOnes: readonly string[] = [];

const listIn = <Key>(lists: Map<Key, string[]>, key: Key): string[] => {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
};

type AncestorOf = (id: string) => string | undefined;

/**
 * Returns a function that finds the nearest wanted ancestor of a node. The function caches its results,
 * because the paths to ancestors can be long and are often requested.
 */
const ancestorAmong = (isWanted: (id: string) => boolean, { parentOf }: Membership): AncestorOf => {
  const known = new Map<string, string | undefined>();
  return (id) => {
    const passed: string[] = [];
    let at = parentOf(id);
    while (at !== undefined && !isWanted(at) && !known.has(at)) {
      // This entry also ends the loop if a damaged file has a cycle of parents. In this case, no wanted
      // ancestor is found.
      known.set(at, undefined);
      passed.push(at);
      at = parentOf(at);
    }
    const found = at === undefined || isWanted(at) ? at : known.get(at);
    for (const each of passed) known.set(each, found);
    return found;
  };
};

const ancestorsAmong = (
  isWanted: (id: string) => boolean,
  documents: readonly Membership[],
): ((id: string) => readonly string[]) => {
  const finders = documents.map((document) => ancestorAmong(isWanted, document));
  return (id) => {
    const found: string[] = [];
    for (const ancestorOf of finders) {
      const ancestor = ancestorOf(id);
      if (ancestor !== undefined && !found.includes(ancestor)) found.push(ancestor);
    }
    // The IDs are sorted, so that both sides compute the same result.
    return found.length > 1 ? found.toSorted() : found;
  };
};

/**
 * Returns a merged order. It has the elements that both lists have in common. After each of them come
 * the elements that only one of the lists has at this position.
 */
const mergeCommon = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] => {
  if (sameOrder(mine, theirs)) return [...mine];
  const [mySet, theirSet] = [new Set(mine), new Set(theirs)];
  const backbone = orderOfBoth(
    base.filter((id) => mySet.has(id) && theirSet.has(id)),
    mine.filter((id) => theirSet.has(id)),
    theirs.filter((id) => mySet.has(id)),
  );
  const [myRuns, theirRuns] = [runsBehind(mine, theirSet), runsBehind(theirs, mySet)];
  const merged: string[] = [];
  const addRuns = (id: string | null): void => {
    const [one, other] = [myRuns.get(id) ?? noOnes, theirRuns.get(id) ?? noOnes];
    if (byIds(one, other) <= 0) merged.push(...one, ...other);
    else merged.push(...other, ...one);
  };
  addRuns(null);
  for (const id of backbone) {
    merged.push(id);
    addRuns(id);
  }
  return merged;
};

/**
 * Returns the order of the side that reordered elements, if only one side did. Otherwise, compares the
 * lists ID by ID and returns the smaller one, so that both sides compute the same result.
 */
const orderOfBoth = (
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] => {
  const inBase = new Set(base);
  const isReordered = (side: readonly string[]): boolean =>
    !sameOrder(
      base,
      side.filter((id) => inBase.has(id)),
    );
  const [byMe, byThem] = [isReordered(mine), isReordered(theirs)];
  if (byMe !== byThem) return byMe ? mine : theirs;
  return byIds(mine, theirs) <= 0 ? mine : theirs;
};

/**
 * Groups the elements that only `side` has by the last common element before them. The elements before
 * the first common element have the key `null`.
 */
const runsBehind = (
  side: readonly string[],
  other: ReadonlySet<string>,
): Map<string | null, string[]> => {
  const runs = new Map<string | null, string[]>();
  let last: string | null = null;
  for (const id of side) {
    if (other.has(id)) last = id;
    else listIn(runs, last).push(id);
  }
  return runs;
};

const sameOrder = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

const byIds = (one: readonly string[], other: readonly string[]): number => {
  const index = one.findIndex((id, at) => id !== other[at]);
  const [a, b] = [one[index], other[index]];
  if (a === undefined || b === undefined) return one.length - other.length;
  return a < b ? -1 : 1;
};
