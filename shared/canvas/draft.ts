import { indexOfElement, shareIndex } from './lookup.ts';

type Element = { readonly id: string };
type Indexed<E> = { element: E; index: number };

/**
 * An array of elements while an operation is applied. The first change copies the array, and later
 * changes edit that copy.
 */
export type Draft<E extends Element> = {
  get: (id: string) => E | undefined;
  /**
   * Inserts an element at an index. If an element with the same ID exists, it is removed and returned.
   */
  put: (element: E, index: number) => Indexed<E> | undefined;
  take: (id: string) => Indexed<E> | undefined;
  /** Replaces the element with the same ID. */
  replace: (element: E) => void;
  finished: () => E[];
};

export const draftOf = <E extends Element>(original: E[]): Draft<E> => {
  let elements = original;
  let sameOrder = true;
  let taken = 0;
  const added = new Set<string>();

  const indexOf = (id: string): number => {
    const first = indexOfElement(original, id);
    if (sameOrder) return first;
    // An ID that is neither in the original array nor added was never in the draft, so no search is
    // necessary. Most IDs that are not found are of this kind.
    if (first < 0 && !added.has(id)) return -1;
    // Tries two indexes before a search: the element's index if all removed elements were before it, and
    // its index if all were after it. Elements are often removed from first to last or from last to
    // first, so one of the two indexes is usually right.
    const likely = [first - taken, first].find((at) => elements[at]?.id === id);
    if (likely !== undefined) return likely;
    return elements.findIndex((element) => element.id === id);
  };
  const own = (): E[] => {
    if (elements === original) elements = original.slice();
    return elements;
  };
  const take = (id: string): Indexed<E> | undefined => {
    const at = indexOf(id);
    const element = elements[at];
    if (!element) return undefined;
    own().splice(at, 1);
    taken += 1;
    sameOrder = false;
    return { element, index: at };
  };

  return {
    get: (id) => elements[indexOf(id)],
    put: (element, at) => {
      const old = take(element.id);
      own().splice(Math.max(0, Math.min(at, elements.length)), 0, element);
      added.add(element.id);
      sameOrder = false;
      return old;
    },
    take,
    replace: (element) => {
      own()[indexOf(element.id)] = element;
    },
    finished: () => {
      if (sameOrder) shareIndex(original, elements);
      return elements;
    },
  };
};
