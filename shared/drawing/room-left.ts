import type { Size } from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import { overlap, type Box } from '../canvas/geometry.ts';
import type { BoxGrid } from '../canvas/labels/box-grid.ts';
import type { DrawnNode } from './elements.ts';
import { boxPadding, boxTextOf, nameBoxOf } from './node-text.ts';

/** The smallest size of a visible part of an element in which a name can be set, in pixels. */
const minSize = { width: 28, height: 20 };
/**
 * The largest number of visible parts of an element that are kept. Each covering element can split a
 * visible part into four, so only the largest parts are kept.
 */
const maxParts = 12;
/**
 * The largest number of covering elements that are taken into account. If more elements cover an
 * element, its name cannot be read anyway.
 */
const maxCovers = 40;

type Taken = {
  fixed: BoxGrid;
  shapes: BoxGrid;
  lines: BoxGrid;
  /**
   * The boxes of texts that are drawn in front of all elements. In `grid`, the owner of a box is its
   * index in `boxes`.
   */
  texts?: { boxes: readonly Box[]; grid: BoxGrid };
};

/** The room of a name that is not drawn, because it would be hidden everywhere. */
const noRoom: Box = { x: 0, y: 0, width: 0, height: 0 };

export const hasRoom = (room: Size | undefined): boolean => room?.width !== 0;

/**
 * Returns the room for the name of each element, relative to the element. An element whose name can use
 * the whole element is left out. The room is the uncovered part of the element in which the name fits
 * best. If the name does not fit there, the room is a free position beside the element.
 *
 * If there is no free position, the name is cut to fit the uncovered part. If no uncovered part is large
 * enough for any text, the name is left out.
 */
export const roomLeft = (
  boxes: readonly { node: DrawnNode; index: number }[],
  taken: Taken,
  asked = boxes,
): Map<string, Box> => {
  const rooms = new Map<string, Box>();
  const byIndex = new Map(boxes.map(({ node, index }) => [index, node]));
  for (const { node, index } of asked) {
    if (roleOf(node.type) === 'note' || node.contained !== null) continue;
    const above = taken.shapes.ownersAt(node.box).filter((owner) => owner > index);
    const covers = [
      ...above.slice(0, maxCovers).flatMap((owner) => byIndex.get(owner)?.box ?? []),
      ...(taken.texts?.grid.ownersAt(node.box) ?? []).flatMap(
        (owner) => taken.texts?.boxes[owner] ?? [],
      ),
    ];
    const rest = covers.length > 0 ? bestOf(restsOf(node.box, covers), node) : node.box;
    const beside = rest && fits(node, rest) ? null : placeBeside(node, taken);
    if (beside) taken.fixed.add(beside);
    const room = beside ?? rest;
    if (room === node.box) continue;
    rooms.set(node.id, room ? { ...room, x: room.x - node.box.x, y: room.y - node.box.y } : noRoom);
  }
  return rooms;
};

const fits = (node: DrawnNode, room: Box): boolean =>
  !boxTextOf(node, room).name.isCut && nameBoxOf(node, room).height <= room.height;

/**
 * A name is set beside its element only if it fits into a room of this size. For a wider element, the
 * room is as wide as the element. `distances` has the distances from the element that are tried. All
 * values are in pixels.
 */
const minSizeBeside = { width: 110, height: 80 };
const distances = [2, 12, 24, 48];
const step = 14;
/**
 * The largest number of positions that are tried in each direction from the middle of a side. A limit is
 * needed, because an element may be a million pixels wide.
 */
const maxSteps = 8;

/**
 * Returns a free position beside an element for its name, or `null` if there is none. This is the
 * nearest position that no line crosses or, if a line crosses every free position, the nearest one.
 */
