import { elementColors, type ElementColor } from './canvas-colors.ts';
import { flowShapes, type CanvasEdge, type FlowShape, type Position } from './document.ts';
import { sides, type Side } from './routing/sides.ts';

/**
 * The settings of a route that are stored with the flow. Everything else about the route follows from
 * the elements at the flow's ends.
 */
export type FlowCourse = {
  source?: Side | undefined;
  target?: Side | undefined;
  shape?: FlowShape;
  bends?: readonly Position[];
  labelAt?: number | undefined;
};

/**
 * The largest coordinate of a bend, in pixels. It is far beyond any drawing, but small enough that sums
 * with one decimal place are exact.
 */
const farthest = 1_000_000;

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const limited = (value: number): number => Math.max(-farthest, Math.min(farthest, value));

/**
 * Returns the `data` of a flow, or an empty object if it is not an object. Documents are stored as they
 * arrive, so `data` and its fields may be anything.
 */
const dataOf = (edge: Pick<CanvasEdge, 'data'>): Record<string, unknown> => {
  const data: unknown = edge.data;
  return typeof data === 'object' && data !== null ? { ...data } : {};
};

/**
 * Returns the stored bends, except values that are not points. Keys of a bend other than `x` and `y` are
 * kept.
 */
export const bendsOf = (edge: Pick<CanvasEdge, 'data'>): Position[] => {
  const { bends } = dataOf(edge);
  return Array.isArray(bends) ? bends.filter(isPosition) : [];
};

export const isPosition = (value: unknown): value is Position =>
  typeof value === 'object' &&
  value !== null &&
  'x' in value &&
  'y' in value &&
  isNumber(value.x) &&
  isNumber(value.y);

export const shapeOf = (edge: Pick<CanvasEdge, 'data'>): FlowShape => {
  const { shape } = dataOf(edge);
  return flowShapes.find((each) => each === shape) ?? 'smooth';
};

export const flowColorOf = (edge: Pick<CanvasEdge, 'data'>): ElementColor | undefined => {
  const { color } = dataOf(edge);
  return elementColors.find((each) => each === color);
};

/**
 * Returns the side that a handle of a flow names, as in `right`, `source-right`, or `left-2`, or
 * `undefined` if the handle names no side.
 */
export const sideOfHandle = (handle: unknown): Side | undefined =>
  typeof handle === 'string'
    ? sides.find((side) => handle.toLowerCase().includes(side))
    : undefined;

export const courseOf = (edge: CanvasEdge): FlowCourse => {
  const { labelAt } = dataOf(edge);
  return {
    source: sideOfHandle(edge.sourceHandle),
    target: sideOfHandle(edge.targetHandle),
    shape: shapeOf(edge),
    bends: bendsOf(edge).map(({ x, y }) => ({ x: limited(x), y: limited(y) })),
    labelAt: isNumber(labelAt) ? Math.max(0, Math.min(1, labelAt)) : undefined,
  };
};
