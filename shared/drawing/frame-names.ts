import type { Position } from '../canvas/document.ts';
import type { Box } from '../canvas/geometry.ts';
import { boxGrid, type BoxGrid, type Effort } from '../canvas/labels/box-grid.ts';
import { t } from '../locales/texts.ts';
import type { DrawnNode } from './elements.ts';
import { nameText, type NameStyle, type NameText } from './name-text.ts';
import { textWidth } from './text-width.ts';

/** The name of a frame: a tab with a text. */
export type FrameName = {
  box: Box;
  /** The position of the top left corner of the tab, relative to that of the frame. */
  shift: Position;
  /** The width of the tab without the space for a badge. */
  coverWidth: number;
  text: NameText;
  isUntitled: boolean;
  /** True if no position was free. The name is then drawn in front of the elements that it covers. */
  isOnElement?: boolean;
};

const frameNameStyle: NameStyle = { sizes: [12, 11, 10], lineHeight: 1.38, isBold: true };

/**
 * The space beside the text of a name, in pixels: `chrome` for the collapse button and the padding, and
 * `badge` for a badge. A badge may appear later, so its space is always kept.
 */
const chrome = 38;
const badge = 40;
const wordsStyle = { size: 11, isBold: false };
const oneLine = 24;
const step = 12;
/** The gap between the outline of a frame and its name, in pixels. */
const inset = 2;
/**
 * Returns the part of a name that hides the elements behind it: the tab without the space for a badge.
 */
export const coverOf = ({ box, coverWidth }: FrameName): Box => ({ ...box, width: coverWidth });

/** The largest number of positions that are tried for one name. */
const maxTries = 300;

type Taken = {
  fixed: BoxGrid;
  shapes: BoxGrid;
  lines: BoxGrid;
  /** The boxes of the names of elements. */
  texts: BoxGrid;
  effort: Effort;
};

/**
 * Returns the names of frames, placed where they cover no element, no other frame, and no other name.
 * First the top left corner of the frame is tried, then the rest of the top, above the frame, at the
 * bottom, below the frame, and beside the frame. If none of these positions is free, narrower names are
 * tried. At last, positions are tried where the name covers elements, but no other name.
 */
export const placeFrameNames = (
  nodes: readonly DrawnNode[],
  { fixed, shapes, lines, texts, effort }: Taken,
): Map<string, FrameName> => {
  const names = new Map<string, FrameName>();
  const frames = boxGrid(effort);
  const tabs = boxGrid(effort);
  const insides = insidesOf(nodes);
  for (const [index, { isFrame, box }] of nodes.entries()) if (isFrame) frames.add(box, index);
  for (const [index, node] of nodes.entries()) {
    if (!node.isFrame) continue;
    const around = insides.get(index) ?? new Set();
    const isFree = (box: Box): boolean =>
      !tabs.overlaps(box) &&
      !fixed.overlaps({ ...box, width: box.width - badge, height: box.height - 3 }) &&
      !shapes.overlaps(box) &&
      frames.ownersAt(box).every((owner) => owner === index || around.has(owner));
    const hidesNothing = (box: Box): boolean => !tabs.overlaps(box) && !texts.overlaps(box);
    const isOnLine = (box: Box): boolean => lines.overlaps(box);
    const usual = nameIn(node, 1);
    const name =
      (isFree(usual.box) ? usual : null) ??
      freeName(node, isFree, isOnLine) ??
      freeName(node, hidesNothing, isOnLine) ??
      usual;
    tabs.add(name.box);
    names.set(node.id, { ...name, isOnElement: shapes.overlaps(name.box) });
  }
  return names;
};

/**
 * Returns the indexes of the frames around each frame. The name of a frame may lie in the frames around
 * it.
 */
const insidesOf = (nodes: readonly DrawnNode[]): Map<number, Set<number>> => {
  const indexOf = new Map(nodes.map(({ id }, index) => [id, index]));
  const found = new Map<number, Set<number>>();
  for (const [index, node] of nodes.entries()) {
    if (!node.isFrame) continue;
    const around = new Set<number>();
    let parent = indexOf.get(node.parentId ?? '');
    while (parent !== undefined && !around.has(parent) && around.size < maxFramesAround) {
      around.add(parent);
      parent = indexOf.get(nodes[parent]?.parentId ?? '');
    }
    found.set(index, around);
  }
  return found;
};

/**
 * The largest number of frames around a frame that are taken into account. Nobody can see more levels of
 * nesting, and thousands of levels would take minutes.
 */
const maxFramesAround = 40;

const freeName = (
  node: DrawnNode,
  isFree: (box: Box) => boolean,
  isOnLine: (box: Box) => boolean,
): FrameName | null => {
  for (const part of [1, 0.6, 0.35]) {
    const name = nameIn(node, part);
    const free: Box[] = [];
    let tries = 0;
    for (const { x, y } of slots(node.box, name.box)) {
      const box = { ...name.box, x, y };
      if (isFree(box)) free.push(box);
      tries += 1;
      if (tries >= maxTries) break;
    }
    const box = free.find((each) => !isOnLine(each)) ?? free[0];
    if (box) return { ...name, box, shift: { x: box.x - node.box.x, y: box.y - node.box.y } };
  }
  return null;
};

/**
 * Returns the name of a frame at its usual position. The width of the name is limited to a fraction of
 * the frame's width (`part`).
 */
const nameIn = ({ box, label, isOutOfScope }: DrawnNode, part: number): FrameName => {
  const words = isOutOfScope ? textWidth(t('canvas:out-of-scope'), wordsStyle) + 6 : 0;
  const maxWidth = Math.max(24, (box.width - 2 * inset) * part - chrome - words);
  const isUntitled = label.trim() === '';
  const name = isUntitled ? t('canvas:untitled') : label;
  const wide = { width: maxWidth, height: oneLine };
  const flat = nameText(name, wide, frameNameStyle);
  const text = flat.isCut ? nameText(name, { ...wide, height: 2 * 16.6 }, frameNameStyle) : flat;
  const style = { size: text.size, isBold: true };
  const widest = Math.max(...text.lines.map((line) => textWidth(line, style)), 8);
  const inside = Math.max(24, box.width - 2 * inset);
  const coverWidth = Math.min(inside, widest + chrome + words);
  return {
    coverWidth,
    box: {
      x: box.x + inset,
      y: box.y + inset,
      width: Math.min(inside, coverWidth + badge),
      height: oneLine + (text.lines.length - 1) * text.size * frameNameStyle.lineHeight,
    },
    shift: { x: inset, y: inset },
    text,
    isUntitled,
  };
};

/**
 * Returns the possible positions of the top left corner of a name, inside and around its frame, best
 * first.
 */
function* slots(frame: Box, { width, height }: Box): Generator<{ x: number; y: number }> {
  const bottom = frame.y + frame.height;
  const [above, below] = [frame.y - height - inset, bottom + inset];
  const inside = [frame.y + inset, bottom - height - inset] as const;
  const rows = [inside[0], above, inside[1], below, above - height, below + height];
  const from = frame.x + inset;
  const to = Math.max(from, frame.x + frame.width - inset - width);
  for (const y of rows) {
    for (let x = from; x < to; x += step) yield { x, y };
    yield { x: to, y };
  }
  for (let y = frame.y; y < bottom; y += height) {
    yield { x: frame.x + frame.width + inset, y };
    yield { x: frame.x - width - inset, y };
  }
}
