import type { CanvasDocument } from '#shared/canvas/document.ts';
import { compareCanvases, type CanvasDifference } from '#shared/merge/compare-canvases.ts';
import { elementGeometry, type ElementGeometry } from '../viewport/element-geometry.ts';

/** A difference and its position. `key` is `node:<id>` or `edge:<id>`. */
export type ElementMark = CanvasDifference & { key: string; geometry: ElementGeometry };

/**
 * Returns marks for the differences between a document and an earlier document. Deleted elements
 * are marked at their earlier position.
 */
export const marksOf = (earlier: CanvasDocument, document: CanvasDocument): ElementMark[] =>
  compareCanvases(earlier, document).flatMap((difference) =>
    markIn(difference.kind === 'removed' ? earlier : document, difference),
  );

/**
 * Returns all differences between two documents. Also returns marks for each document, at the positions
 * of the elements in that document.
 */
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
  const geometry = elementGeometry(document, difference);
  return geometry ? [{ ...difference, key: keyOf(difference), geometry }] : [];
};
