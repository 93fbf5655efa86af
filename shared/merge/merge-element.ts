import {
  dataOf,
  dataRules,
  differingFields,
  elementWith,
  namesOfData,
  ownFieldsOf,
  ownRules,
  type Element,
} from './element-fields.ts';
import { mergeFields } from './merge-fields.ts';
import { same } from './same-value.ts';

/**
 * One element in each document that a merge returns: the document to show, the document to send, and the
 * new base. A version is `null` if its document lacks the element.
 */
export type MergedElement<E> = {
  shown: E | null;
  sent: E | null;
  base: E | null;
  /**
   * The fields in conflict, or `null` if there is no conflict. The list is empty if the sides disagree
   * only about whether the element exists.
   */
  conflict: string[] | null;
};

/** The versions of one element. A version is `undefined` if its document lacks the element. */
export type Versions<E> = { base: E | undefined; mine: E | undefined; theirs: E | undefined };

const agreed = <E>(merged: E | undefined, theirs: E | undefined): MergedElement<E> => ({
  shown: merged ?? null,
  sent: merged ?? null,
  base: theirs ?? null,
  conflict: null,
});

export const mergeElement = <E extends Element>({
  base,
  mine,
  theirs,
}: Versions<E>): MergedElement<E> => {
  if (mine && theirs) {
    if (same(mine, theirs)) return agreed(mine, theirs);
    if (base && same(base, mine)) return agreed(theirs, theirs);
    if (base && same(base, theirs)) return agreed(mine, theirs);
    return mergeVersions(base, mine, theirs);
  }
  const left = mine ?? theirs;
  if (!base) return agreed(left, theirs);
  if (!left || same(base, left)) return agreed<E>(undefined, theirs);
  return { shown: mine ?? null, sent: theirs ?? null, base, conflict: [] };
};

/**
 * Keeps the version of `mine` in `shown` and the version of `theirs` in `sent`, even if some fields
 * could be merged.
 */
export const keepEachSide = <E extends Element>({
  base,
  mine,
  theirs,
}: Versions<E>): MergedElement<E> =>
  same(mine, theirs)
    ? agreed(mine, theirs)
    : {
        shown: mine ?? null,
        sent: theirs ?? null,
        base: base ?? null,
        conflict: mine && theirs ? differingFields(mine, theirs) : [],
      };

const mergeVersions = <E extends Element>(
  base: E | undefined,
  mine: E,
  theirs: E,
): MergedElement<E> => {
  const own = mergeFields(
    base ? ownFieldsOf(base) : {},
    ownFieldsOf(mine),
    ownFieldsOf(theirs),
    ownRules,
  );
  const data = mergeFields(base ? dataOf(base) : {}, dataOf(mine), dataOf(theirs), dataRules);
  const conflict = [...own.conflicts, ...data.conflicts.map(namesOfData(mine, theirs))];
  const hadData = base?.data !== undefined;
  const changedByMe = (mine.data !== undefined) !== hadData;
  const hasData = changedByMe ? mine.data !== undefined : theirs.data !== undefined;
  const made = (side: 'shown' | 'sent' | 'base', mayHaveData: boolean): E => {
    const inside = data[side];
    const isThere = mayHaveData || Object.keys(inside).length > 0;
    return elementWith(mine, own[side], isThere ? inside : null);
  };
  return {
    shown: made('shown', hasData),
    sent: made('sent', hasData),
    // An element that both sides added has no base until both sides have the same fields.
    base: base || conflict.length === 0 ? made('base', theirs.data !== undefined) : null,
    conflict: conflict.length > 0 ? conflict : null,
  };
};
