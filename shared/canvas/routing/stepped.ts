import type { Position } from '../document.ts';
import { withoutIdlePoints, type Polyline } from './polyline.ts';
import { normals, type Attached } from './sides.ts';

/** How far a line goes straight out of an element before it turns. */
const stub = 18;
const around = 24;

/**
 * Level and upright legs from one end to the other, in a stretch between each two points that the
 * line has to pass. `aside` sets the middle legs of parallel flows apart.
 */
export const steppedStretches = (
  start: Attached,
  bends: readonly Position[],
  end: Attached,
  aside: number,
): Position[][] => {
  const out = outOf(start, bends[0] ?? end.point);
  const into = outOf(end, bends.at(-1) ?? start.point);
  const points = [out, ...bends, into];
  let ways: Way[] = [{ stretches: [], before: start.point, cost: 0 }];
  for (const [index, to] of points.slice(1).entries()) {
    const from = points[index] ?? to;
    const after = index === points.length - 2 ? end.point : null;
    ways = legsBetween(from, to, aside).map((legs) => cheapestWith(ways, legs, after));
  }
  const { stretches } = cheapest(ways);
  const last = stretches.length - 1;
  return stretches.map((stretch, index) =>
    withoutIdlePoints([
      ...(index === 0 ? [start.point] : []),
      ...stretch,
      ...(index === last ? [end.point] : []),
    ]),
  );
};

/** A way so far; `before` is the point from which it came to its last one. */
type Way = { stretches: Position[][]; before: Position; cost: number };

/**
 * The legs at the end of that one of the ways with which they cost least. A way is not chosen before
 * its end: how a line comes to a bend decides how it can leave it.
 */
const cheapestWith = (ways: readonly Way[], legs: Position[], after: Position | null): Way =>
  cheapest(
    ways.map(({ stretches, before, cost }) => ({
      stretches: [...stretches, legs],
      before: withoutIdlePoints(legs).at(-2) ?? before,
      cost: cost + costOf(before, after ? [...legs, after] : legs),
    })),
  );

/** Of equals the first one. */
const cheapest = (ways: readonly Way[]): Way => {
  let [best = { stretches: [], before: { x: 0, y: 0 }, cost: 0 }] = ways;
  // What sums of fractions differ by is no difference.
  for (const way of ways) if (way.cost < best.cost - 0.001) best = way;
  return best;
};

const outOf = ({ point, side }: Attached, next: Position): Position => {
  const { x, y } = normals[side];
  const ahead = (next.x - point.x) * x + (next.y - point.y) * y;
  const reach = ahead > 0 ? Math.min(stub, ahead / 2) : stub;
  return { x: point.x + x * reach, y: point.y + y * reach };
};

/** All sensible ways of up to three legs, the usual ones first. */
const legsBetween = (from: Position, to: Position, aside: number): Position[][] => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  // The upper of two flows that lead down turns later: then they do not cross.
  const shift = -aside * (Math.sign(dx) || 1) * (Math.sign(dy) || 1);
  const byX = (x: number) => [from, { x, y: from.y }, { x, y: to.y }, to];
  const byY = (y: number) => [from, { x: from.x, y }, { x: to.x, y }, to];
  return [
    byX(from.x + dx / 2 + within(shift, Math.abs(dx) / 2)),
    byY(from.y + dy / 2 + within(shift, Math.abs(dy) / 2)),
    byX(to.x),
    byY(to.y),
    byX(Math.max(from.x, to.x) + around),
    byX(Math.min(from.x, to.x) - around),
    byY(Math.max(from.y, to.y) + around),
    byY(Math.min(from.y, to.y) - around),
  ];
};

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

const costOfCorner = 30;
const costOfTurningBack = 10_000;

/** What it costs to go on along a line, having come from `before`. */
const costOf = (before: Position, way: Polyline): number => {
  const [start = before] = way;
  let cost = 0;
  let last: Position | null = legOf(before, start);
  for (const [index, to] of way.entries()) {
    const leg = legOf(way[index - 1] ?? to, to);
    if (!leg) continue;
    cost += Math.abs(leg.x) + Math.abs(leg.y) + (last ? costOfTurn(last, leg) : 0);
    last = leg;
  }
  return cost;
};

const legOf = (from: Position, to: Position): Position | null =>
  from.x === to.x && from.y === to.y ? null : { x: to.x - from.x, y: to.y - from.y };

const costOfTurn = (one: Position, other: Position): number => {
  const alike = one.x * other.x + one.y * other.y;
  if (alike < 0) return costOfTurningBack;
  return alike === 0 ? costOfCorner : 0;
};
