import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { CanvasDocument, CanvasEdge } from '../canvas/document.ts';
import { elementKinds, isComponentKind, roleOf } from '../canvas/element-kinds.ts';
import { boxOf, type Box } from '../canvas/geometry.ts';
import { laneOf } from '../canvas/parallel-flows.ts';
import { marksOf } from '../drawing/elements.ts';
import { labelForms } from '../drawing/label-forms.ts';
import { textWidth } from '../drawing/text-width.ts';
import type { Container } from './containers.ts';
import type { LayoutDirection, LayoutStyle } from './layout-style.ts';
import { edgeIdOf, layoutTree, pathOf, type Branch, type LayoutTree } from './layout-tree.ts';

/**
 * The space between the outline of a boundary and its contents, in pixels. It is larger at the top,
 * where the label is.
 */
export const boundaryPadding = { top: 48, side: 28 };
export const smallestBoundary = { width: 160, height: 100 };
export const nodeGap = 40;

const noPadding = '[top=0,left=0,bottom=0,right=0]';
const padding = ({ top, side }: typeof boundaryPadding): string =>
  `[top=${top},left=${side},bottom=${side},right=${side}]`;

/** The number of nodes above which speed is more important than the best layout. */
const manyNodes = 250;

/** Returns the options of elk's layered algorithm (https://eclipse.dev/elk/reference/options.html). */
const layered = (style: LayoutStyle, count: number): LayoutOptions => ({
  'elk.algorithm': 'layered',
  'elk.direction': style.direction === 'right' ? 'RIGHT' : 'DOWN',
  'elk.padding': noPadding,
  'elk.aspectRatio': '1.6',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.nodeNode': String(nodeGap),
  'elk.spacing.componentComponent': String(nodeGap * 1.5),
  'elk.spacing.edgeNode': '20',
  'elk.spacing.edgeEdge': '16',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.portPort': '20',
  'elk.spacing.commentNode': '20',
  'elk.layered.spacing.nodeNodeBetweenLayers': '30',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '14',
  'elk.layered.thoroughness': count > manyNodes ? '2' : '7',
  'elk.layered.nodePlacement.strategy':
    style.placement === 'linear' ? 'NETWORK_SIMPLEX' : 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  ...(style.keepsOrder && keepingOrder),
});

/** Options that keep elements and flows in the order of the lists in the graph. */
const keepingOrder: LayoutOptions = {
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.crossingMinimization.forceNodeModelOrder': 'true',
  'elk.layered.cycleBreaking.strategy': 'INTERACTIVE',
};

/**
 * Returns the option that lays out the contents of a boundary separately if no flow enters the boundary.
 * This is faster, and the result is denser.
 */
const hierarchy = (isEntered: boolean): LayoutOptions => ({
  'elk.hierarchyHandling': isEntered ? 'INCLUDE_CHILDREN' : 'SEPARATE_CHILDREN',
});

/** Makes elk give the routes of all flows relative to the whole graph, at any depth. */
const rootCoordinates: LayoutOptions = { 'elk.json.edgeCoords': 'ROOT' };

const framed = (labelWidth: number): LayoutOptions => {
  const { width, height } = smallestBoundary;
  return {
    'elk.padding': padding(boundaryPadding),
    'elk.nodeSize.constraints': 'MINIMUM_SIZE',
    'elk.nodeSize.minimum': `(${Math.max(width, Math.ceil(labelWidth))}, ${height})`,
  };
};

/**
 * Options that put nodes without flows into rows, because the layered algorithm would put them into one
 * long column.
 */
const packed: LayoutOptions = {
  ...hierarchy(false),
  'elk.algorithm': 'rectpacking',
  'elk.padding': noPadding,
  'elk.spacing.nodeNode': String(nodeGap),
  'elk.aspectRatio': '1.6',
};

/** Options that place a note above or below the node at the other end of the note's edge. */
const comment: LayoutOptions = { 'elk.commentBox': 'true' };

/** Returns the elk graph for one container of a document. */
export const layoutGraph = (
  document: CanvasDocument,
  container: Container,
  style: LayoutStyle,
): ElkNode => {
  const tree = layoutTree(document, container);
  const isDetailed = style.isInRows || tree.branchOf.size <= maxNodesInDetail;
  const externals = externalBranches(tree.root);
  for (const flow of flowsOf(document, tree, isDetailed)) {
    addFlow(tree, flow, { document, isDetailed, externals, style });
  }
  keepNotesBeside(document, tree.root);
  if (style.keepsOrder) sortByPosition(tree.root, style);
  if (style.isInRows) tree.root.elk.edges = [];
  const { elk } = finished(tree.root, style, tree.branchOf.size);
  if (style.isInRows) {
    elk.children = tree.root.branches.map((branch) => branch.elk);
    elk.layoutOptions = packed;
  }
  return { ...elk, layoutOptions: { ...elk.layoutOptions, ...rootCoordinates } };
};

