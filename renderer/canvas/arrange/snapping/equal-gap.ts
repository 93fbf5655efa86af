import type { Box } from '#shared/canvas/geometry.ts';
import { axes, meet, spanOf, type Axis, type Span } from './axes.ts';
import type { Gap } from './guides.ts';

type Lying = { along: Span; across: Span };

/**
 * How far a box has to move to stand in the middle between its two neighbours of a row, or as far
 * from its neighbour as that one stands from the next. `null` where neither is within reach.
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

/** The nearest that ends before another one begins and stands in the same row. */
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
