import type { Position } from '../canvas/document.ts';
import type { Box } from '../canvas/geometry.ts';
import type { Polyline } from '../canvas/routing/polyline.ts';
import { smallestFirst } from './smallest-first.ts';

/** The directions as numbers. Adding 2 to a direction, modulo 4, gives the opposite direction. */
export const right = 0;
export const down = 1;
export const left = 2;
export const up = 3;
type Direction = typeof right | typeof down | typeof left | typeof up;

/**
 * A point at an element where a flow may begin or end (`at`), the grid point in front of it (`ahead`),
 * and the direction from `at` to `ahead`.
 */
export type Port = { at: Position; ahead: Position; direction: Direction; cost: number };

/**
 * Horizontal and vertical lines on which flows are routed. The grid points, at which these lines cross,
 * divide the lines into segments. Each segment has a cost.
 */
export type RouteGrid = {
  /** The number of grid points. */
  size: number;
  /** Makes all segments that touch a box impassable or, if `isBlocked` is false, passable again. */
  block: (box: Box, isBlocked: boolean) => void;
  /** Makes it expensive to cross the outline of a box, or to run along it. */
  outline: (box: Box) => void;
  /** Makes it expensive to cross a line, and more so to run along it. */
  occupy: (line: Polyline) => void;
  /** Returns the cheapest line between two sets of ports, or `null` if all ways are blocked. */
  cheapest: (from: readonly Port[], to: readonly Port[]) => Position[] | null;
};

/**
 * The costs of a route in addition to its length. Each cost is the length of line that costs as much, in
 * pixels.
 */
const costs = { corner: 60, crossing: 300, outline: 120, along: 8 };

/** The distance in pixels below which two lines look like one. */
const apart = 9;

/**
 * Returns a grid with lines at these coordinates. The number of grid points bounds the time for each
 * route.
 */
