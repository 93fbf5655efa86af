import type { Position } from '#shared/canvas/document.ts';
import { boxAround, type Box } from '#shared/canvas/geometry.ts';
import {
  axes,
  equalGap,
  spanOf,
  type Axis,
  type Gap,
  type Guide,
  type Hints,
  type Span,
} from './guides.ts';

export type SnapTargets = {
  /** The snap distance, in canvas pixels. */
  reach: number;
  /** The grid step, or `null` for no snapping to the grid. */
  grid: number | null;
  /** The boxes of other elements in view. Empty for no snapping to elements. */
  others: readonly Box[];
};

type Rest = { by: number; gaps: Gap[] };

/** Returns the snap offset of a dragged box, and the hints that show why. */
export const snapMove = (box: Box, targets: SnapTargets): Hints & { by: Position } => {
  const x = restMove(box, 'x', targets);
  const y = restMove(box, 'y', targets);
  const by = { x: x.by, y: y.by };
  const rested = { ...box, x: box.x + by.x, y: box.y + by.y };
  const guides = guidesOf(rested, targets.others);
  return { by, guides, gaps: [...x.gaps, ...y.gaps] };
};

/**
 * Snaps to the nearest aligned edge, aligned middle, or equal gap. If none is in reach, snaps to
 * the grid.
 */
const restMove = (box: Box, axis: Axis, { others, reach, grid }: SnapTargets): Rest => {
  const own = spanOf(box, axis);
  let by: number | null = null;
  for (const other of others) {
    const span = spanOf(other, axis);
    const distances = [
      span.start - own.start,
      span.end - own.end,
      span.start - own.end,
      span.end - own.start,
      span.middle - own.middle,
    ];
    for (const distance of distances) by = nearer(by, distance, reach);
  }
  const spaced = equalGap(box, axis, others, reach);
  if (spaced && (by === null || Math.abs(spaced.by) < Math.abs(by))) return spaced;
  if (by !== null) return { by, gaps: [] };
  return { by: toGrid(own.start, grid), gaps: [] };
};

const nearer = (known: number | null, distance: number, reach: number): number | null =>
  Math.abs(distance) <= reach && (known === null || Math.abs(distance) < Math.abs(known))
    ? distance
    : known;

/** Returns the distance to the nearest grid line or, without a grid, to the nearest whole pixel. */
const toGrid = (at: number, grid: number | null): number => {
  const step = grid ?? 1;
  return Math.round(at / step) * step - at;
};

const same = (one: number, other: number): boolean => Math.abs(one - other) < 0.5;

/**
 * Returns a line for each edge or middle of the box with which other boxes are aligned. The line
 * runs across all these boxes.
 */
const guidesOf = (box: Box, others: readonly Box[]): Guide[] =>
  (['x', 'y'] as const).flatMap((axis) => {
    const own = spanOf(box, axis);
    return (['start', 'middle', 'end'] as const).flatMap((part): Guide[] => {
      const at = own[part];
      const onLine = others.filter((other) => liesOn(spanOf(other, axis), at, part));
      const around = boxAround([box, ...onLine]);
      if (onLine.length === 0 || !around) return [];
      const { start: from, end: to } = spanOf(around, axes[axis].other);
      return [{ axis, at, from, to }];
    });
  });

const liesOn = ({ start, middle, end }: Span, at: number, part: keyof Span): boolean =>
  part === 'middle' ? same(middle, at) : same(start, at) || same(end, at);

/** Returns the snapped box of a resize. Only edges that moved are snapped. */
export const snapResize = (
  before: Box,
  wanted: Box,
  targets: SnapTargets,
): Hints & { box: Box } => {
  const box = { ...wanted };
  for (const axis of ['x', 'y'] as const) {
    const { start, length } = axes[axis];
    const [was, is] = [spanOf(before, axis), spanOf(wanted, axis)];
    const from = was.start === is.start ? is.start : restEdge(is.start, axis, targets);
    const to = was.end === is.end ? is.end : restEdge(is.end, axis, targets);
    // If snapping would leave almost no space between two edges, they are not snapped, so that the box
    // cannot be inverted.
    if (to - from < targets.reach) continue;
    box[start] = from;
    box[length] = to - from;
  }
  const guides = guidesOf(box, targets.others).filter(({ axis, at }) => {
    const [was, is] = [spanOf(before, axis), spanOf(box, axis)];
    return (at === is.start && was.start !== at) || (at === is.end && was.end !== at);
  });
  return { box, guides, gaps: [] };
};

const restEdge = (at: number, axis: Axis, { others, reach, grid }: SnapTargets): number => {
  let by: number | null = null;
  for (const other of others) {
    const { start, end } = spanOf(other, axis);
    by = nearer(nearer(by, start - at, reach), end - at, reach);
  }
  return at + (by ?? toGrid(at, grid));
};
