import { centreOf, holdsBox, holdsPoint, type Box } from '../canvas/geometry.ts';

/**
 * The maximum number of shapes that are compared with each other. With more shapes, none are compared,
 * because the comparison would take too long.
 */
export const maxCompared = 4000;

/** The largest distance, in pixels, of a caption from the edge that it is at. */
const reach = 24;

const longestCaption = 100;

type Placed = { box: Box };

type CaptionRules<Shape> = {
  /** Tells if a shape is only a text, so that it can be a caption. */
  isText: (shape: Shape) => boolean;
  textOf: (shape: Shape) => string;
  /** Tells if a shape has a name of its own, so that it needs no caption. */
  hasName: (shape: Shape) => boolean;
};

type Captions<Shape> = {
  /** The shape that each caption names. */
  captions: ReadonlyMap<Shape, Shape>;
  /** The shapes that have a text in them or just below them. */
  withTexts: ReadonlySet<Shape>;
};

/**
 * Finds the captions on a page. The name of a picture or a box is often a separate text in the shape or
 * just below it. A text belongs to the smallest such shape. It is the caption of the shape if the shape has
 * no name and no other text.
 */
export const captionsAmong = <Shape extends Placed>(
  shapes: readonly Shape[],
  { isText, textOf, hasName }: CaptionRules<Shape>,
): Captions<Shape> => {
  const captions = new Map<Shape, Shape>();
  if (shapes.length > maxCompared) return { captions, withTexts: new Set() };
  const others = shapes
    .filter((shape) => !isText(shape))
    .toSorted((one, other) => areaOf(one) - areaOf(other));
  const texts = shapes.filter((shape) => isText(shape) && textOf(shape) !== '');
  const textsOf = Map.groupBy(texts, (text) => others.find((shape) => isAt(shape, text)));
  for (const [shape, [text, second]] of textsOf) {
    if (!shape || !text || second || hasName(shape)) continue;
    if (textOf(text).length > longestCaption) continue;
    const isTitle = isAtEdge(shape, text) || !others.some((inner) => isInside(shape, inner));
    if (isTitle) captions.set(text, shape);
  }
  const withTexts = new Set([...textsOf.keys()].filter((shape) => shape !== undefined));
  return { captions, withTexts };
};

/** Tells if a shape is inside a larger one. Only their positions count. */
export const isInside = (outer: Placed, inner: Placed): boolean =>
  inner !== outer && areaOf(inner) < areaOf(outer) && holdsBox(outer.box, inner.box);

const areaOf = ({ box }: Placed): number => box.width * box.height;

const isAt = ({ box }: Placed, { box: text }: Placed): boolean => {
  const centre = centreOf(text);
  const withPlaceBelow = { ...box, height: box.height + reach };
  return holdsPoint(box, centre) || holdsPoint(withPlaceBelow, { x: centre.x, y: text.y });
};

/**
 * Tells if a text is at the upper or lower edge of a shape. Elsewhere in a shape with other shapes
 * inside, a text can belong to one of them, or to a line.
 */
const isAtEdge = ({ box }: Placed, { box: text }: Placed): boolean =>
  text.y <= box.y + reach || text.y + text.height >= box.y + box.height - reach;
