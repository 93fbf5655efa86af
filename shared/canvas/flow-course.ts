import {
  elementColors,
  flowShapes,
  type CanvasEdge,
  type ElementColor,
  type FlowShape,
  type Position,
} from './document.ts';
import { sides, type Side } from './routing/sides.ts';

/** What a flow says of its own way; all else follows from the elements it joins. */
export type FlowCourse = {
  source?: Side | undefined;
  target?: Side | undefined;
  shape?: FlowShape;
  bends?: readonly Position[];
  labelAt?: number | undefined;
};

/**
 * A million pixels from the middle is far beyond any drawing, and still small enough that sums and
 * one decimal place of it are exact.
 */
const farthest = 1_000_000;

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

const limited = (value: number): number => Math.max(-farthest, Math.min(farthest, value));

/** Stored drawings are kept to the letter, so `data` and what is in it may be anything. */
const dataOf = (edge: Pick<CanvasEdge, 'data'>): Record<string, unknown> => {
  const data: unknown = edge.data;
  return typeof data === 'object' && data !== null ? { ...data } : {};
};

/** The bends as they stand in the document: what is no point is left out, other keys stay. */
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

/** A side named by the handle of a flow: `right`, `source-right`, `left-2`. */
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
