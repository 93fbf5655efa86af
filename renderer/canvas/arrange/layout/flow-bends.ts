import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { drawnEnds } from '#shared/canvas/collapsed.ts';
import type { CanvasDocument, CanvasEdge, Position } from '#shared/canvas/document.ts';
import { setBends } from '#shared/canvas/edits/bends.ts';
import { bendsOf, courseOf } from '#shared/canvas/flow-course.ts';
import { offsetOf, routeFlow } from '#shared/canvas/flow-route.ts';
import { boxOf, positionOf } from '#shared/canvas/geometry.ts';
import { ancestorsOf, nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { laneOf, type Lane } from '#shared/canvas/parallel-flows.ts';
import { lengthOf, pointAlong, type Polyline } from '#shared/canvas/routing/polyline.ts';
import type { Container } from './containers.ts';
import { elkBoxes } from './elk-boxes.ts';
import { elkLines } from './elk-lines.ts';
import { lookingAt, type Faults, type FaultsOf } from './line-faults.ts';

type Part = { container: Container; graph: ElkNode };

/** It is done between two frames of the window, and more are seen from afar anyway. */
const mostNodes = 2000;

/**
 * Bends for the flows of a drawing that was just laid out, from the ways that elk has drawn: only
 * where a flow would otherwise lead behind an element, and as few as lead it around. Where elk's way
 * frees it of nothing, it has none.
 */
export const flowBends = (document: CanvasDocument, parts: readonly Part[]): CanvasOperation => {
  if (document.nodes.length > mostNodes) return [];
  const linesOf = parts.map((part) => elkLineOf(document, part));
  const faultsOf = lookingAt(document);
  return document.edges.flatMap((flow) => {
    if (bendsOf(flow).length > 0) return [];
    const through = waysOf(document, flow, faultsOf);
    const plain = through?.([]);
    if (!through || !plain || plain.behind === 0) return [];
    const line = linesOf.reduce<Polyline | null>((found, lineOf) => found ?? lineOf(flow), null);
    if (!line) return [];
    const lane = laneOf(document, flow.id);
    const best = [corners, middles, withEnds].reduce((way, pointsOf) => {
      if (isPerfect(way)) return way;
      const other = withFewest(aside(pointsOf(line), line, lane), through);
      return isBetter(other, way) ? other : way;
    }, plain);
    const helps = best.behind < plain.behind && best.length < plain.length * longestDetour;
    return helps ? setBends(flow, best.bends) : [];
  });
};

/** A flow that goes further out of its way is harder to follow than one that is hidden in part. */
const longestDetour = 4;

/** Where elk has drawn a flow, as the graph lies on the canvas now. */
const elkLineOf = (
  document: CanvasDocument,
  { container, graph }: Part,
): ((flow: CanvasEdge) => Polyline | null) => {
  const boxes = elkBoxes(graph);
  const lineBetween = elkLines(graph);
  const [first] = container.free;
  const [now, then] = [nodeById(document, first?.id), boxes.get(first?.id ?? '')];
  if (!now || !then) return () => null;
  const { x, y } = positionOf(document, now);
  /** What a node was in the graph: itself, or the piece that it is in. */
  const pieceOf = (id: string): string => {
    const node = nodeById(document, id);
    const path = node ? [node, ...ancestorsOf(document, node)] : [];
    return path.find((each) => boxes.has(each.id))?.id ?? '';
  };
  return ({ source, target }) =>
    lineBetween(pieceOf(source), pieceOf(target))?.map((point) => ({
      x: point.x + x - then.x,
      y: point.y + y - then.y,
    })) ?? null;
};

/** A way that a flow may take, and how good it is. */
type Way = Faults & { bends: readonly Position[]; length: number };
type Ways = (bends: readonly Position[]) => Way;

const waysOf = (document: CanvasDocument, flow: CanvasEdge, faultsOf: FaultsOf): Ways | null => {
  const ends = drawnEnds(document, flow);
  const [source, target] = [nodeById(document, ends?.source), nodeById(document, ends?.target)];
  if (!source || !target || source === target) return null;
  const [from, to] = [boxOf(document, source), boxOf(document, target)];
  const lane = laneOf(document, flow.id);
  return (bends) => {
    const { line } = routeFlow(from, to, lane, { ...courseOf(flow), bends });
    return { bends, ...faultsOf(line, source, target), length: lengthOf(line) };
  };
};

const isPerfect = ({ behind, close, strays }: Faults): boolean => behind + close + strays === 0;

const isWorse = (one: Way, other: Way): boolean =>
  one.behind > other.behind || one.strays > other.strays || one.close > other.close;

const isBetter = (one: Way, other: Way): boolean => {
  const counts = [
    [one.behind, other.behind],
    [one.strays, other.strays],
    [one.close, other.close],
    [one.length, other.length],
    [one.bends.length, other.bends.length],
  ] as const;
  const [mine = 0, its = 0] = counts.find(([a, b]) => a !== b) ?? [];
  return mine < its;
};

const corners = (line: Polyline): Position[] => line.slice(1, -1);

/** Where elk has the line meet an element further aside than it would by itself. */
const endRoom = 24;

const withEnds = (line: Polyline): Position[] => {
  const at = Math.min(0.4, endRoom / (lengthOf(line) || 1));
  const [start, end] = [at, 1 - at].map((part) => whole(pointAlong(line, part)));
  return start && end ? [start, ...corners(line), end] : corners(line);
};

/** Of the legs between corners: through these a curve swings less than through the corners. */
const middles = (line: Polyline): Position[] =>
  corners(line)
    .slice(1)
    .map((to, index) => {
      const from = line[index + 1] ?? to;
      return whole({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    });

const whole = ({ x, y }: Position): Position => ({ x: Math.round(x), y: Math.round(y) });

/** Parallel flows keep the distance that they have without bends. */
const aside = (bends: readonly Position[], line: Polyline, lane: Lane): Position[] => {
  const [start, end] = [line[0], line.at(-1)];
  const offset = offsetOf(lane);
  if (!start || !end || offset === 0) return [...bends];
  const isUpright = Math.abs(end.y - start.y) > Math.abs(end.x - start.x);
  return bends.map(({ x, y }) => (isUpright ? { x: x + offset, y } : { x, y: y + offset }));
};

/** Leaves out, one after the other, every bend without which the way is no worse. */
const withFewest = (bends: readonly Position[], through: Ways): Way => {
  let way = through(bends);
  for (const bend of bends) {
    const without = through(way.bends.filter((each) => each !== bend));
    if (!isWorse(without, way)) way = without;
  }
  return way;
};
