import type { CanvasDocument } from '#shared/canvas/document.ts';
import { indexOfElement } from '#shared/canvas/lookup.ts';
import type { FlowEdge, FlowNode } from './flow-elements.ts';

/** The IDs of the selected elements, in document order. */
export type Selection = { nodes: readonly string[]; edges: readonly string[] };

export const noSelection: Selection = { nodes: [], edges: [] };

type Drawn = { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] };

/**
 * Returns the selected elements. React Flow's elements are enough to find them, because these always
 * include all selected elements. If the selection is the same as `before`, returns `before`.
 */
export const selectionOf = ({ nodes, edges }: Drawn, before: Selection): Selection =>
  sameOr(before, { nodes: selectedIds(nodes), edges: selectedIds(edges) });

/** Returns a selection of the given elements, without those that are not in the document. */
export const selectionIn = (
  { nodes, edges }: CanvasDocument,
  ids: Iterable<string>,
  before: Selection,
): Selection => {
  const all = [...ids];
  return sameOr(before, { nodes: inOrder(nodes, all), edges: inOrder(edges, all) });
};

const selectedIds = (elements: readonly (FlowNode | FlowEdge)[]): string[] => {
  const ids: string[] = [];
  for (const element of elements) if (element.selected) ids.push(element.id);
  return ids;
};

const inOrder = (elements: readonly { id: string }[], ids: readonly string[]): string[] => {
  const indexes = new Set(ids.map((id) => indexOfElement(elements, id)));
  return [...indexes]
    .filter((index) => index >= 0)
    .toSorted((a, b) => a - b)
    .map((index) => elements[index]?.id ?? '');
};

/** Returns the previous object if the same elements are selected. */
const sameOr = (before: Selection, selection: Selection): Selection =>
  equal(selection.nodes, before.nodes) && equal(selection.edges, before.edges) ? before : selection;

const equal = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at]);
