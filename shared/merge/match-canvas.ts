import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import type { Unstated } from '../otm/content.ts';
import { defined } from '../otm/fields.ts';
import { byId } from './by-id.ts';
import type { Element } from './element-fields.ts';
import { placeUnstated, type PlacedCanvas } from './place-unstated.ts';

type TitledCanvas = { title: string; document: CanvasDocument };

/**
 * `unstated` has the positions and sizes that the file does not state. They are taken from our canvas.
 */
type FileCanvas = TitledCanvas & { unstated?: Unstated | undefined };

/**
 * `document` is our canvas to match with. `now` is our present canvas if it differs from `document`: new
 * elements must not cover the elements of `now`.
 */
type OwnCanvas = TitledCanvas & { now?: CanvasDocument | undefined };

export type MatchedCanvas = TitledCanvas & {
  /**
   * The way in which nodes were matched: by ID and then by name (`ids`), or only by name (`names`).
   * Matched elements have the IDs of our canvas.
   */
  matchedBy: 'ids' | 'names';
  /**
   * The index of the returned canvas among the candidates, and the number of its nodes that match a node
   * of our canvas.
   */
  index: number;
  pairCount: number;
  enlarged: PlacedCanvas['enlarged'];
};

/** Maps the IDs of elements in a file to IDs in our canvas. */
type Pairs = ReadonlyMap<string, string>;

/**
 * Returns the candidate that is most similar to our canvas, or `null` if there are no candidates.
 * Matched elements get the IDs of our canvas. If the file was exported from our canvas, or our canvas
 * was imported from the file, they are matched by ID. Otherwise, nodes are matched by name and kind, and
 * flows by their end nodes.
 */
export const matchCanvas = (
  own: OwnCanvas,
  candidates: readonly FileCanvas[],
): MatchedCanvas | null => {
  const found = candidates.map((candidate, index) => {
    const ids = pairsById(own.document, candidate.document);
    const names = pairsByName(own.document, candidate.document);
    const matchedBy: MatchedCanvas['matchedBy'] =
      ids.size > 0 && ids.size >= names.size ? 'ids' : 'names';
    const pairs = matchedBy === 'ids' ? withRest(ids, own.document, candidate.document) : names;
    return { ...candidate, index, matchedBy, pairs, hasTitle: candidate.title === own.title };
  });
  const [best] = found.toSorted(
    (a, b) => b.pairs.size - a.pairs.size || Number(b.hasTitle) - Number(a.hasTitle),
  );
  if (!best) return null;
  const { title, matchedBy, pairs, index } = best;
  const drawn = placed(renamed(best.document, own.document, pairs), own, best);
  return { title, matchedBy, ...drawn, index, pairCount: pairs.size };
};

const placed = (
  { document, nodeId }: Renamed,
  own: OwnCanvas,
  { unstated }: FileCanvas,
): PlacedCanvas => {
  if (!unstated) return { document, enlarged: new Set() };
  const idsOf = (ids: ReadonlySet<string>): Set<string> => new Set([...ids].map(nodeId));
  const [positions, sizes] = [idsOf(unstated.positions), idsOf(unstated.sizes)];
  const { document: before, now = before } = own;
  return placeUnstated({ document, before, now, unstated: { positions, sizes } });
};

const pairsById = ({ nodes }: CanvasDocument, other: CanvasDocument): Pairs => {
  const known = byId(nodes);
  return new Map(other.nodes.flatMap(({ id }) => (known.has(id) ? [[id, id] as const] : [])));
};

const nameOf = ({ type, data }: CanvasNode): string | null => {
  const label = data.label?.trim().toLowerCase() ?? '';
  return label === '' ? null : `${type}:${label}`;
};

/** Adds pairs of nodes that have no match by ID but have the same name and kind. */
const withRest = (ids: Pairs, own: CanvasDocument, other: CanvasDocument): Pairs => {
  const left = ({ nodes }: CanvasDocument): CanvasNode[] => nodes.filter(({ id }) => !ids.has(id));
  return new Map([...ids, ...pairUp(left(own), left(other), nameOf, nameOf)]);
};

const pairsByName = (own: CanvasDocument, other: CanvasDocument): Pairs =>
  new Map(pairUp(own.nodes, other.nodes, nameOf, nameOf));

