import { create } from 'zustand';
import type { Box } from '#shared/canvas/geometry.ts';

/** A box along one axis: its start, middle, and end. */
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

const meet = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

/**
 * A line across all boxes that are aligned on it. `at` is its coordinate on `axis`, in canvas
 * pixels.
 */
export type Guide = { axis: Axis; at: number; from: number; to: number };

/**
 * A gap between two boxes along `axis`, drawn at `at` on the other axis. It is as wide as a
 * neighboring gap.
 */
export type Gap = { axis: Axis; from: number; to: number; at: number };

export type Hints = { guides: readonly Guide[]; gaps: readonly Gap[] };

export const noHints: Hints = { guides: [], gaps: [] };

/** The guides and gaps that show what a dragged element snaps to. */
export const useHints = create<Hints & { zoom: number }>(() => ({ ...noHints, zoom: 1 }));

export const clearHints = (): void => {
  const { guides, gaps } = useHints.getState();
  if (guides.length + gaps.length > 0) useHints.setState(noHints);
};

type Lying = { along: Span; across: Span };

/**
 * Returns the smallest offset that centers a box between its two neighbors in a row, or that makes its
 * gap to one neighbor as wide as the gap beyond that neighbor. Returns `null` if no such offset is
 * within `reach`.
 */
export const equalGap = (
  box: Box,
  axis: Axis,
  others: readonly Box[],
  reach: number,
): { by: number; gaps: Gap[] } | null => {
  const lie = (each: Box): Lying => ({
    along: spanOf(each, axis),
    across: spanOf(each, axes[axis].other),
  });
  const own = lie(box);
  const all = others.map(lie);
  const before = nextBefore(own, all, reach);
  const after = nextAfter(own, all, reach);
  const found: { by: number; gaps: Gap[] }[] = [];
  const offer = (by: number, ...pairs: (readonly [Lying, Lying])[]): void => {
    if (Math.abs(by) > reach) return;
    found.push({ by, gaps: pairs.map(([one, other]) => gapBetween(axis, one, other)) });
  };
  if (before && after) {
    const by = (before.along.end + after.along.start) / 2 - own.along.middle;
    offer(by, [before, moved(own, by)], [moved(own, by), after]);
  }
  const beyond = before && nextBefore(before, all, 0);
  if (before && beyond) {
    const gap = before.along.start - beyond.along.end;
    const by = before.along.end + gap - own.along.start;
    offer(by, [beyond, before], [before, moved(own, by)]);
  }
  const further = after && nextAfter(after, all, 0);
  if (after && further) {
    const gap = further.along.start - after.along.end;
    const by = after.along.start - gap - own.along.end;
    offer(by, [moved(own, by), after], [after, further]);
  }
  return found.toSorted((one, other) => Math.abs(one.by) - Math.abs(other.by))[0] ?? null;
};

const moved = ({ along: { start, middle, end }, across }: Lying, by: number): Lying => ({
  along: { start: start + by, middle: middle + by, end: end + by },
  across,
});

/**
 * Returns the nearest box in the same row that ends before the box `of` begins. The two may overlap by
 * at most `reach`. Returns `undefined` if there is no such box.
 */
const nextBefore = (of: Lying, all: readonly Lying[], reach: number): Lying | undefined => {
  let nearest: Lying | undefined;
  for (const each of all) {
    if (each.along.end > of.along.start + reach || !meet(each.across, of.across)) continue;
    if (!nearest || each.along.end > nearest.along.end) nearest = each;
  }
  return nearest;
};

const nextAfter = (of: Lying, all: readonly Lying[], reach: number): Lying | undefined => {
  let nearest: Lying | undefined;
  for (const each of all) {
    if (each.along.start < of.along.end - reach || !meet(each.across, of.across)) continue;
    if (!nearest || each.along.start < nearest.along.start) nearest = each;
  }
  return nearest;
};

const gapBetween = (axis: Axis, one: Lying, other: Lying): Gap => ({
  axis,
  from: one.along.end,
  to: other.along.start,
  at:
    (Math.max(one.across.start, other.across.start) + Math.min(one.across.end, other.across.end)) /
    2,
});
