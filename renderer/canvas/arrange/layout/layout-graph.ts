import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { CanvasDocument, CanvasEdge } from '#shared/canvas/document.ts';
import { boxOf, type Box } from '#shared/canvas/geometry.ts';
import { textWidth } from '#shared/drawing/text-width.ts';
import type { Container } from './containers.ts';
import {
  comment,
  framed,
  hierarchy,
  layered,
  packed,
  rootCoordinates,
  type LayoutDirection,
} from './layout-options.ts';
import { layoutTree, pathOf, type Branch, type LayoutTree } from './layout-tree.ts';

/** The graph that elk lays out for one container of a drawing. */
export const layoutGraph = (
  document: CanvasDocument,
  container: Container,
  direction: LayoutDirection,
): ElkNode => {
  const tree = layoutTree(document, container);
  const isLabelled = tree.branchOf.size <= mostNodesWithLabels;
  for (const flow of flowsOf(document, tree)) addFlow(tree, flow, isLabelled);
  keepNotesBeside(document, tree.root);
  const { elk } = finished(tree.root, layered(direction, tree.branchOf.size));
  return { ...elk, layoutOptions: { ...elk.layoutOptions, ...rootCoordinates } };
};

/** Room for the text of every flow costs time with their number; more are seen from afar anyway. */
const mostNodesWithLabels = 600;

/** One flow for each two elements: how many there are between them does not matter. */
const flowsOf = (document: CanvasDocument, { branchOf }: LayoutTree): CanvasEdge[] => {
  const between = new Map<string, CanvasEdge>();
  for (const flow of document.edges) {
    const [source, target] = [branchOf.get(flow.source), branchOf.get(flow.target)];
    if (!source || !target) continue;
    if (pathOf(source).includes(target) || pathOf(target).includes(source)) continue;
    const key = JSON.stringify([source.elk.id, target.elk.id]);
    const known = between.get(key);
    if (!known || labelWidth(known) < labelWidth(flow)) between.set(key, flow);
  }
  return [...between.values()];
};

const flowTextStyle = { size: 12, isBold: false };
const arrowRoom = 40;
const widestLabel = 160;

const labelWidth = ({ data }: CanvasEdge): number =>
  Math.max(
    textWidth(data?.label ?? '', flowTextStyle),
    textWidth(data?.protocol ?? '', flowTextStyle),
  );

/** A flow belongs to the innermost that holds both its ends, and enters all below that. */
const addFlow = ({ branchOf }: LayoutTree, flow: CanvasEdge, isLabelled: boolean): void => {
  const [source, target] = [branchOf.get(flow.source), branchOf.get(flow.target)];
  if (!source || !target) return;
  const [up, other] = [pathOf(source), pathOf(target)];
  const common = up.find((branch) => other.includes(branch));
  for (const end of [up, other]) {
    for (const [at, branch] of end.slice(0, end.indexOf(common ?? source)).entries()) {
      branch.isConnected = true;
      if (at > 0) branch.isEntered = true;
    }
  }
  const width = Math.min(widestLabel, labelWidth(flow));
  common?.elk.edges.push({
    ...edgeBetween(source, target),
    ...(isLabelled &&
      width > 0 && {
        labels: [{ text: '', width: Math.ceil(width) + arrowRoom, height: 18 }],
      }),
  });
};

const edgeBetween = (source: Branch, target: Branch): ElkExtendedEdge => ({
  id: `${source.elk.id} to ${target.elk.id}`,
  sources: [source.elk.id],
  targets: [target.elk.id],
});

/** A note further away than this speaks of no element in particular. */
const beside = 120;

const keepNotesBeside = (document: CanvasDocument, branch: Branch): void => {
  const boxed = branch.branches.flatMap((each) =>
    each.node ? [{ each, node: each.node, box: boxOf(document, each.node) }] : [],
  );
  const isNote = ({ node, each }: (typeof boxed)[number]): boolean =>
    node.type === 'noteNode' && !each.isConnected;
  const others = boxed.filter((candidate) => !isNote(candidate));
  for (const { each: note, box } of boxed.filter(isNote)) {
    let nearest: Branch | undefined;
    let least = beside;
    for (const other of others) {
      const distance = distanceBetween(box, other.box);
      if (distance >= least) continue;
      least = distance;
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

/** Puts the branches into the graph, with their options, when all is known of the flows. */
const finished = (branch: Branch, options: ReturnType<typeof layered>): Branch => {
  if (branch.branches.length === 0) return branch;
  const { elk, node, branches } = branch;
  const isEntered = branch.isEntered || branches.some((each) => each.isEntered);
  elk.layoutOptions = {
    ...options,
    ...hierarchy(isEntered),
    ...(node && framed(Math.min(widestTab, textWidth(node.data.label ?? '', tabStyle) + tabRoom))),
  };
  for (const each of branches) finished(each, options);
  const [connected, alone] = [true, false].map((is) =>
    branches.filter(({ isConnected }) => isConnected === is).map((each) => each.elk),
  );
  elk.children = connected ?? [];
  if (alone && alone.length > 1) {
    elk.children.push({ id: `rest of ${elk.id}`, layoutOptions: packed, children: alone });
  } else elk.children.push(...(alone ?? []));
  return branch;
};
