import type { CanvasDocument } from '#shared/canvas/document.ts';
import { compareCanvases, type CanvasDifference } from '#shared/merge/compare-canvases.ts';
import { placeOfElement, type ElementPlace } from './element-place.ts';

/** A difference, and where it is seen. `key` is `node:<id>` or `edge:<id>`. */
export type ElementMark = CanvasDifference & { key: string; place: ElementPlace };

/**
 * What a drawing has that differs from an earlier one, where it stands in it; what it no longer has
 * is marked where it stood before.
 */
export const marksOf = (earlier: CanvasDocument, document: CanvasDocument): ElementMark[] =>
  compareCanvases(earlier, document).flatMap((difference) =>
    markIn(difference.kind === 'removed' ? earlier : document, difference),
  );

/** What differs between two drawings, marked in each where it stands there. */
export const marksOfBoth = (
  one: CanvasDocument,
  other: CanvasDocument,
): { all: CanvasDifference[]; one: ElementMark[]; other: ElementMark[] } => {
  const all = compareCanvases(one, other);
  return {
    all,
    one: all.flatMap((difference) => markIn(one, difference)),
    other: all.flatMap((difference) => markIn(other, difference)),
  };
};

export const keyOf = ({ element, id }: CanvasDifference): string => `${element}:${id}`;

const markIn = (document: CanvasDocument, difference: CanvasDifference): ElementMark[] => {
  const place = placeOfElement(document, difference);
  return place ? [{ ...difference, key: keyOf(difference), place }] : [];
};