/**
 * The largest number of nodes for which flows get room for labels and parallel flows get separate
 * routes. Both take time, and larger canvases are mostly viewed from afar anyway.
 */
const maxNodesInDetail = 600;

/**
 * Returns the flows for elk. On large canvases, returns one flow for each pair of elements, because
 * further flows between the two do not change the layout.
 */
const flowsOf = (
  document: CanvasDocument,
  { branchOf }: LayoutTree,
  isDetailed: boolean,
): CanvasEdge[] => {
  const between = new Map<string, CanvasEdge>();
  for (const flow of document.edges) {
    const [source, target] = [branchOf.get(flow.source), branchOf.get(flow.target)];
    if (!source || !target) continue;
    if (pathOf(source).includes(target) || pathOf(target).includes(source)) continue;
    const key = isDetailed ? flow.id : JSON.stringify([source.elk.id, target.elk.id]);
    if (!between.has(key)) between.set(key, flow);
  }
  return [...between.values()];
};

/** Returns the external entities, and the boundaries that contain only external entities and notes. */
const externalBranches = (root: Branch): ReadonlySet<Branch> => {
  const found = new Set<Branch>();
  const visit = (branch: Branch): void => {
    for (const each of branch.branches) visit(each);
    const { branches, node } = branch;
    const isExternal =
      branches.length > 0
        ? branches.every((each) => found.has(each) || roleOf(each.node?.type) === 'note')
        : isComponentKind(node?.type) && !elementKinds[node.type].isPartOfSystem;
    if (isExternal) found.add(branch);
  };
  for (const branch of root.branches) visit(branch);
  return found;
};

type FlowRules = {
  document: CanvasDocument;
  isDetailed: boolean;
  externals: ReadonlySet<Branch>;
  style: LayoutStyle;
};

/**
 * The size of the label that elk gets for a flow without a label, because such a flow needs some
 * distance between its elements too.
 */
const plainLabel = { width: 14, height: 14 };

/**
 * `besideLabel` is the number of pixels by which the height of a label for elk is less than that of the
 * drawn label. `narrow` is the width of a narrow label, in pixels. Elk keeps labels as far apart as
 * lines. With the full height, this distance would be more than labels need, and would bend both flows
 * between two elements.
 */
const besideLabel = 13;
const narrow = 8;

/**
 * Adds an edge for a flow to the innermost branch that contains both ends, and marks the branches
 * between that branch and the ends as entered. If external entities come first, the edge leads away from
 * them, whatever the direction of the flow.
 */
const addFlow = (
  { branchOf }: LayoutTree,
  flow: CanvasEdge,
  { isDetailed, externals, document, style }: FlowRules,
): void => {
  const [source, target] = [branchOf.get(flow.source), branchOf.get(flow.target)];
  if (!source || !target) return;
  const { isFolded } = style;
  const [up, other] = [pathOf(source), pathOf(target)];
  const common = up.find((branch) => other.includes(branch));
  for (const end of [up, other]) {
    for (const [at, branch] of end.slice(0, end.indexOf(common ?? source)).entries()) {
      branch.isConnected = true;
      if (at > 0 && !isFolded) branch.isEntered = true;
    }
  }
  const isTurned = style.externals === 'first' && externals.has(target) && !externals.has(source);
  const [start, end] = isTurned ? [target, source] : [source, target];
  const belowCommon = (branch: Branch): Branch => {
    const path = pathOf(branch);
    return path[path.indexOf(common ?? branch) - 1] ?? branch;
  };
  const [from, to] = isFolded ? [belowCommon(start), belowCommon(end)] : [start, end];
  const isUpright = common !== undefined && directionIn(common, style) === 'down';
  const size = labelForms(marksOf(flow), isUpright).whole[0] ?? plainLabel;
  const isPaired = laneOf(document, flow.id).count > 1;
  // The labels of parallel vertical flows are drawn one below another. Elk gets narrow labels for these
  // flows, each as high as all labels together, so that the flows stay straight.
  const isNarrow = isPaired && isUpright;
  const lanes = isNarrow ? laneOf(document, flow.id).count : 1;
  if (style.isInRows && common && !common.parent) return;
  common?.elk.edges.push({
    id: from === start && to === end ? edgeIdOf(flow.id, isTurned) : `shown by ${flow.id}`,
    sources: [from.elk.id],
    targets: [to.elk.id],
    ...(externals.has(from) && {
      layoutOptions: { 'elk.layered.priority.direction': '10' },
    }),
    ...(isDetailed && {
      labels: [
        {
          // The text is the flow's ID, because elk ignores labels without text.
          text: flow.id,
          width: isNarrow ? narrow : Math.ceil(size.width),
          height: Math.max(1, Math.ceil(size.height * lanes) - besideLabel),
          layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
        },
      ],
    }),
  });
};

