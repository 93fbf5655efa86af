import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import type { Unstated } from '../otm/content.ts';
import { defined } from '../otm/fields.ts';
import { byId } from './by-id.ts';
import type { Element } from './element-fields.ts';
import { placeUnstated, type PlacedCanvas } from './place-unstated.ts';

type TitledCanvas = { title: string; document: CanvasDocument };

/** `unstated`: positions and sizes that the file does not state. They are taken from our canvas. */
type FileCanvas = TitledCanvas & { unstated?: Unstated | undefined };

/** `now`: the current canvas, if it differs from this one. New elements do not cover its elements. */
type OwnCanvas = TitledCanvas & { now?: CanvasDocument | undefined };

export type MatchedCanvas = TitledCanvas & {
  /** Tells how elements were matched. Matched elements have the IDs of our canvas. */
  matchedBy: 'ids' | 'names';
  /** The index of the match among the candidates, and the number of nodes that both have. */
  index: number;
  pairCount: number;
  enlarged: PlacedCanvas['enlarged'];
};

/** Maps IDs of a foreign canvas to own IDs. */
type Pairs = ReadonlyMap<string, string>;

/**
 * Returns the most similar canvas of another file, or `null`. The IDs agree if the file was exported from
 * this canvas or this canvas was imported from it. Otherwise nodes are matched by name and kind, and flows
 * by their end nodes.
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

/** Adds pairs of nodes without a match by ID, if they have the same name and kind. */
const withRest = (ids: Pairs, own: CanvasDocument, other: CanvasDocument): Pairs => {
  const left = ({ nodes }: CanvasDocument): CanvasNode[] => nodes.filter(({ id }) => !ids.has(id));
  return new Map([...ids, ...pairUp(left(own), left(other), nameOf, nameOf)]);
};

const pairsByName = (own: CanvasDocument, other: CanvasDocument): Pairs =>
  new Map(pairUp(own.nodes, other.nodes, nameOf, nameOf));

/** Pairs elements with the same key in their order. */
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

/** Matches flows by ID, then by their end nodes and label, then by their end nodes alone. */
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

/** Replaces IDs that other elements of the own canvas use. */
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

/** Takes the component and the stored file data (`otm`) from the own element. */
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