export const routeGrid = (columns: Iterable<number>, rows: Iterable<number>): RouteGrid => {
  const [xs, ys] = [ascending(columns), ascending(rows)];
  const width = xs.length;
  /**
   * Returns a list with one number for each segment. The index of a segment is the index of the grid
   * point from which the segment leads to the right or down.
   */
  const numbers = (): Float32Array => new Float32Array(width * ys.length);
  const [ofAcross, ofDown] = [numbers(), numbers()];
  const [blockedAcross, blockedDown] = [numbers(), numbers()];

  /** Calls `act` with each horizontal segment that has at least one point in common with the box. */
  const eachAcross = ({ x, y, width: w, height: h }: Box, act: (piece: number) => void): void => {
    for (let row = firstFrom(ys, y); row < ys.length && (ys[row] ?? 0) <= y + h; row += 1) {
      const start = Math.max(0, firstFrom(xs, x) - 1);
      for (let at = start; at + 1 < width && (xs[at] ?? 0) <= x + w; at += 1) act(row * width + at);
    }
  };
  const eachDown = ({ x, y, width: w, height: h }: Box, act: (piece: number) => void): void => {
    for (let at = firstFrom(xs, x); at < width && (xs[at] ?? 0) <= x + w; at += 1) {
      const start = Math.max(0, firstFrom(ys, y) - 1);
      for (let row = start; row + 1 < ys.length && (ys[row] ?? 0) <= y + h; row += 1) {
        act(row * width + at);
      }
    }
  };
  const add = (list: Float32Array, piece: number, cost: number): void => {
    list[piece] = (list[piece] ?? 0) + cost;
  };

  /**
   * Adds the costs of a straight line to the segments that cross it, and to the segments that run along
   * it.
   */
  const pass = (from: Position, to: Position, crossing: number): void => {
    const box = {
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    };
    if (box.width >= box.height) {
      eachDown(box, (piece) => add(ofDown, piece, crossing));
      const near = { ...box, y: box.y - apart, height: box.height + 2 * apart };
      eachAcross(near, (piece) => add(ofAcross, piece, costs.along * lengthAcross(piece)));
    } else {
      eachAcross(box, (piece) => add(ofAcross, piece, crossing));
      const near = { ...box, x: box.x - apart, width: box.width + 2 * apart };
      eachDown(near, (piece) => add(ofDown, piece, costs.along * lengthDown(piece)));
    }
  };
  const lengthAcross = (piece: number): number => (xs[(piece % width) + 1] ?? 0) - xOf(piece);
  const lengthDown = (piece: number): number =>
    (ys[Math.floor(piece / width) + 1] ?? 0) - yOf(piece);
  const xOf = (point: number): number => xs[point % width] ?? 0;
  const yOf = (point: number): number => ys[Math.floor(point / width)] ?? 0;
  const pointAt = ({ x, y }: Position): number => firstFrom(ys, y) * width + firstFrom(xs, x);

  /**
   * Returns the number of a state: a grid point and the direction in which the route reached it.
   */
  const stateOf = (point: number, direction: number): number => 4 * point + direction;

  const cheapest = (from: readonly Port[], to: readonly Port[]): Position[] | null => {
    const { cost, before, isReached, reach } = searchOf(4 * width * ys.length);
    const queue = smallestFirst();
    const starts = new Map<number, Port>();
    const aim = boxAroundPoints(to.map(({ ahead }) => ahead));
    /**
     * Returns a lower bound of the distance from a grid point to the end of the route, for the A*
     * search.
     */
    const ahead = (point: number): number => {
      const [x, y] = [xOf(point), yOf(point)];
      return (
        Math.max(0, aim.x - x, x - aim.x - aim.width) +
        Math.max(0, aim.y - y, y - aim.y - aim.height)
      );
    };
    const go = (state: number, whole: number, previous: number): boolean => {
      if (isReached(state) && whole >= (cost[state] ?? 0)) return false;
      reach(state);
      cost[state] = whole;
      before[state] = previous;
      queue.add(state, whole + ahead(state >> 2));
      return true;
    };
    for (const port of from) {
      const state = stateOf(pointAt(port.ahead), port.direction);
      if (go(state, port.cost, -1)) starts.set(state, port);
    }
    const ends = Map.groupBy(to, (port) => pointAt(port.ahead));
    let best: { cost: number; state: number; port: Port } | null = null;
    for (let state = queue.take(); state !== null; state = queue.take()) {
      const [so, point, direction] = [cost[state] ?? Infinity, state >> 2, state % 4];
      if (best && so + ahead(point) >= best.cost) break;
      for (const port of ends.get(point) ?? []) {
        if (port.direction === direction) continue;
        const whole = so + port.cost + costOfTurn(direction, port.direction);
        if (!best || whole < best.cost) best = { cost: whole, state, port };
      }
      const [column, row] = [point % width, Math.floor(point / width)];
      for (let towards = 0; towards < 4; towards += 1) {
        if (towards === (direction + 2) % 4) continue;
        const isUpright = towards % 2 === 1;
        if (towards === right && column + 1 >= width) continue;
        if (towards === left && column === 0) continue;
        if (towards === down && row + 1 >= ys.length) continue;
        if (towards === up && row === 0) continue;
        const by = isUpright ? width : 1;
        const next = towards === right || towards === down ? point + by : point - by;
        const piece = Math.min(point, next);
        if (((isUpright ? blockedDown : blockedAcross)[piece] ?? 0) > 0) continue;
        const length = isUpright ? lengthDown(piece) : lengthAcross(piece);
        const extra = (isUpright ? ofDown : ofAcross)[piece] ?? 0;
        go(stateOf(next, towards), so + length + extra + costOfTurn(direction, towards), state);
      }
    }
    if (!best) return null;
    const line: Position[] = [best.port.at];
    let first = best.state;
    for (let state = best.state; state >= 0; state = before[state] ?? -1) {
      line.push({ x: xOf(state >> 2), y: yOf(state >> 2) });
      first = state;
    }
    const start = starts.get(first);
    return start ? [...line, start.at].toReversed() : null;
  };

  return {
    size: width * ys.length,
    block: (box, isBlocked) => {
      const by = isBlocked ? 1 : -1;
      eachAcross(box, (piece) => add(blockedAcross, piece, by));
      eachDown(box, (piece) => add(blockedDown, piece, by));
    },
    outline: ({ x, y, width: w, height: h }) => {
      const [end, bottom] = [x + w, y + h];
      for (const at of [y, bottom]) pass({ x, y: at }, { x: end, y: at }, costs.outline);
      for (const at of [x, end]) pass({ x: at, y }, { x: at, y: bottom }, costs.outline);
    },
    occupy: (line) => {
      for (const [index, to] of line.entries()) {
        const from = line[index - 1];
        if (from) pass(from, to, costs.crossing);
      }
    },
    cheapest,
  };
};

type Search = {
  cost: Float64Array;
  before: Int32Array;
  isReached: (state: number) => boolean;
  reach: (state: number) => void;
};

let space = { cost: new Float64Array(0), before: new Int32Array(0), round: new Int32Array(0) };
let rounds = 0;

/**
 * Returns the memory for a search. All searches share the memory. Each search marks the states that it
 * reaches with its own number, so the memory is not cleared before a search. Clearing it would take
 * longer than a search.
 */
const searchOf = (states: number): Search => {
  if (space.cost.length < states) {
    const [cost, before, round] = [
      new Float64Array(states),
      new Int32Array(states),
      new Int32Array(states),
    ];
    space = { cost, before, round };
    rounds = 0;
  }
  rounds += 1;
  const { cost, before, round } = space;
  const present = rounds;
  return {
    cost,
    before,
    isReached: (state) => round[state] === present,
    reach: (state) => {
      round[state] = present;
    },
  };
};

const boxAroundPoints = (points: readonly Position[]): Box => {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};

const costOfTurn = (one: number, other: number): number =>
  one % 2 === other % 2 ? 0 : costs.corner;

const ascending = (values: Iterable<number>): Float64Array =>
  Float64Array.from(new Set([...values].map(Math.round))).toSorted();

/**
 * Returns the index of the first value that is not less than the wanted one, or the length of the list
 * if there is none.
 */
const firstFrom = (values: Float64Array, wanted: number): number => {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? Infinity) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};
