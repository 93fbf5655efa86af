import { replaceEqualDeep } from '@tanstack/react-query';
import type { CanvasDocument, CanvasEdge } from '#shared/canvas/document.ts';
import { flowEndsOf, flowsWithin } from '#shared/canvas/flow-ends.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { elementById, nodeById, indexOfElement } from '#shared/canvas/lookup.ts';
import { isDrawn, isFrame, nodesWithin, placementOf } from '#shared/canvas/placement.ts';
import {
  flowEdge,
  flowNode,
  showsEdge,
  showsNode,
  type FlowEdge,
  type FlowNode,
} from './flow-elements.ts';
import { selectionIn, type Selection } from './selection.ts';

export type DrawnElements = { nodes: FlowNode[]; edges: FlowEdge[] };

/** The part of a canvas whose elements React Flow gets. `null` if it gets no elements. */
export type Region = Box | null;

export const everywhere: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };

/**
 * Returns the elements that React Flow draws: those in the region, all selected elements, because they
 * move together even outside the region, and those that a person is dragging or resizing. React Flow gets
 * no other elements, because it iterates over all of its elements on every frame. Unchanged elements keep
 * their identity.
 */
export const drawnElements = (
  document: CanvasDocument,
  before: DrawnElements,
  selection: Selection,
  region: Region,
): DrawnElements => {
  if (!region) return noElements;
  const held = before.nodes.filter(isHeld).map(({ id }) => id);
  const kept = { ...selection, nodes: [...selection.nodes, ...held] };
  const indexes = drawnIndexes(document, kept, region);
  const nodes = nodesAt(document, indexes.nodes, before.nodes, new Set(selection.nodes));
  const edges = edgesAt(document, indexes.edges, before.edges, new Set(selection.edges));
  return { nodes: sameOr(before.nodes, nodes), edges: sameOr(before.edges, edges) };
};

/** Tells if a person is dragging or resizing a node. */
export const isHeld = ({ dragging, resizing }: FlowNode): boolean =>
  dragging === true || resizing === true;

export const noElements: DrawnElements = { nodes: [], edges: [] };

type ElementIndexes = { nodes: number[]; edges: number[] };

/**
 * Returns the indexes of the elements to draw: those in the region and the kept ones. Includes the
 * ancestors of nodes and the ends of flows, because React Flow needs these too.
 */
export const drawnIndexes = (
  document: CanvasDocument,
  kept: Selection,
  region: Box,
): ElementIndexes => {
  const placement = placementOf(document);
  const ends = flowEndsOf(document);
  const nodes = new Set(nodesWithin(placement, region));
  const edges = new Set(flowsWithin(document, region));
  for (const id of kept.nodes) {
    const at = indexOfElement(document.nodes, id);
    if (isDrawn(placement, at)) nodes.add(at);
  }
  for (const id of kept.edges) {
    const at = indexOfElement(document.edges, id);
    if ((ends.source[at] ?? -1) >= 0) edges.add(at);
  }
  for (const at of edges) nodes.add(ends.source[at] ?? -1).add(ends.target[at] ?? -1);
  // Iterating over a set includes entries that are added meanwhile, so this adds all ancestors.
  for (const at of nodes) {
    const parent = placement.parent[at] ?? -1;
    if (parent >= 0) nodes.add(parent);
  }
  return { nodes: inOrder(nodes), edges: inOrder(edges) };
};

const inOrder = (indexes: Set<number>): number[] => [...indexes].toSorted((a, b) => a - b);

const nodesAt = (
  document: CanvasDocument,
  indexes: readonly number[],
  before: readonly FlowNode[],
  selected: ReadonlySet<string>,
): FlowNode[] => {
  const placement = placementOf(document);
  const { nodes, parent } = placement;
  return indexes.flatMap((at) => {
    const node = nodes[at];
    if (!node) return [];
    const parentId = nodes[parent[at] ?? -1]?.id;
    const old = elementById(before, node.id);
    const isSelected = selected.has(node.id);
    const drawn = { parentId, isFrame: isFrame(placement, at) };
    const fits = old && old.selected === isSelected && showsNode(old, node, drawn);
    return [fits ? old : flowNode(node, drawn, isSelected)];
  });
};

const edgesAt = (
  document: CanvasDocument,
  indexes: readonly number[],
  before: readonly FlowEdge[],
  selected: ReadonlySet<string>,
): FlowEdge[] => {
  const ends = flowEndsOf(document);
  const idAt = (index: number | undefined): string => document.nodes[index ?? -1]?.id ?? '';
  return indexes.flatMap((at) => {
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

type DrawnDocument = DrawnElements & {
  document: CanvasDocument;
  selection: Selection;
  region: Region;
};

/**
 * Returns the elements to draw for a document that was read again from the store. Unchanged
 * elements keep their identity, so their DOM elements stay. Elements that still exist stay
 * selected. Moving elements keep their dragged position, but get all other changes.
 */
export const withDocument = (before: DrawnDocument, incoming: CanvasDocument): DrawnDocument => {
  const document = {
    ...incoming,
    nodes: unchangedAsBefore(before.document.nodes, incoming.nodes),
    edges: unchangedAsBefore(before.document.edges, incoming.edges),
  };
  const { nodes, edges } = before.selection;
  const selection = selectionIn(document, [...nodes, ...edges], before.selection);
  return drawnDuringGesture(before, { document, selection });
};

/**
 * Returns the elements to draw, as in the document, except that moving nodes keep their dragged
 * position.
 */
export const drawnDuringGesture = (
  before: DrawnDocument,
  now: Partial<DrawnDocument>,
): DrawnDocument => {
  const after = { ...before, ...now };
  const { nodes, edges } = drawnElements(after.document, before, after.selection, after.region);
  const moving = new Map(nodesInGesture(before).map((node) => [node.id, node]));
  if (moving.size === 0) return { ...after, nodes, edges };
  return {
    ...after,
    nodes: nodes.map((node) => {
      const moved = moving.get(node.id);
      // A position is relative to the parent, so it has no meaning in another parent.
      return moved && moved.parentId === node.parentId ? { ...moved, data: node.data } : node;
    }),
    edges,
  };
};

/**
 * Returns the nodes of an unfinished gesture, and nodes whose drawn position differs from the
 * document.
 */
export const nodesInGesture = ({
  document,
  nodes,
}: Pick<DrawnDocument, 'document' | 'nodes'>): FlowNode[] =>
  nodes.filter((node) => {
    const { position } = nodeById(document, node.id) ?? node;
    return isHeld(node) || node.position.x !== position.x || node.position.y !== position.y;
  });

const unchangedAsBefore = <Element extends { id: string }>(
  before: readonly Element[],
  incoming: readonly Element[],
): Element[] =>
  incoming.map((element) => {
    const old = elementById(before, element.id);
    return old ? replaceEqualDeep(old, element) : element;
  });
