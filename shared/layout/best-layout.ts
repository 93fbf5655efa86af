import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { CanvasDocument } from '../canvas/document.ts';
import { bendsOf } from '../canvas/flow-course.ts';
import { containersOf, type Container, type Scope } from './containers.ts';
import { scoreOf, type DrawingScore } from './drawing-score.ts';
import type { DrawnFlow } from './drawn-flows.ts';
import { inRows } from './in-rows.ts';
import { laidOut } from './laid-out.ts';
import { layoutGraph } from './layout-graph.ts';
import { isLarge, sizeOf, stylesFor, type LayoutStyle, type LayoutWish } from './layout-style.ts';
import { elkLines } from './layout-tree.ts';
import { lookingAt, type FaultsOf } from './line-faults.ts';
import { routeAround } from './route-around.ts';

/** Computes the positions of an elk graph. */
export type LayOut = (graph: ElkNode) => Promise<ElkNode>;

export type LayoutOrder = LayoutWish & { scope: Scope };

export type Layout = { document: CanvasDocument; before: DrawingScore; after: DrawingScore };

type Circumstances = {
  /**
   * True for a drawing without positions of its own. Such a drawing is not compared with its layouts.
   */
  isNew?: boolean;
};

/**
 * The size of the largest drawing in which flows are routed around elements. In a larger drawing, flows
 * keep the routes of the layout, because finding other routes takes too long.
 */
const maxNodesRouted = 3000;
const maxFlowsRouted = 5000;

/**
 * Returns the layout with the best score among several layouts of a document. The present drawing is a
 * candidate too, so the result is never worse. If the person asked for a direction, the present drawing
 * is returned only if no layout is allowed (`bestOf`). The same document always has the same result,
 * however slow the computer is.
 */
export const bestLayout = async (
  document: CanvasDocument,
  { scope, ...wish }: LayoutOrder,
  layOut: LayOut,
  { isNew = false }: Circumstances = {},
): Promise<Layout> => {
  const containers = containersOf(document, scope);
  const size = sizeOf(document);
  const [first, ...others] = containers.length === 0 ? [] : stylesFor(wish, size);
  // In the window, elk has a thread of its own. So the layout and the score are computed at the same
  // time.
  const [laid, before] = await Promise.all([
    first ? withStyle(document, containers, first, layOut) : null,
    Promise.resolve().then(() => scoreOf(document)),
  ]);
  const present: Layout = { document, before, after: before };
  if (!first) return present;
  const found: Layout[] = [];
  const consider = (other: CanvasDocument | null): void => {
    if (other) found.push({ document: other, before, after: scoreOf(other) });
  };
  const hasMany = isLarge(size);
  if (wish.direction === null && !isNew && !hasMany) consider(rerouted(document, hasFault));
  consider(laid);
  for (const style of others) {
    if (hasMany && found.some(({ after }) => isClear(after, before))) break;
    consider(await withStyle(document, containers, style, layOut));
  }
  if (isNew) return cheapest(found) ?? present;
  return bestOf(found, present, wish.direction !== null);
};

/**
 * Returns a layout in this style, or `null` if elk fails, as it does for some graphs. Then only the
 * other layouts are compared.
 */
const withStyle = async (
  document: CanvasDocument,
  containers: readonly Container[],
  style: LayoutStyle,
  layOut: LayOut,
): Promise<CanvasDocument | null> => {
  const graphs = containers.map((container) => layOut(layoutGraph(document, container, style)));
  const results = await Promise.allSettled(graphs);
  const parts = results.flatMap((result, at) => {
    const container = containers[at];
    return result.status === 'fulfilled' && container ? [{ container, graph: result.value }] : [];
  });
  if (parts.length < containers.length) return null;
  const { isFolded, isInRows } = style;
  if (!isInRows) {
    return rerouted(laidOut(document, parts), (drawn, faults) =>
      isFolded && bendsOf(drawn.flow).length === 0 ? true : hasFault(drawn, faults),
    );
  }
  const byElk = new Set(parts.flatMap(({ graph }) => [...elkLines(graph).keys()]));
  const inside = document.edges.length - byElk.size;
  const rows = parts.map(({ container, graph }) => ({
    container,
    graph: inRows(container, graph, inside),
  }));
  return rerouted(
    laidOut(document, rows),
    (drawn, faults) => !byElk.has(drawn.flow.id) || hasFault(drawn, faults),
  );
};

type IsChosen = (drawn: DrawnFlow, faultsOf: FaultsOf) => boolean;

const hasFault: IsChosen = ({ route, source, target }, faultsOf) =>
  faultsOf(route.line, source, target).behind > 0;

/**
 * Routes the flows that `isChosen` accepts around elements. A drawing with too many nodes or flows stays
 * unchanged.
 */
const rerouted = (document: CanvasDocument, isChosen: IsChosen): CanvasDocument => {
  const { nodes, edges } = document;
  if (nodes.length > maxNodesRouted || edges.length > maxFlowsRouted) return document;
  const faultsOf = lookingAt(document);
  return routeAround(document, (drawn) => isChosen(drawn, faultsOf));
};

const isClear = (after: DrawingScore, { crossings }: DrawingScore): boolean =>
  after.through === 0 && after.crossings <= crossings;

/**
 * Returns the best allowed layout, or the present drawing if no layout is allowed. A layout is allowed
 * if no flow leads through an element and there are no more crossings than in the present drawing.
 *
 * If no layout meets these conditions, a layout is allowed if two numbers are not larger than in the
 * present drawing: the number of flows through elements, and its sum with the number of crossings. So a
 * layout may have one more crossing for each flow that no longer leads through an element.
 */
const bestOf = (found: readonly Layout[], present: Layout, isAsked: boolean): Layout => {
  const { crossings, through } = present.before;
  const clear = found.filter(({ after }) => isClear(after, present.before));
  const fewer = found.filter(
    ({ after }) =>
      after.through <= through && after.crossings + after.through <= crossings + through,
  );
  const allowed = clear.length > 0 ? clear : fewer;
  return cheapest(isAsked ? allowed : [...allowed, present]) ?? present;
};

const cheapest = (layouts: readonly Layout[]): Layout | undefined =>
  layouts.toSorted((one, other) => one.after.cost - other.after.cost)[0];
