import { applyOperation } from '../canvas/apply.ts';
import type { CanvasDocument, CanvasNode, Position } from '../canvas/document.ts';
import { boxAround, grown, isBoundary, meet, type Box } from '../canvas/geometry.ts';
import { ancestorsOf, childrenOf, nodeById } from '../canvas/lookup.ts';
import { boxAt, isDrawn, placementOf } from '../canvas/placement.ts';
import { extentOf, withoutIdlePoints, type Polyline } from '../canvas/routing/polyline.ts';
import { isOpen } from './containers.ts';
import { drawnFlows, type DrawnFlow } from './drawn-flows.ts';
import { courseAlong } from './elk-courses.ts';
import { gridIndex } from './grid-index.ts';
import { down, left, right, routeGrid, up, type Port } from './route-grid.ts';

/** The distances from an element at which a flow may run along the element, in pixels. */
const tracks = [20, 34];
/** The distance that a flow keeps from elements, in pixels. */
const distance = 8;
/** The positions on each side of an element where a flow may begin, as fractions of the side. */
const fractions = [0.5, 0.3, 0.7];
const costOfAside = 12;
const fromCorner = 10;
const laneGap = 24;
/** A port costs more if it is less than this many pixels away from a port that another flow uses. */
const usedNear = 8;
const costOfUsedPort = 200;

/**
 * The largest number of points of a grid for all flows. It is limited, because the time for a route
 * grows with the number of points.
 */
const maxPoints = 60_000;
/** In a large drawing, tracks become one if they are less than this many pixels apart. */
const alike = 8;
/**
 * In a large drawing, a route is first searched up to this many pixels beyond the ends of the flow. If
 * there is no such route, it is searched everywhere.
 */
const surroundings = 300;

const everywhere: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };

type Obstacle = { node: CanvasNode; box: Box };

/** Finds routes for flows. Later routes avoid earlier ones. */
type Router = {
  route: (drawn: DrawnFlow, ports: Ports) => Position[] | null;
  occupy: (line: Polyline) => void;
};

/**
 * Routes flows one by one around all elements, short flows first, with few corners and crossings. Only
 * flows that `isChosen` accepts change. A flow does not change if elements overlap so that no route is
 * left for it.
 */
export const routeAround = (
  document: CanvasDocument,
  isChosen: (drawn: DrawnFlow) => boolean,
): CanvasDocument => {
  const flows = drawnFlows(document).filter(({ source, target }) => source !== target);
  const chosen = flows.filter(isChosen);
  if (chosen.length === 0) return document;
  const portsOf = new Map(chosen.map((drawn) => [drawn, portsAt(document, drawn)]));
  const router =
    sharedRouter(document, [...portsOf.values()].flat(2)) ?? routerWithOwnGrids(document);
  const used = new Map<CanvasNode, Position[]>();
  const take = ({ source, target }: DrawnFlow, line: Polyline): void => {
    router.occupy(line);
    for (const [node, end] of [[source, line[0]] as const, [target, line.at(-1)] as const]) {
      if (end) used.set(node, [...(used.get(node) ?? []), end]);
    }
  };
  const isRouted = new Set(chosen);
  for (const drawn of flows) if (!isRouted.has(drawn)) take(drawn, drawn.route.line);
  const operation = chosen
    .toSorted((one, other) => span(one) - span(other))
    .flatMap((drawn) => {
      const [from, to] = portsOf.get(drawn) ?? [[], []];
      const line = router.route(drawn, [
        withCostOfUse(from, used.get(drawn.source) ?? []),
        withCostOfUse(to, used.get(drawn.target) ?? []),
      ]);
      if (!line) return [];
      const tidy = withoutIdlePoints(line);
      take(drawn, tidy);
      return courseAlong(drawn, tidy);
    });
  return applyOperation(document, operation);
};

/**
 * Returns a router with one grid for all flows of a small drawing, or `null` for a larger drawing. Flows
 * may cross boundaries.
 */
const sharedRouter = (document: CanvasDocument, ports: readonly Port[]): Router | null => {
  const obstacles = obstaclesOf(document);
  const [columns, rows] = linesAround(obstacles, ports, 1);
  if (columns.length * rows.length > maxPoints) return null;
  const grid = routeGrid(columns, rows);
  for (const { node, box } of obstacles) {
    if (isBoundary(node) && isOpen(document, node)) grid.outline(box);
    else grid.block(grown(box, distance), true);
  }
  return {
    route: ({ source, target }, [from, to]) => {
      const around = new Set([...ancestorsOf(document, source), ...ancestorsOf(document, target)]);
      const entered = obstacles.filter(({ node }) => around.has(node) && !isBoundary(node));
      for (const { box } of entered) grid.block(grown(box, distance), false);
      const line = grid.cheapest(from, to);
      for (const { box } of entered) grid.block(grown(box, distance), true);
      return line;
    },
    occupy: grid.occupy,
  };
};

/**
 * Returns a router that makes a grid for each flow of a large drawing. Such a grid has no lines inside
 * boundaries that contain neither end of the flow, because the flow leads around these boundaries.
 */
