import type { FlowShape, Position } from './document.ts';
import type { FlowCourse } from './flow-course.ts';
import type { Box } from './geometry.ts';
import type { Lane } from './parallel-flows.ts';
import { curved, stepped, straight, type DrawnLine } from './routing/drawn-line.ts';
import { pointAlong, type Polyline } from './routing/polyline.ts';
import { attached, boxAt, facingSides, type Aside, type Attached } from './routing/sides.ts';
import { smoothCurves } from './routing/smooth.ts';
import { steppedStretches } from './routing/stepped.ts';

/** The way of a flow on the canvas. */
export type FlowRoute = DrawnLine & {
  start: Position;
  end: Position;
  /** The middle of its text. */
  label: Position;
  /** The line in straight legs: to measure it, to find a place on it, to frame it. */
  line: Polyline;
};

const laneGap = 24;
/** On each side of where both ends of a loop would meet. */
const loopGap = 14;

/**
 * The way of a flow between two boxes: through its bends, in its shape. The sides are those that
 * face each other, or the nearest bend, unless the flow names one; parallel flows are set apart;
 * nodes that overlap in height or width are joined by a straight line.
 */
export const routeFlow = (
  source: Box,
  target: Box,
  lane: Lane,
  course: FlowCourse = {},
): FlowRoute => {
  const { shape = 'smooth', bends = [], labelAt } = course;
  const isLoop = source.x === target.x && source.y === target.y;
  const aside = asideOf(lane, shape, isLoop);
  const { stretches, path } =
    isLoop && bends.length === 0
      ? loop(source, lane.index, shape)
      : between(endsOf(source, target, course, aside), bends, shape, offsetOf(lane));
  const line = stretches.flatMap((stretch, index) => (index === 0 ? stretch : stretch.slice(1)));
  const start = line[0] ?? source;
  const end = line.at(-1) ?? target;
  const at = labelAt ?? usualLabelAt(start, end, lane);
  return { path, start, end, label: pointAlong(line, at), line, stretches };
};

/** How far aside of where it would be alone a flow is drawn. */
export const offsetOf = ({ index, count }: Lane): number => (index - (count - 1) / 2) * laneGap;

/** Of both ends: those of a loop are beside each other. */
const asideOf = (lane: Lane, shape: FlowShape, isLoop: boolean): [Aside, Aside] => {
  const apart = isLoop ? loopGap : 0;
  const spread = ((lane.count - 1) / 2) * laneGap + apart;
  const isHeld = shape !== 'smooth';
  const offset = offsetOf(lane);
  return [
    { offset: offset - apart, spread, isHeld },
    { offset: offset + apart, spread, isHeld },
  ];
};

const endsOf = (
  source: Box,
  target: Box,
  { source: fromSide, target: toSide, bends = [] }: FlowCourse,
  [atSource, atTarget]: [Aside, Aside],
): [Attached, Attached] => {
  const [first, last] = [bends[0], bends.at(-1)];
  const towards = first ? boxAt(first) : target;
  const from = last ? boxAt(last) : source;
  const facing = facingSides(source, target);
  const out = fromSide ?? (first ? facingSides(source, towards).source : facing.source);
  const into = toSide ?? (last ? facingSides(target, from).source : facing.target);
  return [attached(source, towards, out, atSource), attached(target, from, into, atTarget)];
};

const between = (
  [start, end]: [Attached, Attached],
  bends: readonly Position[],
  shape: FlowShape,
  offset: number,
): DrawnLine => {
  switch (shape) {
    case 'smooth':
      return curved(smoothCurves(start, bends, end));
    case 'straight':
      return straight(pairs([start.point, ...bends, end.point]));
    case 'stepped':
      return stepped(steppedStretches(start, bends, end, offset));
  }
};

const pairs = (points: Polyline): Polyline[] =>
  points.slice(1).map((to, index) => [points[index] ?? to, to]);

/** Where along the line the text goes: parallel flows that run upright have theirs one below another. */
const usualLabelAt = (start: Position, end: Position, { index, count }: Lane): number => {
  const upright = Math.abs(end.y - start.y) > Math.abs(end.x - start.x);
  if (!upright || count === 1) return 0.5;
  const step = Math.min(0.7 / count, laneGap / Math.max(1, Math.abs(end.y - start.y)));
  // Counted from the top, whichever way the flow runs.
  const shift = (index - (count - 1) / 2) * step;
  return 0.5 + (end.y > start.y ? shift : -shift);
};

/** A flow from a node to itself, over its top right corner; each further one wider. */
const loop = (box: Box, index: number, shape: FlowShape): DrawnLine => {
  const start = { x: box.x + box.width, y: box.y + box.height / 3 };
  const end = { x: box.x + (box.width * 2) / 3, y: box.y };
  if (shape === 'smooth') {
    const size = 48 + index * 2 * laneGap;
    const one = { x: start.x + size, y: start.y };
    return curved([[start, one, { x: end.x, y: end.y - size }, end]]);
  }
  const size = laneGap * (index + 1);
  const corners = [
    { x: start.x + size, y: start.y },
    { x: start.x + size, y: end.y - size },
    { x: end.x, y: end.y - size },
  ];
  const line = [start, ...corners, end];
  return shape === 'stepped' ? stepped([line]) : straight([line]);
};
