import { parentsFirst, withoutOrder } from './parents-first.ts';

/** The ids of one document that are in the merged one, and the parent each has in it. */
export type Membership = {
  has: (id: string) => boolean;
  parentOf: (id: string) => string | undefined;
};

type Orders = {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
  /** What both sides added and do not agree on: it has no origin, so its place has none either. */
  isOwn: (id: string) => boolean;
};

/**
 * The order in which elements stand is their depth on the canvas. What is in both merged documents
 * has one order in both, so that an open conflict never sends the drawing back and forth; what only
 * one of them has stands in it behind the element that it follows on its side. So do nodes of which
 * the documents say that each is within the other: there is no one order for them.
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

/** Puts the rest of what is in a document behind what each follows on its side. */
export const insertOwn = (
  common: readonly string[],
  side: readonly string[],
  document: Membership,
): string[] => {
  const places = new Map(common.map((id, place) => [id, place]));
  const ancestorOf = ancestorAmong((id) => places.has(id), document);
  const behind = new Map<number, string[]>();
  let last = -1;
  for (const id of new Set(side)) {
    const place = places.get(id);
    if (place !== undefined) last = place;
    else if (document.has(id)) {
      const parent = ancestorOf(id);
      last = Math.max(last, parent === undefined ? -1 : (places.get(parent) ?? -1));
      listIn(behind, last).push(id);
    }
  }
  const all = [...(behind.get(-1) ?? [])];
  for (const [place, id] of common.entries()) all.push(id, ...(behind.get(place) ?? noOnes));
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

/** Finds the nearest wanted node around one; remembers the way, which may be long and asked often. */
const ancestorAmong = (isWanted: (id: string) => boolean, { parentOf }: Membership): AncestorOf => {
  const known = new Map<string, string | undefined>();
  return (id) => {
    const passed: string[] = [];
    let at = parentOf(id);
    while (at !== undefined && !isWanted(at) && !known.has(at)) {
      // Also where a broken file goes in circles, there is nothing wanted.
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
    // Whichever side is mine.
    return found.length > 1 ? found.toSorted() : found;
  };
};

/** All that is in both documents: what both sides have, with what each side added behind it. */
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

/** Who reordered alone has his order; of two orders the one that is first by its ids. */
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

/** What a side added, by the last element of both before it; `null` is the beginning. */
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
  one.length === other.length && one.every((id, place) => id === other[place]);

const byIds = (one: readonly string[], other: readonly string[]): number => {
  const place = one.findIndex((id, at) => id !== other[at]);
  const [a, b] = [one[place], other[place]];
  if (a === undefined || b === undefined) return one.length - other.length;
  return a < b ? -1 : 1;
};