const placeBeside = (node: DrawnNode, { fixed, shapes, lines }: Taken): Box | null => {
  const { box } = node;
  const maxRoom = { ...box, ...minSizeBeside, width: Math.max(box.width, minSizeBeside.width) };
  if (!fits(node, maxRoom)) return null;
  const text = nameBoxOf(node, maxRoom);
  const size = {
    width: Math.ceil(text.width + 2 * boxPadding.side),
    height: Math.ceil(text.height + 2 * boxPadding.top),
  };
  const free = roomsBeside(box, size).filter(
    (room) => !fixed.overlaps(room) && !shapes.overlaps(room),
  );
  return free.find((room) => !lines.overlaps(room)) ?? free[0] ?? null;
};

/**
 * Returns the rooms of a given size around a box, nearest first. At each distance, the rooms below and
 * above the box come before the rooms at its sides.
 */
const roomsBeside = (box: Box, { width, height }: Size): Box[] =>
  distances.flatMap((distance) => {
    const from = { x: box.x - Math.max(0, width - box.width), y: box.y - height / 2 };
    const columns = stepsFrom(from.x, box.x + Math.max(0, box.width - width));
    const rows = stepsFrom(from.y, box.y + box.height - height / 2);
    const upright = [box.y + box.height + distance, box.y - distance - height];
    const level = [box.x + box.width + distance, box.x - distance - width];
    return [
      ...upright.flatMap((y) => columns.map((x) => ({ x, y, width, height }))),
      ...level.flatMap((x) => rows.map((y) => ({ x, y, width, height }))),
    ];
  });

/** Returns values between two numbers, from the middle outward. */
const stepsFrom = (from: number, to: number): number[] => {
  const middle = (from + to) / 2;
  const half = Math.max(0, to - from) / 2;
  const count = Math.min(maxSteps, Math.floor(half / step));
  const wide = Math.max(step, half / maxSteps);
  return Array.from({ length: 2 * count + 1 }, (_, at) => {
    const side = at % 2 === 0 ? 1 : -1;
    return middle + side * Math.ceil(at / 2) * wide;
  });
};

/** Tells if a room is beside its element. The position of the room is relative to the element. */
export const isBeside = ({ x, y, width, height }: Box, element: Size): boolean =>
  x < 0 || y < 0 || x + width > element.width || y + height > element.height;

/**
 * Returns the room for the name of an element, in canvas pixels. If `rooms` has no entry for the
 * element, this is the whole element.
 */
export const roomOf = ({ id, box }: DrawnNode, rooms: ReadonlyMap<string, Box>): Box => {
  const room = rooms.get(id);
  return room ? { ...room, x: room.x + box.x, y: room.y + box.y } : box;
};

const restsOf = (box: Box, covers: readonly Box[]): Box[] => {
  let rests = [box];
  for (const cover of covers) {
    rests = rests
      .flatMap((rest) => (overlap(rest, cover) ? aroundIn(rest, cover) : [rest]))
      .toSorted((one, other) => areaOf(other) - areaOf(one))
      .slice(0, maxParts);
  }
  return rests;
};

/**
 * Returns the parts of a box above, below, left, and right of another box. The parts may overlap. Parts
 * too small for a name are left out.
 */
const aroundIn = ({ x, y, width, height }: Box, cover: Box): Box[] => {
  const [right, bottom] = [x + width, y + height];
  const [coverRight, coverBottom] = [cover.x + cover.width, cover.y + cover.height];
  return [
    { x, y, width, height: cover.y - y },
    { x, y: coverBottom, width, height: bottom - coverBottom },
    { x, y, width: cover.x - x, height },
    { x: coverRight, y, width: right - coverRight, height },
  ].filter((rest) => rest.width >= minSize.width && rest.height >= minSize.height);
};

const areaOf = ({ width, height }: Box): number => width * height;

const bestOf = (rests: readonly Box[], node: DrawnNode): Box | undefined => {
  const [best] = rests.toSorted((one, other) => {
    const [text, otherText] = [boxTextOf(node, one).name, boxTextOf(node, other).name];
    return (
      Number(text.isCut) - Number(otherText.isCut) ||
      otherText.size - text.size ||
      areaOf(other) - areaOf(one)
    );
  });
  return best;
};
