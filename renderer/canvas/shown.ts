import type { CanvasDocument, CanvasEdge } from '#shared/canvas/document.ts';
import { flowEndsOf, flowsWithin } from '#shared/canvas/flow-ends.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { elementById, placeOf } from '#shared/canvas/lookup.ts';
import { isDrawn, nodesWithin, placementOf } from '#shared/canvas/placement.ts';
import {
  flowEdge,
  flowNode,
  showsEdge,
  showsNode,
  type FlowEdge,
  type FlowNode,
} from './flow-elements.ts';
import type { Selection } from './select.ts';

export type Drawn = { nodes: FlowNode[]; edges: FlowEdge[] };

/** The part of a canvas of which React Flow is given the elements; `null` for none of it. */
export type Region = Box | null;

export const everywhere: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };

/**
 * A document as React Flow draws it: what lies in the region, and what is selected, because it is
 * moved together wherever it is. React Flow goes through all that it has on every frame, so it is
 * not given 20,000 nodes of which 60 are seen. What was drawn before and still holds keeps its
 * identity.
 */
export const shown = (
  document: CanvasDocument,
  before: Drawn,
  selection: Selection,
  region: Region,
): Drawn => {
  if (!region) return nothing;
  const places = placesShown(document, selection, region);
  const nodes = nodesAt(document, places.nodes, before.nodes, new Set(selection.nodes));
  const edges = edgesAt(document, places.edges, before.edges, new Set(selection.edges));
  return { nodes: sameOr(before.nodes, nodes), edges: sameOr(before.edges, edges) };
};

export const nothing: Drawn = { nodes: [], edges: [] };

type Places = { nodes: number[]; edges: number[] };

/** With the nodes go those that hold them, with the flows their ends: React Flow asks for both. */
const placesShown = (document: CanvasDocument, selection: Selection, region: Box): Places => {
  const placement = placementOf(document);
  const ends = flowEndsOf(document);
  const nodes = new Set(nodesWithin(placement, region));
  const edges = new Set(flowsWithin(document, region));
  for (const id of selection.nodes) {
    const at = placeOf(document.nodes, id);
    if (isDrawn(placement, at)) nodes.add(at);
  }
  for (const id of selection.edges) {
    const at = placeOf(document.edges, id);
    if ((ends.source[at] ?? -1) >= 0) edges.add(at);
  }
  for (const at of edges) nodes.add(ends.source[at] ?? -1).add(ends.target[at] ?? -1);
  // A set that grows while it is walked through is walked through to its end.
  for (const at of nodes) {
    const parent = placement.parent[at] ?? -1;
    if (parent >= 0) nodes.add(parent);
  }
  return { nodes: inOrder(nodes), edges: inOrder(edges) };
};

const inOrder = (places: Set<number>): number[] => [...places].toSorted((a, b) => a - b);

const nodesAt = (
  document: CanvasDocument,
  places: readonly number[],
  before: readonly FlowNode[],
  selected: ReadonlySet<string>,
): FlowNode[] => {
  const { nodes, parent } = placementOf(document);
  return places.flatMap((at) => {
    const node = nodes[at];
    if (!node) return [];
    const parentId = nodes[parent[at] ?? -1]?.id;
    const old = elementById(before, node.id);
    const isSelected = selected.has(node.id);
    const fits = old && old.selected === isSelected && showsNode(old, node, parentId);
    return [fits ? old : flowNode(node, parentId, isSelected)];
  });
};

const edgesAt = (
  document: CanvasDocument,
  places: readonly number[],
  before: readonly FlowEdge[],
  selected: ReadonlySet<string>,
): FlowEdge[] => {
  const ends = flowEndsOf(document);
  const idAt = (place: number | undefined): string => document.nodes[place ?? -1]?.id ?? '';
  return places.flatMap((at) => {
    const edge: CanvasEdge | undefined = document.edges[at];
    if (!edge) return [];
    const drawn = { source: idAt(ends.source[at]), target: idAt(ends.target[at]) };
    const old = elementById(before, edge.id);
    const isSelected = selected.has(edge.id);
    const fits = old && old.selected === isSelected && showsEdge(old, edge, drawn);
    return [fits ? old : flowEdge(edge, drawn, isSelected)];
  });
};

const sameOr = <Element>(before: Element[], after: Element[]): Element[] =>
  before.length === after.length && before.every((element, at) => element === after[at])
    ? before
    : after;
