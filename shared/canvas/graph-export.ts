import { isNodeType, sizeOf, type CanvasDocument, type NodeType } from './document.ts';

/** A canvas for a graph database. Every property is a scalar, as those databases require. */
export type Graph = { nodes: GraphNode[]; relationships: GraphRelationship[] };

type GraphNode = {
  id: string;
  labels: string[];
  /** `size` is `<width>x<height>` in pixels; `type` is the node's type in the drawing. */
  properties: { color: string; size: string; type: string };
};

type GraphRelationship = {
  id: string;
  type: 'DATAFLOW' | 'CONTAINS';
  start: string;
  end: string;
  properties: { color: string };
};

/** The label of each kind, and its colour unless the node says another: that of its outline. */
const kinds: Record<NodeType, { label: string; color: string }> = {
  processNode: { label: 'Process', color: '#5562d0' },
  dataStoreNode: { label: 'DataStore', color: '#2b7a4f' },
  externalEntityNode: { label: 'ExternalEntity', color: '#946800' },
  trustBoundaryNode: { label: 'TrustBoundary', color: '#5b64a8' },
  noteNode: { label: 'Note', color: '#d9cb86' },
};
const otherColor = '#7d8796';
const flowColor = '#616b7a';

/**
 * A label from a type that we do not know, in the form of the others: `lambda-functionNode` is a
 * `LambdaFunction`. Only letters and digits, because a label is an identifier in query languages.
 */
const labelOf = (type: string): string => {
  const words = type.replace(/Node$/iu, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const label = words
    .map((word) => {
      const [first = ''] = word;
      return first.toUpperCase() + word.slice(first.length);
    })
    .join('');
  if (label === '') return 'Node';
  return /^\p{N}/u.test(label) ? `Node${label}` : label;
};

/** Stored drawings are kept to the letter, so `data` may be missing or no object. */
const colorIn = (data: unknown, otherwise: string): string => {
  const color = typeof data === 'object' && data !== null && 'color' in data ? data.color : null;
  return typeof color === 'string' && color !== '' ? color : otherwise;
};

/** A graph has one node and one relationship of an id; a drawing that repeats one has a mistake. */
const firstOfEach = <E extends { id: string }>(elements: readonly E[]): E[] => {
  const known = new Map<string, E>();
  for (const element of elements) if (!known.has(element.id)) known.set(element.id, element);
  return [...known.values()];
};

/**
 * The graph of a canvas: nodes, data flows, and what each trust boundary holds directly. A flow that
 * names a node which is not there is left out, because a relationship without both ends cannot be
 * imported; so is a parent that is missing or no boundary.
 */
export const graphOf = (document: CanvasDocument): Graph => {
  const nodes = firstOfEach(document.nodes);
  const edges = firstOfEach(document.edges);
  const known = new Set(nodes.map(({ id }) => id));
  const flows = edges
    .filter(({ source, target }) => known.has(source) && known.has(target))
    .map(({ id, source, target, data }): GraphRelationship => ({
      id,
      type: 'DATAFLOW',
      start: source,
      end: target,
      properties: { color: colorIn(data, flowColor) },
    }));
  const taken = new Set(flows.map(({ id }) => id));
  return { nodes: nodes.map(nodeOf), relationships: [...flows, ...containments(nodes, taken)] };
};

const nodeOf = (node: CanvasDocument['nodes'][number]): GraphNode => {
  const { id, type = '', data } = node;
  const kind = isNodeType(type) ? kinds[type] : { label: labelOf(type), color: otherColor };
  const { width, height } = sizeOf(node);
  return {
    id,
    labels: [kind.label],
    properties: { color: colorIn(data, kind.color), size: `${width}x${height}`, type },
  };
};

/** A node is held by one boundary at most, so its id makes the relationship's. */
const containments = (
  nodes: readonly CanvasDocument['nodes'][number][],
  taken: ReadonlySet<string>,
): GraphRelationship[] => {
  const boundaries = new Map(
    nodes.filter(({ type }) => type === 'trustBoundaryNode').map((node) => [node.id, node]),
  );
  return nodes.flatMap(({ id, parentId }): GraphRelationship[] => {
    const boundary = boundaries.get(parentId ?? '');
    if (!boundary || boundary.id === id) return [];
    let own = `contains:${id}`;
    while (taken.has(own)) own += '~';
    const color = colorIn(boundary.data, kinds.trustBoundaryNode.color);
    return [{ id: own, type: 'CONTAINS', start: boundary.id, end: id, properties: { color } }];
  });
};
