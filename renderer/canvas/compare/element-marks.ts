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
  compareCanvases(earlier, document).flatMap((difference) => {
    const { element, id, kind } = difference;
    const place = placeOfElement(kind === 'removed' ? earlier : document, difference);
    return place ? [{ ...difference, key: `${element}:${id}`, place }] : [];
  });
