import type { Position } from '#shared/canvas/document.ts';
import { boxAround, type Box } from '#shared/canvas/geometry.ts';
import { axes, spanOf, type Axis, type Span } from './axes.ts';
import { equalGap } from './equal-gap.ts';
import type { Gap, Guide, Hints } from './guides.ts';

export type Ways = {
  /** How far, in pixels of the canvas, something may lie to be snapped to. */
  reach: number;
  /** `null` where there is no grid to snap to. */
  grid: number | null;
  /** The boxes of other elements in view; none where they do not matter. */
  others: readonly Box[];
};

type Rest = { by: number; gaps: Gap[] };

/** Where a box that is dragged comes to rest, and what shows why. */
export const snapMove = (box: Box, ways: Ways): Hints & { by: Position } => {
  const x = restMove(box, 'x', ways);
  const y = restMove(box, 'y', ways);
  const by = { x: x.by, y: y.by };
  const rested = { ...box, x: box.x + by.x, y: box.y + by.y };
  const guides = guidesOf(rested, ways.others);
  return { by, guides, gaps: [...x.gaps, ...y.gaps] };
};

/** Edges rest at edges and middles at middles; then come equal gaps, and then the grid. */
const restMove = (box: Box, axis: Axis, { others, reach, grid }: Ways): Rest => {
  const own = spanOf(box, axis);
  let by: number | null = null;
  for (const other of others) {
    const span = spanOf(other, axis);
    const ways = [
      span.start - own.start,
      span.end - own.end,
      span.start - own.end,
      span.end - own.start,
      span.middle - own.middle,
    ];
    for (const way of ways) by = nearer(by, way, reach);
  }
  const spaced = equalGap(box, axis, others, reach);
  if (spaced && (by === null || Math.abs(spaced.by) < Math.abs(by))) return spaced;
  if (by !== null) return { by, gaps: [] };
  return { by: toGrid(own.start, grid), gaps: [] };
};

const nearer = (known: number | null, way: number, reach: number): number | null =>
  Math.abs(way) <= reach && (known === null || Math.abs(way) < Math.abs(known)) ? way : known;

/** Whole pixels at least. */
const toGrid = (at: number, grid: number | null): number => {
  const step = grid ?? 1;
  return Math.round(at / step) * step - at;
};

const same = (one: number, other: number): boolean => Math.abs(one - other) < 0.5;

/** A line for each edge or middle of the box that lies on one of others, as long as all on it. */
const guidesOf = (box: Box, others: readonly Box[]): Guide[] =>
  (['x', 'y'] as const).flatMap((axis) => {
    const own = spanOf(box, axis);
    return (['start', 'middle', 'end'] as const).flatMap((place): Guide[] => {
      const at = own[place];
      const onLine = others.filter((other) => liesOn(spanOf(other, axis), at, place));
      const around = boxAround([box, ...onLine]);
      if (onLine.length === 0 || !around) return [];
      const { start: from, end: to } = spanOf(around, axes[axis].other);
      return [{ axis, at, from, to }];
    });
  });

const liesOn = ({ start, middle, end }: Span, at: number, place: keyof Span): boolean =>
  place === 'middle' ? same(middle, at) : same(start, at) || same(end, at);

/** The box that a resized one comes to rest with: only edges that have moved are snapped. */
export const snapResize = (before: Box, wanted: Box, ways: Ways): Hints & { box: Box } => {
  const box = { ...wanted };
  for (const axis of ['x', 'y'] as const) {
    const { start, length } = axes[axis];
    const [was, is] = [spanOf(before, axis), spanOf(wanted, axis)];
    const from = was.start === is.start ? is.start : restEdge(is.start, axis, ways);
    const to = was.end === is.end ? is.end : restEdge(is.end, axis, ways);
    // Never turned inside out: where there is no room left, it is as wide as the hand has it.
    if (to - from < ways.reach) continue;
    box[start] = from;
    box[length] = to - from;
  }
  const guides = guidesOf(box, ways.others).filter(({ axis, at }) => {
    const [was, is] = [spanOf(before, axis), spanOf(box, axis)];
    return (at === is.start && was.start !== at) || (at === is.end && was.end !== at);
  });
  return { box, guides, gaps: [] };
};

const restEdge = (at: number, axis: Axis, { others, reach, grid }: Ways): number => {
  let by: number | null = null;
  for (const other of others) {
    const { start, end } = spanOf(other, axis);
    by = nearer(nearer(by, start - at, reach), end - at, reach);
  }
  return at + (by ?? toGrid(at, grid));
};
