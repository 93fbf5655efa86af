import type { CanvasDocument, CanvasEdge, CanvasNode } from './document.ts';
import type { CanvasChange, CanvasOperation } from './operation.ts';

type SetChange = Extract<CanvasChange, { kind: 'setNode' | 'setEdge' }>;
type Element = CanvasNode | CanvasEdge;

/**
 * The document after an operation. A change whose element is gone does nothing, and an element that
 * is already there is replaced: operations also arrive after a sync has changed their ground.
 */
export const applyOperation = (
  document: CanvasDocument,
  operation: CanvasOperation,
): CanvasDocument => {
  let { nodes, edges } = document;
  for (const change of operation) {
    switch (change.kind) {
      case 'addNode':
        nodes = insert(nodes, change.node, change.index);
        break;
      case 'addEdge':
        edges = insert(edges, change.edge, change.index);
        break;
      case 'removeNode':
        nodes = nodes.filter((node) => node.id !== change.id);
        break;
      case 'removeEdge':
        edges = edges.filter((edge) => edge.id !== change.id);
        break;
      case 'setNode':
        nodes = replace(nodes, change);
        break;
      case 'setEdge':
        edges = replace(edges, change);
        break;
    }
  }
  return { ...document, nodes, edges };
};

/** The operation that leads back from `applyOperation(document, operation)` to `document`. */
export const invertOperation = (
  document: CanvasDocument,
  operation: CanvasOperation,
): CanvasOperation => {
  const inverse: CanvasOperation[] = [];
  let current = document;
  for (const change of operation) {
    inverse.push(invertChange(current, change));
    current = applyOperation(current, [change]);
  }
  return inverse.toReversed().flat();
};

const invertChange = (document: CanvasDocument, change: CanvasChange): CanvasChange[] => {
  switch (change.kind) {
    case 'addNode': {
      const index = indexOf(document.nodes, change.node.id);
      const node = document.nodes[index];
      return node
        ? [{ kind: 'addNode', index, node }]
        : [{ kind: 'removeNode', id: change.node.id }];
    }
    case 'addEdge': {
      const index = indexOf(document.edges, change.edge.id);
      const edge = document.edges[index];
      return edge
        ? [{ kind: 'addEdge', index, edge }]
        : [{ kind: 'removeEdge', id: change.edge.id }];
    }
    case 'removeNode': {
      const index = indexOf(document.nodes, change.id);
      const node = document.nodes[index];
      return node ? [{ kind: 'addNode', index, node }] : [];
    }
    case 'removeEdge': {
      const index = indexOf(document.edges, change.id);
      const edge = document.edges[index];
      return edge ? [{ kind: 'addEdge', index, edge }] : [];
    }
    case 'setNode':
      return invertSet(document.nodes[indexOf(document.nodes, change.id)], change);
    case 'setEdge':
      return invertSet(document.edges[indexOf(document.edges, change.id)], change);
  }
};

const invertSet = (element: Element | undefined, change: SetChange): CanvasChange[] => {
  if (!element) return [];
  const own = previous(element, touched(change.fields, change.unset));
  const data = previous(element.data ?? {}, touched(change.data, change.unsetData));
  // An edge may have had no `data` at all; then undo takes the whole key away again.
  const hadNoData = change.data !== undefined && element.data === undefined;
  return [
    {
      kind: change.kind,
      id: change.id,
      fields: own.values,
      unset: hadNoData ? [...own.absent, 'data'] : own.absent,
      data: data.values,
      unsetData: data.absent,
    },
  ];
};

const touched = (values: Record<string, unknown> = {}, absent: string[] = []): string[] => [
  ...Object.keys(values),
  ...absent,
];

const previous = (
  record: Record<string, unknown>,
  keys: string[],
): { values: Record<string, unknown>; absent: string[] } => ({
  values: Object.fromEntries(
    keys.filter((key) => Object.hasOwn(record, key)).map((key) => [key, record[key]]),
  ),
  absent: keys.filter((key) => !Object.hasOwn(record, key)),
});

const indexOf = (elements: readonly Element[], id: string): number =>
  elements.findIndex((element) => element.id === id);

const insert = <E extends Element>(elements: E[], element: E, index: number): E[] => {
  const others = elements.filter((each) => each.id !== element.id);
  others.splice(Math.min(index, others.length), 0, element);
  return others;
};

const replace = <E extends Element>(elements: E[], change: SetChange): E[] => {
  const index = indexOf(elements, change.id);
  const element = elements[index];
  if (!element) return elements;
  const copy = elements.slice();
  copy[index] = patched(element, change);
  return copy;
};

const patched = <E extends Element>(element: E, change: SetChange): E => {
  const next: E = { ...element, ...change.fields, id: element.id };
  if (Object.keys(change.data ?? {}).length > 0 || (change.unsetData?.length ?? 0) > 0) {
    next.data = without({ ...next.data, ...change.data }, change.unsetData);
  }
  return without(next, change.unset);
};

const without = <T extends object>(record: T, keys: string[] = []): T => {
  if (keys.length === 0) return record;
  const copy = { ...record };
  for (const key of keys) Reflect.deleteProperty(copy, key);
  return copy;
};
