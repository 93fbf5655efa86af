import type { FlowEdge, FlowNode } from './flow-elements.ts';

/** The ids of what is selected, in the order of the document. */
export type Selection = { nodes: readonly string[]; edges: readonly string[] };

export const noSelection: Selection = { nodes: [], edges: [] };

type Drawn = { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] };

/** The same object as before where the same elements are selected. */
export const selectionOf = ({ nodes, edges }: Drawn, before: Selection): Selection => {
  const selection = { nodes: selectedIds(nodes), edges: selectedIds(edges) };
  const isSame = equal(selection.nodes, before.nodes) && equal(selection.edges, before.edges);
  return isSame ? before : selection;
};

const selectedIds = (elements: readonly (FlowNode | FlowEdge)[]): string[] => {
  const ids: string[] = [];
  for (const element of elements) if (element.selected) ids.push(element.id);
  return ids;
};

const equal = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at]);