const edgeBetween = (source: Branch, target: Branch): ElkExtendedEdge => ({
  id: `${source.elk.id} to ${target.elk.id}`,
  sources: [source.elk.id],
  targets: [target.elk.id],
});

/**
 * Sorts nodes by their position along a layer, and then by their position across layers, as elk does
 * when it keeps the order of nodes.
 */
const sortByPosition = (branch: Branch, style: LayoutStyle): void => {
  const rank = ({ node }: Branch): [number, number] => {
    const { x, y } = node?.position ?? { x: 0, y: 0 };
    return style.direction === 'right' ? [y, x] : [x, y];
  };
  branch.branches.sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a[0] - b[0] || a[1] - b[1];
  });
  for (const each of branch.branches) sortByPosition(each, style);
};

/** A note belongs to the nearest element if the distance between them is less than this many pixels. */
const beside = 120;

const keepNotesBeside = (document: CanvasDocument, branch: Branch): void => {
  const boxed = branch.branches.flatMap((each) =>
    each.node ? [{ each, node: each.node, box: boxOf(document, each.node) }] : [],
  );
  const isNote = ({ node, each }: (typeof boxed)[number]): boolean =>
    roleOf(node.type) === 'note' && !each.isConnected;
  const others = boxed.filter((candidate) => !isNote(candidate));
  for (const { each: note, box } of boxed.filter(isNote)) {
    let nearest: Branch | undefined;
    let minDistance = beside;
    for (const other of others) {
      const distance = distanceBetween(box, other.box);
      if (distance >= minDistance) continue;
      minDistance = distance;
      nearest = other.each;
    }
    if (!nearest) continue;
    note.elk.layoutOptions = comment;
    note.isConnected = true;
    nearest.isConnected = true;
    branch.elk.edges.push(edgeBetween(note, nearest));
  }
  for (const each of branch.branches) keepNotesBeside(document, each);
};

const distanceBetween = (one: Box, other: Box): number =>
  Math.hypot(
    Math.max(0, one.x - other.x - other.width, other.x - one.x - one.width),
    Math.max(0, one.y - other.y - other.height, other.y - one.y - one.height),
  );

const tabStyle = { size: 12, isBold: true };
const tabRoom = 40;
const widestTab = 440;

/**
 * Returns the direction of the flows inside a branch. In a folded layout, the direction changes with
 * each level of nesting.
 */
const directionIn = (
  branch: Branch,
  { direction, isFolded, isInRows }: LayoutStyle,
): LayoutDirection => {
  const isTurned = isFolded && !isInRows && pathOf(branch).length % 2 === 0;
  return isTurned === (direction === 'right') ? 'down' : 'right';
};

/** Sets the children and options of a branch. It is called when all flows have been added. */
const finished = (branch: Branch, style: LayoutStyle, count: number): Branch => {
  if (branch.branches.length === 0) return branch;
  const { elk, node, branches } = branch;
  const isEntered = branch.isEntered || branches.some((each) => each.isEntered);
  elk.layoutOptions = {
    ...layered({ ...style, direction: directionIn(branch, style) }, count),
    ...hierarchy(isEntered),
    ...(node && framed(Math.min(widestTab, textWidth(node.data.label ?? '', tabStyle) + tabRoom))),
  };
  for (const each of branches) finished(each, style, count);
  const [connected, alone] = [true, false].map((wanted) =>
    branches.filter(({ isConnected }) => isConnected === wanted).map((each) => each.elk),
  );
  elk.children = connected ?? [];
  if (alone && alone.length > 1) {
    elk.children.push({ id: `rest of ${elk.id}`, layoutOptions: packed, children: alone });
  } else elk.children.push(...(alone ?? []));
  return branch;
};
