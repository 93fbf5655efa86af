import { sizeOf, type CanvasNode, type Size } from '../canvas/document.ts';
import { isElementKind, roleOf } from '../canvas/element-kinds.ts';
import { isIdentifier } from '../drawing/break-points.ts';
import { boxNameStyle, nameText, type NameText } from '../drawing/name-text.ts';
import { boxPadding, smallLine } from '../drawing/node-text.ts';

const [fullSize = 13] = boxNameStyle.sizes;
/** The smallest font size at which a name can be read at a glance, in pixels. */
const legibleSize = 11;

/**
 * The numbers of lines for a name, in the order of preference. An element is widened up to `widest`
 * pixels before the next number is tried.
 */
const shapes = [
  { lines: 2, widest: 200 },
  { lines: 3, widest: 320 },
];
const step = 10;

/**
 * Returns the name that must fit into the element. Returns an empty text for a note or a boundary, and
 * for an ID, because an ID is always cut.
 */
const nameOf = ({ type, data }: CanvasNode): string => {
  const name = typeof data.label === 'string' ? data.label.trim() : '';
  const isFramed = roleOf(type) === 'note' || roleOf(type) === 'boundary';
  return isFramed || isIdentifier(name) ? '' : name;
};

/**
 * Tells if an element is too small for its name. An element that already has the needed size is not too
 * small, even if its name is cut.
 */
export const isCramped = (node: CanvasNode): boolean => {
  const name = nameOf(node);
  if (name === '') return false;
  const { width, height } = sizeOf(node);
  const { isCut, size } = textIn(name, { width, height: height - smallText(node) });
  const isLong = isCut && neededSize(node).width <= width && neededSize(node).height <= height;
  return !isLong && (isCut || size < legibleSize);
};

/**
 * Returns the size at which an element shows its whole name in full font size, without a break inside a
 * word. If there is no such size, returns the largest size of `shapes`. The size is never smaller than
 * the present one. For notes, boundaries, and IDs, it is the present one.
 */
export const neededSize = (node: CanvasNode): Size => {
  const size = sizeOf(node);
  const name = nameOf(node);
  if (name === '') return size;
  const small = smallText(node);
  for (const { lines, widest } of shapes) {
    const height = Math.ceil(lines * fullSize * boxNameStyle.lineHeight + 2 * boxPadding.top);
    for (let width = size.width; width <= Math.max(size.width, widest); width += step) {
      const text = textIn(name, { width, height });
      if (!isWhole(text, name)) continue;
      const needed = text.lines.length * fullSize * boxNameStyle.lineHeight;
      return { width, height: Math.max(size.height, Math.ceil(needed + small + endPadding)) };
    }
  }
  const { lines, widest } = shapes.at(-1) ?? { lines: 3, widest: 320 };
  const height = lines * fullSize * boxNameStyle.lineHeight + small + endPadding;
  return { width: Math.max(size.width, widest), height: Math.max(size.height, Math.ceil(height)) };
};

const endPadding = 12;

const textIn = (name: string, { width, height }: Size): NameText =>
  nameText(name, { width: width - 2 * boxPadding.side, height: height - 2 * boxPadding.top });

const isWhole = ({ size, isCut, lines }: NameText, name: string): boolean =>
  size === fullSize && !isCut && lines.join(' ') === name.replaceAll(/\s+/gu, ' ');

/** Returns the height of the lines of small text above and below the name, in pixels. */
const smallText = ({ type, data }: CanvasNode): number => {
  const isUnknown = !isElementKind(type);
  const hasFacts =
    data.outOfScope === true || (Array.isArray(data.attributes) && data.attributes.length > 0);
  return (isUnknown ? smallLine : 0) + (hasFacts ? smallLine : 0);
};
