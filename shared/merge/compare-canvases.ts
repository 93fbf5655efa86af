import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { nodeById } from '../canvas/lookup.ts';
import { byId } from './by-id.ts';
import { differingFields, type Element } from './element-fields.ts';
import { same } from './same-value.ts';

export type CanvasDifference = {
  element: 'node' | 'edge';
  id: string;
  kind: 'added' | 'removed' | 'moved' | 'changed';
  /**
   * The names of the fields that differ, from `differingFields`. The list is empty for an added or
   * removed element.
   */
  fields: string[];
  /** The name to show to people. For an unnamed flow, it consists of the names of the flow's ends. */
  label: string;
};

/** The fields of position, size, and route. An element that differs only in these is `moved`. */
const positionFields = new Set(['position', 'parentId', 'width', 'height', 'bends', 'labelAt']);

/**
 * Returns the differences between the elements of two documents, nodes before flows. Among the nodes and
 * among the flows, removed elements come last. The order of the elements in the documents is ignored.
 */
export const compareCanvases = (one: CanvasDocument, other: CanvasDocument): CanvasDifference[] => [
  ...compareElements(one.nodes, other.nodes).map(({ version, ...difference }) => ({
    element: 'node' as const,
    ...difference,
    label: nameOfNode(version),
  })),
  ...compareElements(one.edges, other.edges).map(({ version, ...difference }) => ({
    element: 'edge' as const,
    ...difference,
    label: nameOfFlow(difference.kind === 'removed' ? one : other, version),
  })),
];

/** `version` is the later version of the element, or the earlier one if the element was removed. */
type Compared<E> = Pick<CanvasDifference, 'id' | 'kind' | 'fields'> & { version: E };

const compareElements = <E extends Element>(before: E[], after: E[]): Compared<E>[] => {
  const left = byId(before);
  const found = after.flatMap((version): Compared<E>[] => {
    const { id } = version;
    const old = left.get(id);
    left.delete(id);
    if (!old) return [{ id, kind: 'added', fields: [], version }];
    if (same(old, version)) return [];
    const fields = differingFields(old, version);
    return [{ id, kind: kindOf(fields), fields, version }];
  });
  const removed = [...left].map(([id, version]): Compared<E> => ({
    id,
    kind: 'removed',
    fields: [],
    version,
  }));
  return [...found, ...removed];
};

const kindOf = (fields: readonly string[]): 'moved' | 'changed' =>
  fields.every((field) => positionFields.has(field)) ? 'moved' : 'changed';

const nameOfNode = ({ id, type, data }: CanvasNode): string => firstOf(data.label, type) ?? id;

const nameOfFlow = (document: CanvasDocument, { id, type, data, ...flow }: CanvasEdge): string => {
  const [source, target] = [nodeById(document, flow.source), nodeById(document, flow.target)];
  const ends = source && target && `${nameOfNode(source)} → ${nameOfNode(target)}`;
  return firstOf(data?.label, ends, type) ?? id;
};

const firstOf = (...names: (string | undefined)[]): string | undefined =>
  names.find((name) => name !== undefined && name !== '');
