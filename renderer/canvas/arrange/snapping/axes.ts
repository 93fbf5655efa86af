import type { Box } from '#shared/canvas/geometry.ts';

/** A box along one direction: where it starts, its middle and its end. */
export type Span = { start: number; middle: number; end: number };

export const axes = {
  x: { start: 'x', length: 'width', other: 'y' },
  y: { start: 'y', length: 'height', other: 'x' },
} as const;

export type Axis = keyof typeof axes;

export const spanOf = (box: Box, axis: Axis): Span => {
  const { start, length } = axes[axis];
  const from = box[start];
  return { start: from, middle: from + box[length] / 2, end: from + box[length] };
};

export const meet = (one: Span, other: Span): boolean =>
  one.start < other.end && other.start < one.end;
