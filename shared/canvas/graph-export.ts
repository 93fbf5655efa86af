import { canvasColors } from './canvas-colors.ts';
import { sizeOf, type CanvasDocument } from './document.ts';
import { elementKinds, isElementKind } from './element-kinds.ts';
import { isBoundary } from './geometry.ts';
import { noOpenThreats, type OpenThreats } from './open-threats.ts';

/**
 * A canvas as the nodes and relationships of a graph database. Every property is a scalar, as graph
 * databases require.
 */
export type Graph = { nodes: GraphNode[]; relationships: GraphRelationship[] };

type GraphNode = {
  id: string;
  labels: string[];
  /** `size` is `<width>x<height>` in pixels; `type` is the node's type in the document. */
  properties: { color: string; size: string; type: string } & Facts;
};

/**
 * `kind` is the name of the kind in the glossary, in camel case. For an unknown type, it is the type.
 */
type Facts = { name: string; kind: string; openThreats: number };

type GraphRelationship = {
  id: string;
  type: 'DATAFLOW' | 'CONTAINS';
  start: string;
  end: string;
  properties: { color: string } | ({ color: string } & Facts & FlowFacts);
};

/** A value is `null` if the flow does not state it. */
type FlowFacts = {
  protocol: string | null;
  encrypted: boolean | null;
  authenticated: boolean | null;
  dataClassification: string | null;
};

/** The colors of flows and of nodes of unknown types, unless the element has a color of its own. */
const otherColor = canvasColors['node-line'].light;
const flowColor = canvasColors.flow.light;

/**
 * Returns a label for an unknown type that looks like the labels of known types: `lambda-functionNode`
 * becomes `LambdaFunction`. It has only letters and digits, because a label is an identifier in query
 * languages.
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

/**
 * Returns a text in `data`, or `null` if there is none. Documents are stored as they arrive, so `data`
 * may be missing or not an object.
 */
const textIn = (data: unknown, key: string): string | null => {
  const value = valueIn(data, key);
  return typeof value === 'string' && value !== '' ? value : null;
};

const valueIn = (data: unknown, key: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;

const flagIn = (data: unknown, key: string): boolean | null => {
  const value = valueIn(data, key);
  return typeof value === 'boolean' ? value : null;
};

const colorIn = (data: unknown, otherwise: string): string => textIn(data, 'color') ?? otherwise;

const factsOf = (data: unknown, kind: string, threats: OpenThreats): Facts => ({
  name: textIn(data, 'label') ?? '',
  kind,
  openThreats: threats.get(textIn(data, 'componentId') ?? '')?.count ?? 0,
});

/**
 * Returns the elements without those that repeat an earlier ID. Only an invalid document repeats an ID,
 * but in a graph each ID must be unique.
 */
const firstOfEach = <E extends { id: string }>(elements: readonly E[]): E[] => {
  const known = new Map<string, E>();
  for (const element of elements) if (!known.has(element.id)) known.set(element.id, element);
  return [...known.values()];
};

/**
 * Returns the graph of a canvas: nodes, data flows, and the direct children of each trust boundary. A
 * parent that is missing or is not a boundary is ignored. A flow with a missing node is left out,
 * because a relationship without both ends cannot be imported.
 */
export const graphOf = (document: CanvasDocument, threats = noOpenThreats): Graph => {
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
      properties: {
        color: colorIn(data, flowColor),
        ...factsOf(data, 'dataFlow', threats),
        protocol: textIn(data, 'protocol'),
        encrypted: flagIn(data, 'encrypted'),
        authenticated: flagIn(data, 'authenticated'),
        dataClassification: textIn(data, 'dataClassification'),
      },
    }));
  const taken = new Set(flows.map(({ id }) => id));
  return {
    nodes: nodes.map((node) => nodeOf(node, threats)),
    relationships: [...flows, ...containments(nodes, taken)],
  };
};

const nodeOf = (node: CanvasDocument['nodes'][number], threats: OpenThreats): GraphNode => {
  const { id, type = '', data } = node;
  const { label, kind, color } = isElementKind(type)
    ? elementKinds[type].graph
    : { label: labelOf(type), kind: type, color: otherColor };
  const { width, height } = sizeOf(node);
  return {
    id,
    labels: [label],
    properties: {
      color: colorIn(data, color),
      size: `${width}x${height}`,
      type,
      ...factsOf(data, kind, threats),
    },
  };
};

/**
 * Returns a relationship for each child of a boundary. The relationship's ID is made from the ID of the
 * child, which is unique, because a node has at most one parent.
 */
const containments = (
  nodes: readonly CanvasDocument['nodes'][number][],
  taken: ReadonlySet<string>,
): GraphRelationship[] => {
  const boundaries = new Map(nodes.filter(isBoundary).map((node) => [node.id, node]));
  return nodes.flatMap(({ id, parentId }): GraphRelationship[] => {
    const boundary = boundaries.get(parentId ?? '');
    if (!boundary || boundary.id === id) return [];
    let own = `contains:${id}`;
    while (taken.has(own)) own += '~';
    const color = colorIn(boundary.data, elementKinds.trustBoundaryNode.graph.color);
    return [{ id: own, type: 'CONTAINS', start: boundary.id, end: id, properties: { color } }];
  });
};
