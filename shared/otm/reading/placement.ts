import type { Position, Size } from '../../canvas/document.ts';
import { elementKinds } from '../../canvas/element-kinds.ts';
import { t } from '../../locales/texts.ts';
import { isFields } from '../fields.ts';
import type { Notes } from '../notes.ts';
import { kindOfType } from '../vocabulary/node-kind.ts';
import { arrange, padding } from './arrange.ts';
import type { Drawing } from './drawings.ts';
import type { Entity } from './entities.ts';

/** The position and size of a node. The position is relative to `parent`. */
export type Box = {
  drawing: Drawing;
  parent: Box | undefined;
  children: Box[];
  position: Position | undefined;
  size: Size;
  /** True if the size is from the file or was computed. False if it is the default size of the kind. */
  sized: boolean;
};

/**
 * Computes the geometry of one canvas. Elements with a position keep it. Others are arranged inside
 * their parent below its positioned children, or around their own positioned children. Returns
 * parents before children.
 */
export const placed = (
  drawings: Drawing[],
  flows: { source: Entity; target: Entity }[],
  notes: Notes,
): Box[] => {
  const boxes = boxesOf(drawings);
  const ordered = parentsFirst(boxes);
  locate(ordered, notes);
  const links = linksOf(boxes, flows);
  for (const box of ordered.toReversed()) fit(box, links.get(box) ?? [], notes);
  arrangeRoots(
    ordered.filter((box) => !box.parent),
    links.get(undefined) ?? [],
  );
  return ordered;
};

const usualSize = (entity: Entity): Size =>
  elementKinds[entity.kind === 'zone' ? 'trustBoundaryNode' : kindOfType(entity.record.type)].size;

const boxesOf = (drawings: Drawing[]): Box[] => {
  const boxes = drawings.map((drawing): Box => {
    const size = drawing.element?.size;
    return {
      drawing,
      parent: undefined,
      children: [],
      position: undefined,
      size: size ? { width: size.width, height: size.height } : { ...usualSize(drawing.entity) },
      sized: Boolean(size),
    };
  });
  const first = firstOf(boxes);
  for (const box of boxes) {
    const { parent } = box.drawing.entity;
    box.parent = parent && first.get(parent);
    box.parent?.children.push(box);
  }
  return boxes;
};

/** Returns the first box of each entity, because an entity may be drawn several times on one canvas. */
const firstOf = (boxes: Box[]): Map<Entity, Box> =>
  new Map(boxes.toReversed().map((box) => [box.drawing.entity, box]));

/**
 * Sorts parents before children. The function is not recursive, because boundaries in files of the
 * service can be nested deeper than the stack allows.
 */
const parentsFirst = (boxes: Box[]): Box[] => {
  const ordered: Box[] = [];
  const open = boxes.filter((box) => !box.parent).toReversed();
  for (let box = open.pop(); box; box = open.pop()) {
    ordered.push(box);
    for (const child of box.children.toReversed()) open.push(child);
  }
  return ordered;
};

const pointOf = (value: unknown): Position | undefined => {
  if (!isFields(value)) return undefined;
  const { x, y } = value;
  return typeof x === 'number' && typeof y === 'number' ? { ...value, x, y } : undefined;
};

/** Tells if the file states the position of an element. */
export const isPlaced = ({ element }: Drawing): boolean =>
  (pointOf(element?.position) ?? pointOf(element?.['positionAbsolute'])) !== undefined;

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one), Math.abs(other));

/**
 * Sets the positions that the file states. If the relative and the absolute position of an element
 * differ, the absolute one wins.
 */
const locate = (ordered: Box[], notes: Notes): void => {
  const origins = new Map<Box, Position>();
  for (const box of ordered) {
    const { element, path } = box.drawing;
    const origin = (box.parent && origins.get(box.parent)) ?? { x: 0, y: 0 };
    const stated = pointOf(element?.position);
    const absolute = pointOf(element?.['positionAbsolute']);
    const meant = absolute && { x: absolute.x - origin.x, y: absolute.y - origin.y };
    const agree = stated && meant && isNear(stated.x, meant.x) && isNear(stated.y, meant.y);
    if (stated && meant && !agree) {
      const message = t('imports:positions');
      notes.repairs.push({ place: `${path}.position`, message });
    }
    box.position = agree ? stated : (meant ?? stated);
    const { x, y } = box.position ?? { x: 0, y: 0 };
    origins.set(box, { x: origin.x + x, y: origin.y + y });
  }
};