const routerWithOwnGrids = (document: CanvasDocument): Router => {
  const obstacles = new Map(obstaclesOf(document).map((obstacle) => [obstacle.node, obstacle]));
  const top = [...obstacles.values()].filter(
    ({ node: { parentId } }) => !nodeById(document, parentId),
  );
  const lines = gridIndex<[Position, Position]>();

  const routeWithin = (drawn: DrawnFlow, [from, to]: Ports, window: Box): Position[] | null => {
    const { source, target } = drawn;
    const around = new Set([...ancestorsOf(document, source), ...ancestorsOf(document, target)]);
    const closed: Obstacle[] = [];
    const open: Obstacle[] = [];
    const visit = (obstacle: Obstacle): void => {
      if (!meet(obstacle.box, window)) return;
      if (!around.has(obstacle.node)) return void closed.push(obstacle);
      open.push(obstacle);
      for (const node of childrenOf(document, obstacle.node.id)) {
        const inside = obstacles.get(node);
        if (inside) visit(inside);
      }
    };
    for (const each of top) visit(each);
    const grid = routeGrid(...linesAround([...closed, ...open], [...from, ...to], alike, window));
    for (const { box } of closed) grid.block(grown(box, distance), true);
    for (const { node, box } of open) if (isBoundary(node)) grid.outline(box);
    for (const line of lines.near(window)) grid.occupy(line);
    return grid.cheapest(from, to);
  };

  return {
    route: (drawn, ports) => {
      const extent = boxAround([drawn.from, drawn.to]) ?? drawn.from;
      return (
        routeWithin(drawn, ports, grown(extent, surroundings)) ??
        routeWithin(drawn, ports, everywhere)
      );
    },
    occupy: (line) => {
      for (const [index, to] of line.entries()) {
        const from = line[index - 1];
        if (from) lines.add(extentOf([from, to]), [from, to]);
      }
    },
  };
};

/**
 * Returns the columns and rows of a grid. These are the tracks along obstacles that lie within the given
 * box, and the lines through the grid points in front of ports.
 */
const linesAround = (
  obstacles: readonly Obstacle[],
  ports: readonly Port[],
  apart: number,
  { x, y, width, height }: Box = everywhere,
): [columns: number[], rows: number[]] => {
  const lines = (along: number[], from: number, to: number, ahead: number[]): number[] => {
    const inside = along.filter((track) => track >= from && track <= to);
    return [...new Set([...spread(inside, apart), ...ahead].map(Math.round))];
  };
  const columns = obstacles.flatMap(({ box }) => alongside(box.x, box.width));
  const rows = obstacles.flatMap(({ box }) => alongside(box.y, box.height));
  return [
    lines(
      columns,
      x,
      x + width,
      ports.map(({ ahead }) => ahead.x),
    ),
    lines(
      rows,
      y,
      y + height,
      ports.map(({ ahead }) => ahead.y),
    ),
  ];
};

/**
 * Returns values in ascending order. A value is left out if it exceeds the last value in the result by
 * less than `apart`.
 */
const spread = (values: readonly number[], apart: number): number[] => {
  let last = -Infinity;
  return values
    .toSorted((one, other) => one - other)
    .filter((value) => {
      if (value - last < apart) return false;
      last = value;
      return true;
    });
};

const span = ({ from, to }: DrawnFlow): number => Math.abs(from.x - to.x) + Math.abs(from.y - to.y);

const obstaclesOf = (document: CanvasDocument): Obstacle[] => {
  const placement = placementOf(document);
  return document.nodes.flatMap((node, at) =>
    isDrawn(placement, at) ? [{ node, box: boxAt(placement, at) }] : [],
  );
};

const alongside = (at: number, length: number): number[] =>
  tracks.flatMap((track) => [at - track, at + length + track]);

type Ports = readonly [readonly Port[], readonly Port[]];

/**
 * Returns the ports at both ends of a flow. A flow between an element and an element inside it runs
 * inside the outer element.
 */
const portsAt = (document: CanvasDocument, { source, target, from, to }: DrawnFlow): Ports => [
  sidesOf(from, to, ancestorsOf(document, target).includes(source)),
  sidesOf(to, from, ancestorsOf(document, source).includes(target)),
];

const sidesOf = ({ x, y, width, height }: Box, other: Box, isInside: boolean): Port[] => {
  const reach = (tracks[0] ?? 0) * (isInside ? -1 : 1);
  const port = (at: Position, dx: number, dy: number, cost: number): Port => ({
    at,
    ahead: { x: Math.round(at.x + dx), y: Math.round(at.y + dy) },
    direction: dx > 0 ? right : dx < 0 ? left : dy > 0 ? down : up,
    cost,
  });
  return [
    ...spotsOn(y, height, other.y, other.height).flatMap(([at, cost]) => [
      port({ x: x + width, y: at }, reach, 0, cost),
      port({ x, y: at }, -reach, 0, cost),
    ]),
    ...spotsOn(x, width, other.x, other.width).flatMap(([at, cost]) => [
      port({ x: at, y: y + height }, 0, reach, cost),
      port({ x: at, y }, 0, -reach, cost),
    ]),
  ];
};

/**
 * Returns positions on a side with their costs. The positions opposite the other element come first,
 * because they allow a straight line.
 */
const spotsOn = (
  at: number,
  length: number,
  other: number,
  otherLength: number,
): [at: number, cost: number][] => {
  const from = Math.max(at, other) + fromCorner;
  const to = Math.min(at + length, other + otherLength) - fromCorner;
  const middle = Math.round((from + to) / 2);
  const opposite = [middle, middle - laneGap, middle + laneGap]
    .filter((spot) => spot >= from && spot <= to)
    .map((spot): [number, number] => [spot, spot === middle ? 0 : costOfAside]);
  const own = fractions.map((part): [number, number] => [
    Math.round(at + length * part),
    part === 0.5 ? 0 : costOfAside,
  ]);
  return [...opposite, ...own];
};

const withCostOfUse = (ports: readonly Port[], used: readonly Position[]): Port[] =>
  ports.map((port) => (isUsed(port, used) ? { ...port, cost: port.cost + costOfUsedPort } : port));

const isUsed = ({ at }: Port, used: readonly Position[]): boolean =>
  used.some(({ x, y }) => Math.abs(x - at.x) + Math.abs(y - at.y) < usedNear);
