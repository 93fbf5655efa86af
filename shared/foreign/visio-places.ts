import { centreOf, holdsBox, holdsPoint } from '../canvas/geometry.ts';
import { isPlainText } from './visio-kinds.ts';
import type { VisioShape } from './visio-shapes.ts';

/**
 * The maximum number of shapes that are compared with each other. With more shapes, none are compared,
 * because the comparison would take too long.
 */
const maxCompared = 4000;

/** The largest distance, in pixels, of a caption from the edge that it is at. */
const reach = 24;

const longestCaption = 100;

type HasName = (shape: VisioShape) => boolean;

/**
 * Returns the captions on a page, with the shape that each of them names. The name of a picture or a box
 * is often a separate text in the shape or just below it. A text belongs to the smallest such shape. It
 * is the caption of the shape if the shape has no name and no other text.
 */
export const captionsOf = (
  shapes: readonly VisioShape[],
  hasName: HasName,
): ReadonlyMap<VisioShape, VisioShape> => {
  const captions = new Map<VisioShape, VisioShape>();
  if (shapes.length > maxCompared) return captions;
  const others = shapes
    .filter((shape) => !isPlainText(shape))
    .toSorted((one, other) => areaOf(one) - areaOf(other));
  const texts = shapes.filter((shape) => isPlainText(shape) && shape.text !== '');
  const textsOf = Map.groupBy(texts, (text) => others.find((shape) => isAt(shape, text)));
  for (const [shape, [text, second]] of textsOf) {
    if (!shape || !text || second || hasName(shape) || text.text.length > longestCaption) continue;
    const isTitle = isAtEdge(shape, text) || !others.some((inner) => isInside(shape, inner));
    if (isTitle) captions.set(text, shape);
  }
  return captions;
};

const areaOf = ({ box }: VisioShape): number => box.width * box.height;

const isInside = (outer: VisioShape, inner: VisioShape): boolean =>
  inner !== outer && areaOf(inner) < areaOf(outer) && holdsBox(outer.box, inner.box);

const isAt = ({ box }: VisioShape, { box: text }: VisioShape): boolean => {
  const centre = centreOf(text);
  const withPlaceBelow = { ...box, height: box.height + reach };
  return holdsPoint(box, centre) || holdsPoint(withPlaceBelow, { x: centre.x, y: text.y });
};

/**
 * Tells if a text is at the upper or lower edge of a shape. Elsewhere in a shape with other shapes
 * inside, a text can belong to one of them, or to a line.
 */
const isAtEdge = ({ box }: VisioShape, { box: text }: VisioShape): boolean =>
  text.y <= box.y + reach || text.y + text.height >= box.y + box.height - reach;

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