type Links = Map<Box | undefined, [Box, Box][]>;

/**
 * Returns the flows as links between the children of each parent. A flow links the two children that
 * contain its ends, at any depth.
 */
const linksOf = (boxes: Box[], flows: { source: Entity; target: Entity }[]): Links => {
  const links: Links = new Map();
  if (boxes.every((box) => box.position)) return links;
  const first = firstOf(boxes);
  for (const { source, target } of flows) {
    const branchIn = new Map<Box | undefined, Box>();
    for (let box = first.get(source); box; box = box.parent) branchIn.set(box.parent, box);
    for (let box = first.get(target); box; box = box.parent) {
      const sibling = branchIn.get(box.parent);
      if (!sibling) continue;
      const known = links.get(box.parent);
      if (sibling !== box && known) known.push([sibling, box]);
      else if (sibling !== box) links.set(box.parent, [[sibling, box]]);
      break;
    }
  }
  return links;
};

type PlacedBox = Box & { position: Position };
const hasPosition = (box: Box): box is PlacedBox => box.position !== undefined;

const extent = (boxes: PlacedBox[]) => ({
  left: minOf(boxes.map((box) => box.position.x)),
  top: minOf(boxes.map((box) => box.position.y)),
  right: -minOf(boxes.map((box) => -box.position.x - box.size.width)),
  bottom: -minOf(boxes.map((box) => -box.position.y - box.size.height)),
});

/**
 * Returns the smallest value. Does not call `Math.min(...values)`, which overflows the stack with a
 * hundred thousand arguments.
 */
const minOf = (values: number[]): number =>
  values.reduce((found, value) => Math.min(found, value), Infinity);

const arrangeLoose = (boxes: Box[], links: [Box, Box][], corner: Position): void => {
  const index = new Map(boxes.map((box, at) => [box, at]));
  const positions = arrange(
    boxes.map((box) => box.size),
    links.flatMap(([source, target]): [number, number][] => {
      const [from, to] = [index.get(source), index.get(target)];
      return from === undefined || to === undefined ? [] : [[from, to]];
    }),
  );
  for (const [at, box] of boxes.entries()) {
    const { x, y } = positions[at] ?? corner;
    box.position = { x: corner.x + x, y: corner.y + y };
  }
};

/**
 * Arranges those children of a box that have no position. Sets the size of the box if the file has none,
 * and enlarges the box if its children do not fit.
 */
const fit = (box: Box, links: [Box, Box][], notes: Notes): void => {
  if (box.children.length === 0) {
    box.sized ||= box.drawing.entity.kind === 'zone';
    return;
  }
  const fixed = box.children.filter(hasPosition);
  const loose = box.children.filter((child) => !child.position);
  if (!box.position && fixed.length > 0) wrap(box, fixed);
  const top = fixed.length > 0 ? extent(fixed).bottom + padding.bottom : padding.top;
  arrangeLoose(loose, links, { x: padding.side, y: top });
  if (box.sized && loose.length === 0) return;
  const { right, bottom } = extent(box.children.filter(hasPosition));
  const needed = { width: right + padding.side, height: bottom + padding.bottom };
  const size = {
    width: Math.max(box.size.width, needed.width),
    height: Math.max(box.size.height, needed.height),
  };
  if (box.sized && (size.width > box.size.width || size.height > box.size.height)) {
    const { path } = box.drawing;
    notes.repairs.push({ place: path, message: t('imports:enlarged') });
  }
  box.size = size;
  box.sized = true;
};

/**
 * Places a box without a position around its children that have a position. On the canvas, the
 * children stay where they are.
 */
const wrap = (box: Box, fixed: PlacedBox[]): void => {
  const { left, top } = extent(fixed);
  const corner = { x: left - padding.side, y: top - padding.top };
  box.position = corner;
  for (const child of fixed) {
    const { x, y } = child.position;
    child.position = { ...child.position, x: x - corner.x, y: y - corner.y };
  }
};

const arrangeRoots = (roots: Box[], links: [Box, Box][]): void => {
  const fixed = roots.filter(hasPosition);
  const loose = roots.filter((root) => !root.position);
  const { left, bottom } = extent(fixed);
  const corner = fixed.length > 0 ? { x: left, y: bottom + padding.top } : { x: 40, y: 40 };
  arrangeLoose(loose, links, corner);
};
