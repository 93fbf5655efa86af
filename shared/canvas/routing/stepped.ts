import type { Position } from '../document.ts';
import { withoutIdlePoints, type Polyline } from './polyline.ts';
import { normals, type Attached } from './sides.ts';

/** The length of the straight part between an element and the first turn, in pixels. */
const stub = 18;
const around = 24;

/**
 * Returns the points of a line that has only horizontal and vertical segments. Each list has the points
 * from one end or bend to the next. `aside` moves the middle segments of parallel flows apart.
 */
export const steppedSegments = (
  start: Attached,
  bends: readonly Position[],
  end: Attached,
  aside: number,
): Position[][] => {
  const out = outOf(start, bends[0] ?? end.point);
  const into = outOf(end, bends.at(-1) ?? start.point);
  const points = [out, ...bends, into];
  let routes: readonly Route[] = [{ legs: [], earlier: null, before: start.point, cost: 0 }];
  for (const [index, to] of points.slice(1).entries()) {
    const from = points[index] ?? to;
    const after = index === points.length - 2 ? end.point : null;
    const earlier = routes;
    routes = legsBetween(from, to, aside).map((legs) => cheapestWith(earlier, legs, after));
  }
  const segments = segmentsOf(cheapest(routes));
  const last = segments.length - 1;
  return segments.map((segment, index) =>
    withoutIdlePoints([
      ...(index === 0 ? [start.point] : []),
      ...segment,
      ...(index === last ? [end.point] : []),
    ]),
  );
};

/**
 * A route from the start of a line to one of its bends or to its end. `legs` has the points of the
 * route's last part. `earlier` is the route without this part. Several routes can share `earlier`, so
 * extending a route copies no points. `before` is the second to last point of the whole route.
 */
type Route = { legs: Position[]; earlier: Route | null; before: Position; cost: number };

const segmentsOf = (whole: Route): Position[][] => {
  const segments: Position[][] = [];
  for (let route = whole; route.earlier; route = route.earlier) segments.push(route.legs);
  return segments.toReversed();
};

/**
 * Extends one of the given routes by new segments (`legs`), and returns the extended route. Chooses the
 * route with which the total cost is lowest. The caller chooses among the extended routes only at the
 * end of the line, because the direction in which a route reaches a bend affects the cost of what
 * follows.
 */
const cheapestWith = (
  routes: readonly Route[],
  legs: Position[],
  after: Position | null,
): Route => {
  const own = costOf(after ? [...legs, after] : legs);
  const before = withoutIdlePoints(legs).at(-2);
  return cheapest(
    routes.map((route) => {
      const into = own.from && legOf(route.before, own.from);
      const turn = into && own.out ? costOfTurn(into, own.out) : 0;
      const cost = route.cost + own.cost + turn;
      return { legs, earlier: route, before: before ?? route.before, cost };
    }),
  );
};

/** Returns the cheapest route, or the first one if several cost the same. */
const cheapest = (routes: readonly Route[]): Route => {
  let [best = { legs: [], earlier: null, before: { x: 0, y: 0 }, cost: 0 }] = routes;
  // A difference below 0.001 does not count, because it can be a rounding error of the sums.
  for (const route of routes) if (route.cost < best.cost - 0.001) best = route;
  return best;
};

const outOf = ({ point, side }: Attached, next: Position): Position => {
  const { x, y } = normals[side];
  const ahead = (next.x - point.x) * x + (next.y - point.y) * y;
  const reach = ahead > 0 ? Math.min(stub, ahead / 2) : stub;
  return { x: point.x + x * reach, y: point.y + y * reach };
};

/**
 * Returns the eight candidates for the part of a line between two points, each of up to three segments.
 * The usual candidates come first.
 */
const legsBetween = (from: Position, to: Position, aside: number): Position[][] => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  // If two parallel flows lead down, the upper one turns later than the lower one, so that the flows do
  // not cross.
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

const within = (value: number, max: number): number => Math.max(-max, Math.min(max, value));

const costOfCorner = 30;
const costOfTurningBack = 10_000;

type Cost = { from: Position | undefined; out: Position | null; cost: number };

/**
 * Returns the cost of a part of a line, with the part's start (`from`) and first segment (`out`). The
 * cost of the earlier parts is not included.
 */
const costOf = (line: Polyline): Cost => {
  const [from] = line;
  let out: Position | null = null;
  let last: Position | null = null;
  let cost = 0;
  for (const [index, to] of line.entries()) {
    const leg = legOf(line[index - 1] ?? to, to);
    if (!leg) continue;
    cost += Math.abs(leg.x) + Math.abs(leg.y) + (last ? costOfTurn(last, leg) : 0);
    out ??= leg;
    last = leg;
  }
  return { from, out, cost };
};

const legOf = (from: Position, to: Position): Position | null =>
  from.x === to.x && from.y === to.y ? null : { x: to.x - from.x, y: to.y - from.y };

const costOfTurn = (one: Position, other: Position): number => {
  const alike = one.x * other.x + one.y * other.y;
  if (alike < 0) return costOfTurningBack;
  return alike === 0 ? costOfCorner : 0;
};
