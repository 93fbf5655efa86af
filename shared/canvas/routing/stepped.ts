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
  let before = start.point;
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    const isLast = index === points.length - 2;
    const way = cheapest(before, waysBetween(from, to, aside), isLast ? end.point : null);
    before = way.at(-2) ?? from;
    const whole = [...(index === 0 ? [start.point] : []), ...way, ...(isLast ? [end.point] : [])];
    return withoutIdlePoints(whole);
  });
};

const outOf = ({ point, side }: Attached, next: Position): Position => {
  const { x, y } = normals[side];
  const ahead = (next.x - point.x) * x + (next.y - point.y) * y;
  const reach = ahead > 0 ? Math.min(stub, ahead / 2) : stub;
  return { x: point.x + x * reach, y: point.y + y * reach };
};

/** All sensible ways of up to three legs; of equals the first one is taken. */
const waysBetween = (from: Position, to: Position, aside: number): Position[][] => {
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

const cheapest = (before: Position, ways: Position[][], after: Position | null): Position[] => {
  let [best = []] = ways;
  let least = Infinity;
  for (const way of ways) {
    const cost = costOf([before, ...way, ...(after ? [after] : [])]);
    // What sums of fractions differ by is no difference.
    if (cost < least - 0.001) [best, least] = [way, cost];
  }
  return withoutIdlePoints(best);
};

const costOfCorner = 30;
const costOfTurningBack = 10_000;

const costOf = (way: Polyline): number => {
  let cost = 0;
  let last: Position | null = null;
  for (const [index, to] of way.entries()) {
    const from = way[index - 1];
    if (!from || (from.x === to.x && from.y === to.y)) continue;
    const leg = { x: to.x - from.x, y: to.y - from.y };
    cost += Math.abs(leg.x) + Math.abs(leg.y);
    if (last) cost += costOfTurn(last, leg);
    last = leg;
  }
  return cost;
};

const costOfTurn = (one: Position, other: Position): number => {
  const alike = one.x * other.x + one.y * other.y;
  if (alike < 0) return costOfTurningBack;
  return alike === 0 ? costOfCorner : 0;
};
