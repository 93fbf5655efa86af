import type { FlowShape, Position } from './document.ts';
import type { FlowCourse } from './flow-course.ts';
import { holdsBox, type Box } from './geometry.ts';
import type { Lane } from './parallel-flows.ts';
import { curved, stepped, straight, type DrawnLine } from './routing/drawn-line.ts';
import { pointAlong, type Polyline } from './routing/polyline.ts';
import {
  attached,
  attachedInside,
  boxAt,
  facingSides,
  type Aside,
  type Attached,
} from './routing/sides.ts';
import { smoothCurves } from './routing/smooth.ts';
import { steppedSegments } from './routing/stepped.ts';

/** The route of a flow, in canvas positions. */
export type FlowRoute = DrawnLine & {
  start: Position;
  end: Position;
  /**
   * The position of the label if nothing is in its way, as a point and as a fraction of the line
   * (`labelAt`).
   */
  label: Position;
  labelAt: number;
  /**
   * The line as straight segments. They serve to measure the line, to find points on it, and to get its
   * box.
   */
  line: Polyline;
};

/**
 * The largest number of bends with which a flow is drawn in its own shape. With more bends, its segments
 * are straight. No person adds so many bends.
 */
const maxRoutedBends = 300;

/**
 * Tells if a flow is drawn in its own shape and a person can drag its segments. This is false for a flow
 * with too many bends.
 */
export const isRouted = ({ bends = [] }: FlowCourse): boolean => bends.length <= maxRoutedBends;

const laneGap = 24;
/**
 * Half the distance between the ends of a loop, in pixels. Without this distance, both ends would be at
 * the same point.
 */
const loopGap = 14;

/**
 * Returns the route of a flow between two boxes, through the flow's bends and in its shape. Unless the
 * flow names a side, each end is on the side that faces the nearest bend or, without bends, the other
 * box. A flow without bends is straight if the vertical or horizontal ranges of the boxes overlap.
 * Parallel flows are spread out.
 */
export const routeFlow = (
  source: Box,
  target: Box,
  lane: Lane,
  course: FlowCourse = {},
): FlowRoute => {
  const { shape = 'smooth', bends = [], labelAt } = course;
  const isLoop = source.x === target.x && source.y === target.y;
  // The bends keep a flow apart from parallel flows, so the ends of a flow with bends are not moved
  // sideways.
  const own = bends.length > 0 ? alone : lane;
  const aside = asideOf(own, shape, isLoop);
  const { segments, path } =
    isLoop && bends.length === 0
      ? loop(source, lane.index, shape)
      : between(endsOf(source, target, course, aside), bends, shape, offsetOf(own));
  const line = segments.flatMap((segment, index) => (index === 0 ? segment : segment.slice(1)));
  const start = line[0] ?? source;
  const end = line.at(-1) ?? target;
  const at = labelAt ?? usualLabelAt(start, end, lane);
  return { path, start, end, label: pointAlong(line, at), labelAt: at, line, segments };
};

const alone: Lane = { index: 0, count: 1 };

/** Returns how far a flow is moved sideways because of parallel flows, in pixels. */
const offsetOf = ({ index, count }: Lane): number => (index - (count - 1) / 2) * laneGap;

/** Returns the sideways offsets of both ends. The ends of a loop are moved apart. */
const asideOf = (lane: Lane, shape: FlowShape, isLoop: boolean): [Aside, Aside] => {
  const apart = isLoop ? loopGap : 0;
  const spread = ((lane.count - 1) / 2) * laneGap + apart;
  const isCompressed = shape !== 'smooth';
  const offset = offsetOf(lane);
  return [
    { offset: offset - apart, spread, isCompressed },
    { offset: offset + apart, spread, isCompressed },
  ];
};

const endsOf = (
  source: Box,
  target: Box,
  { source: fromSide, target: toSide, bends = [] }: FlowCourse,
  [atSource, atTarget]: [Aside, Aside],
): [Attached, Attached] => {
  const [first, last] = [bends[0], bends.at(-1)];
  if (!first && !fromSide && !toSide) {
    if (holdsBox(source, target)) return attachedInside(source, target, atSource.offset);
    if (holdsBox(target, source)) {
      const [outer, inner] = attachedInside(target, source, atSource.offset);
      return [inner, outer];
    }
  }
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
  if (!isRouted({ bends })) return straight([[start.point, ...bends, end.point]]);
  switch (shape) {
    case 'smooth':
      return curved(smoothCurves(start, bends, end));
    case 'straight':
      return straight(pairs([start.point, ...bends, end.point]));
    case 'stepped':
      return stepped(steppedSegments(start, bends, end, offset));
  }
};

const pairs = (points: Polyline): Polyline[] =>
  points.slice(1).map((to, index) => [points[index] ?? to, to]);

/**
 * Returns the usual position of the label, as a fraction of the line. The labels of parallel vertical
 * flows are placed one below another.
 */
const usualLabelAt = (start: Position, end: Position, { index, count }: Lane): number => {
  const upright = Math.abs(end.y - start.y) > Math.abs(end.x - start.x);
  if (!upright || count === 1) return 0.5;
  const step = Math.min(0.7 / count, laneGap / Math.max(1, Math.abs(end.y - start.y)));
  // The lanes are counted from the top, so the sign of the shift depends on the direction of the line.
  const shift = (index - (count - 1) / 2) * step;
  return 0.5 + (end.y > start.y ? shift : -shift);
};

/**
 * Returns a loop from a node to itself, around the node's top right corner. Each further loop of the
 * node is wider.
 */
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
