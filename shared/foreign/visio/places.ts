import { captionsAmong, isInside, maxCompared } from '../captions.ts';
import { isPlainText } from './kinds.ts';
import type { VisioShape } from './shapes.ts';

type HasName = (shape: VisioShape) => boolean;

/** Returns the captions on a page, with the shape that each of them names. */
export const captionsOf = (
  shapes: readonly VisioShape[],
  hasName: HasName,
): ReadonlyMap<VisioShape, VisioShape> =>
  captionsAmong(shapes, { isText: isPlainText, textOf: ({ text }) => text, hasName }).captions;

/**
 * Returns the shapes that surround elements on the page. A group that is a single element surrounds only
 * elements with a name, because a smaller shape without a name is often a mark on its icon.
 */
export const surrounding = (
  shapes: readonly VisioShape[],
  hasName: HasName,
): ReadonlySet<VisioShape> => {
  if (shapes.length > maxCompared) return new Set();
  const solid = shapes.filter((shape) => !isPlainText(shape));
  return new Set(
    solid.filter((outer) =>
      solid.some(
        (inner) =>
          isInside(outer, inner) &&
          (hasName(inner) || (!outer.isGroup && (inner.hasMaster || inner.isGroup))),
      ),
    ),
  );
};
