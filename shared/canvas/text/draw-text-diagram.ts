import {
  defaultSize,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
  type NodeType,
  type Position,
  type Size,
} from '../document.ts';
import type { Fragment } from '../edits/copy.ts';
import { layOut } from './lay-out.ts';
import type { TextDiagram, TextFlow, TextNode } from './text-diagram.ts';

/** What flows end at, and what threats are about. */
const isComponent = (kind: NodeType): boolean =>
  kind !== 'trustBoundaryNode' && kind !== 'noteNode';

const padding = 30;
/** The tab with the label of a boundary. */
const headroom = 40;

/**
 * A text diagram as a fragment for a canvas. An element that the canvas has by the same name is not
 * made again: flows lead to the one that is there, and a flow that is there too is left out.
 */
export const drawTextDiagram = (
  document: CanvasDocument,
  { nodes, flows }: TextDiagram,
): Fragment => {
  const known = new Map<string, string>();
  for (const { id, type, data } of document.nodes) {
    const isEnd = type !== 'trustBoundaryNode' && type !== 'noteNode';
    const name = data.label?.trim();
    if (isEnd && name !== undefined && !known.has(name)) known.set(name, id);
  }
  const isNew = ({ name, kind }: TextNode): boolean => !isComponent(kind) || !known.has(name);
  const idOf = (at: number): string => `text-${at}`;
  const ends = new Map(known);
  for (const [at, node] of nodes.entries()) {
    if (isNew(node) && isComponent(node.kind)) ends.set(node.name, idOf(at));
  }
  const edges = edgesOf(document, flows, ends);
  const made = nodes.map((node, at) => ({ ...node, id: idOf(at) })).filter(isNew);
  const places = placed(made, edges, idOf);
  return { nodes: made.map((node) => drawn(node, places, idOf)), edges };
};

type Made = TextNode & { id: string };
type Place = Position & Size;
type NameOf = (at: number) => string;

const drawn = (
  { id, name, kind, within }: Made,
  places: ReadonlyMap<string, Place>,
  idOf: NameOf,
): CanvasNode => {
  const { x, y, width, height } = places.get(id) ?? { x: 0, y: 0, ...defaultSize[kind] };
  return {
    id,
    type: kind,
    position: { x, y },
    width,
    height,
    ...(within !== null && { parentId: idOf(within) }),
    data: { label: name, ...(isComponent(kind) && { componentId: id }) },
  };
};

const flowKey = (source: string, target: string, label: string, both: boolean): string =>
  JSON.stringify([source, target, label, both]);

const edgesOf = (
  document: CanvasDocument,
  flows: readonly TextFlow[],
  ends: ReadonlyMap<string, string>,
): CanvasEdge[] => {
  const there = new Set(
    document.edges.map(({ source, target, data }) =>
      flowKey(source, target, data?.label ?? '', data?.bidirectional === true),
    ),
  );
  return flows.flatMap(({ source, target, label, isBidirectional }, at): CanvasEdge[] => {
    const [from, to] = [ends.get(source), ends.get(target)];
    if (from === undefined || to === undefined) return [];
    if (there.has(flowKey(from, to, label, isBidirectional))) return [];
    const data = { label, ...(isBidirectional && { bidirectional: true }) };
    return [{ id: `flow-${at}`, source: from, target: to, type: 'flow', data }];
  });
};

/** Every element relative to its boundary; what a boundary holds is laid out before it. */
const placed = (
  nodes: readonly Made[],
  edges: readonly CanvasEdge[],
  idOf: NameOf,
): Map<string, Place> => {
  const places = new Map<string, Place>();
  const holderOf = new Map(
    nodes.map(({ id, within }) => [id, within === null ? '' : idOf(within)]),
  );
  const held = Map.groupBy(nodes, ({ id }) => holderOf.get(id) ?? '');
  /** The one of a boundary's own elements that a node is, or is in. */
  const within = (holder: string, id: string): string | null => {
    let at: string | undefined = id;
    while (at !== undefined && at !== '' && holderOf.get(at) !== holder) at = holderOf.get(at);
    return at === undefined || at === '' ? null : at;
  };
  const arrange = (holder: string, inset: Position): Size => {
    const items = (held.get(holder) ?? []).map(({ id, kind }) => ({ id, ...sizeFor(id, kind) }));
    const links = edges.flatMap(({ source, target }): [string, string][] => {
      const [from, to] = [within(holder, source), within(holder, target)];
      return from !== null && to !== null && from !== to ? [[from, to]] : [];
    });
    const { places: found, size } = layOut(items, links);
    for (const { id, width, height } of items) {
      const { x, y } = found.get(id) ?? { x: 0, y: 0 };
      places.set(id, { x: x + inset.x, y: y + inset.y, width, height });
    }
    return size;
  };
  const sizeFor = (id: string, kind: NodeType): Size => {
    if (!held.has(id)) return defaultSize[kind];
    const { width, height } = arrange(id, { x: padding, y: headroom });
    return { width: width + 2 * padding, height: height + headroom + padding };
  };
  arrange('', { x: 0, y: 0 });
  return places;
};
