import type { CanvasDocument } from '#shared/canvas/document.ts';
import { placeOf } from '#shared/canvas/lookup.ts';
import type { FlowEdge, FlowNode } from './flow-elements.ts';

/** The ids of what is selected, in the order of the document. */
export type Selection = { nodes: readonly string[]; edges: readonly string[] };

export const noSelection: Selection = { nodes: [], edges: [] };

type Drawn = { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] };

/** What React Flow says is selected, where it is given all that is. */
export const selectionOf = ({ nodes, edges }: Drawn, before: Selection): Selection =>
  sameOr(before, { nodes: selectedIds(nodes), edges: selectedIds(edges) });

/** Those of some ids that a document has. */
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
  const places = new Set(ids.map((id) => placeOf(elements, id)));
  return [...places]
    .filter((place) => place >= 0)
    .toSorted((a, b) => a - b)
    .map((place) => elements[place]?.id ?? '');
};

/** The same object as before where the same elements are selected. */
const sameOr = (before: Selection, selection: Selection): Selection =>
  equal(selection.nodes, before.nodes) && equal(selection.edges, before.edges) ? before : selection;

const equal = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at]);
