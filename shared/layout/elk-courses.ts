import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { CanvasDocument, FlowShape, Position } from '../canvas/document.ts';
import { shapeOf } from '../canvas/flow-course.ts';
import { positionOf } from '../canvas/geometry.ts';
import { nodeById } from '../canvas/lookup.ts';
import type { CanvasOperation } from '../canvas/operation.ts';
import { isNear, pointAlong, type Polyline } from '../canvas/routing/polyline.ts';
import type { Container } from './containers.ts';
import { drawnFlows, type DrawnFlow } from './drawn-flows.ts';
import { elkBoxes, elkLines, type ElkLine } from './layout-tree.ts';

type Part = { container: Container; graph: ElkNode };

/**
 * Returns the changes that give flows their courses in a new layout. A flow gets no bends if its line
 * without bends already follows elk's route. Otherwise, the flow is stepped, with as few corners of
 * elk's route as suffice to follow this route. A flow without a route of elk does not change.
 */
export const elkCourses = (document: CanvasDocument, parts: readonly Part[]): CanvasOperation => {
  const lines = new Map(parts.flatMap((part) => [...linesIn(document, part)]));
  return drawnFlows(document).flatMap((drawn): CanvasOperation => {
    const found = lines.get(drawn.flow.id);
    if (!found || drawn.source === drawn.target) return [];
    return courseAlong(drawn, found.line);
  });
};

/** Returns elk's routes in canvas coordinates, by flow ID. */
const linesIn = (document: CanvasDocument, { container, graph }: Part): Map<string, ElkLine> => {
  const [first] = container.free;
  const [now, then] = [nodeById(document, first?.id), elkBoxes(graph).get(first?.id ?? '')];
  if (!now || !then) return new Map();
  const { x, y } = positionOf(document, now);
  const moved = (point: Position): Position => ({
    x: point.x + x - then.x,
    y: point.y + y - then.y,
  });
  return new Map(
    [...elkLines(graph)].map(([id, { line, label }]) => [
      id,
      { line: line.map(moved), label: label && moved(label) },
    ]),
  );
};

/** The distance in pixels up to which two lines look the same. */
const alike = 3;

/** Returns the changes that draw a flow along a line, or as near to the line as possible. */
export const courseAlong = (drawn: DrawnFlow, line: Polyline): CanvasOperation => {
  const { flow, routeBy } = drawn;
  const own = shapeOf(flow);
  const isStraight = line.length === 2;
  if (isStraight && isAlike(routeBy({ shape: own }).line, line)) return change(drawn, own, []);
  const shape = own === 'straight' ? own : 'stepped';
  const all = isStraight ? [whole(pointAlong(line, 0.5))] : line.slice(1, -1).map(whole);
  const follows = (bends: readonly Position[]): boolean =>
    isAlike(routeBy({ shape, bends }).line, line);
  if (!follows(all)) return change(drawn, 'straight', all);
  if (follows([])) return change(drawn, shape, []);
  let bends = all;
  for (const bend of all) {
    const fewer = bends.filter((each) => each !== bend);
    if (fewer.length > 0 && follows(fewer)) bends = fewer;
  }
  return change(drawn, shape, bends);
};

const change = (
  { flow }: DrawnFlow,
  shape: FlowShape,
  bends: readonly Position[],
): CanvasOperation => {
  const data = { ...(shape !== 'smooth' && { shape }), ...(bends.length > 0 && { bends }) };
  const unsetData = [
    ...(shape === 'smooth' ? ['shape'] : []),
    ...(bends.length === 0 ? ['bends'] : []),
    'labelAt',
  ].filter((key) => flow.data && Object.hasOwn(flow.data, key));
  const unset = ['sourceHandle', 'targetHandle'].filter((key) => Object.hasOwn(flow, key));
  return [{ kind: 'setEdge', id: flow.id, data, unsetData, unset }];
};

/** Tells if every point of each line is near the other line. */
const isAlike = (one: Polyline, other: Polyline): boolean =>
  one.every((point) => isNear(other, point, alike)) &&
  other.every((point) => isNear(one, point, alike));

const whole = ({ x, y }: Position): Position => ({ x: Math.round(x), y: Math.round(y) });