/** Pairs elements that have the same key, in the order in which they are listed. */
const pairUp = <E extends Element>(
  own: readonly E[],
  other: readonly E[],
  ownKey: (element: E) => string | null,
  otherKey: (element: E) => string | null,
): [string, string][] => {
  const waiting = Map.groupBy(own.toReversed(), ownKey);
  return other.flatMap((element): [string, string][] => {
    const key = otherKey(element);
    const pair = key === null ? undefined : waiting.get(key)?.pop();
    return pair ? [[element.id, pair.id]] : [];
  });
};

const betweenEnds = ({ source, target }: Pick<CanvasEdge, 'source' | 'target'>): string =>
  JSON.stringify([source, target]);
const withLabel = (edge: CanvasEdge): string =>
  JSON.stringify([edge.source, edge.target, edge.data?.label ?? '']);

/**
 * Matches flows by ID, the remaining flows by end nodes and label, and those still left by end nodes
 * alone.
 */
const flowPairs = (own: readonly CanvasEdge[], other: readonly CanvasEdge[]): Pairs => {
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  for (const key of [({ id }: CanvasEdge) => id, withLabel, betweenEnds]) {
    const ownLeft = own.filter(({ id }) => !taken.has(id));
    const otherLeft = other.filter(({ id }) => !pairs.has(id));
    for (const [theirs, ours] of pairUp(ownLeft, otherLeft, key, key)) {
      pairs.set(theirs, ours);
      taken.add(ours);
    }
  }
  return pairs;
};

/**
 * Returns a function that gives each element of a file its ID in our canvas. A matched element gets the
 * ID of its match. Any other element keeps its ID or, if one of our elements has the same ID, gets a new
 * one.
 */
const idsFor = (
  own: readonly Element[],
  other: readonly Element[],
  pairs: Pairs,
): ((id: string) => string) => {
  const taken = new Set([...own, ...other].map(({ id }) => id));
  const ids = new Map(pairs);
  const known = byId(own);
  for (const { id } of other) {
    if (ids.has(id) || !known.has(id)) continue;
    let free = `${id} of the file`;
    while (taken.has(free)) free = `${free}'`;
    taken.add(free);
    ids.set(id, free);
  }
  return (id) => ids.get(id) ?? id;
};

type Renamed = { document: CanvasDocument; nodeId: (id: string) => string };

const renamed = (document: CanvasDocument, own: CanvasDocument, nodePairs: Pairs): Renamed => {
  const nodeId = idsFor(own.nodes, document.nodes, nodePairs);
  const ownNodes = byId(own.nodes);
  const ownEdges = byId(own.edges);
  const nodes = document.nodes.map((node): CanvasNode => {
    const id = nodeId(node.id);
    const named: CanvasNode = {
      ...node,
      id,
      ...(node.parentId !== undefined && { parentId: nodeId(node.parentId) }),
    };
    return { ...named, data: dataLike(ownNodes.get(id), named.data) };
  });
  const linked = document.edges.map((edge) => ({
    ...edge,
    source: nodeId(edge.source),
    target: nodeId(edge.target),
  }));
  const edgeId = idsFor(own.edges, linked, flowPairs(own.edges, linked));
  const edges = linked.map((edge): CanvasEdge => {
    const id = edgeId(edge.id);
    const data = dataLike(ownEdges.get(id), edge.data ?? {});
    const isEmptyThere = ownEdges.get(id)?.data === undefined && Object.keys(data).length === 0;
    const { data: _data, ...rest } = edge;
    return { ...rest, id, ...(!isEmptyThere && { data }) };
  });
  return { document: { ...document, nodes, edges }, nodeId };
};

/**
 * Returns the data of an element of a file, but with the component and the preserved file data (`otm`)
 * of our element.
 */
const dataLike = <Data extends Record<string, unknown>>(
  own: Element | undefined,
  data: Data,
): Data => {
  if (!own) return data;
  const { componentId, otm } = { componentId: undefined, otm: undefined, ...own.data };
  const next: Data = { ...data, ...defined({ componentId, otm }) };
  if (componentId === undefined) Reflect.deleteProperty(next, 'componentId');
  if (otm === undefined) Reflect.deleteProperty(next, 'otm');
  return next;
};
