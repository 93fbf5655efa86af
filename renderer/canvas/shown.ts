import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { elementById } from '#shared/canvas/lookup.ts';
import {
  flowEdge,
  flowNode,
  showsEdge,
  showsNode,
  type FlowEdge,
  type FlowNode,
} from './flow-elements.ts';

export type Drawn = { nodes: FlowNode[]; edges: FlowEdge[] };

/**
 * A document as React Flow draws it. What was drawn before and still holds keeps its identity, and
 * everything keeps its selection unless `selected` names a new one.
 */
export const shown = (
  document: CanvasDocument,
  before: Drawn,
  selected?: ReadonlySet<string>,
): Drawn => {
  const parents = new Set<string>();
  return {
    nodes: document.nodes.map((node, at) => {
      const parentId = drawnParent(node, parents);
      const old = drawnBefore(before.nodes, node, at);
      const isSelected = selected ? selected.has(node.id) : (old?.selected ?? false);
      const fits = old && old.selected === isSelected && showsNode(old, node, parentId);
      return fits ? old : flowNode(node, parentId, isSelected);
    }),
    edges: document.edges.map((edge, at) => {
      const old = drawnBefore(before.edges, edge, at);
      const isSelected = selected ? selected.has(edge.id) : (old?.selected ?? false);
      const fits = old && old.selected === isSelected && showsEdge(old, edge);
      return fits ? old : flowEdge(edge, isSelected);
    }),
  };
};

const drawnBefore = <Element extends FlowNode | FlowEdge>(
  before: readonly Element[],
  { id }: CanvasNode | CanvasEdge,
  at: number,
): Element | undefined => {
  const here = before[at];
  return here?.id === id ? here : elementById(before, id);
};

/** React Flow breaks at a parent that is missing or comes later, as a foreign file may have it. */
const drawnParent = (node: CanvasNode, seen: Set<string>): string | undefined => {
  seen.add(node.id);
  const { parentId } = node;
  return parentId !== undefined && parentId !== node.id && seen.has(parentId)
    ? parentId
    : undefined;
};
