import type { CanvasDocument, CanvasEdge, CanvasNode, Position, Size } from '../document.ts';
import type { Fragment } from '../edits/copy.ts';
import {
  elementKinds,
  isComponentKind,
  isConnectable,
  type ElementKind,
} from '../element-kinds.ts';
import { layOut } from './lay-out.ts';
import type { TextDiagram, TextFlow, TextNode } from './text-diagram.ts';

const padding = 30;
/** The space at the top of a boundary for its label, in pixels. */
const headroom = 40;

/**
 * Returns a text diagram as a fragment to be added to a canvas. An element whose name is already on the
 * canvas is left out, and its flows end at the existing element. Flows that are already on the canvas
 * are left out too.
 */
export const drawTextDiagram = (
  document: CanvasDocument,
  { nodes, flows }: TextDiagram,
): Fragment => {
  const known = new Map<string, string>();
  for (const { id, type, data } of document.nodes) {
    const name = data.label?.trim();
    if (isConnectable(type) && name !== undefined && !known.has(name)) known.set(name, id);
  }
  const isNew = ({ name, kind }: TextNode): boolean => !isComponentKind(kind) || !known.has(name);
  const idOf = (at: number): string => `text-${at}`;
  const ends = new Map(known);
  for (const [at, node] of nodes.entries()) {
    if (isNew(node) && isComponentKind(node.kind)) ends.set(node.name, idOf(at));
  }
  const edges = edgesOf(document, flows, ends);
  const made = nodes.map((node, at) => ({ ...node, id: idOf(at) })).filter(isNew);
  const bounds = boundsOf(made, edges, idOf);
  return { nodes: made.map((node) => drawn(node, bounds, idOf)), edges };
};

type Made = TextNode & { id: string };
type Bounds = Position & Size;
type NameOf = (at: number) => string;

const drawn = (
  { id, name, kind, within }: Made,
  bounds: ReadonlyMap<string, Bounds>,
  idOf: NameOf,
): CanvasNode => {
  const { x, y, width, height } = bounds.get(id) ?? { x: 0, y: 0, ...elementKinds[kind].size };
  return {
    id,
    type: kind,
    position: { x, y },
    width,
    height,
    ...(within !== null && { parentId: idOf(within) }),
    data: { label: name, ...(isComponentKind(kind) && { componentId: id }) },
  };
};

const flowKey = (source: string, target: string, label: string, both: boolean): string =>
  JSON.stringify([source, target, label, both]);

const edgesOf = (
  document: CanvasDocument,
  flows: readonly TextFlow[],
  ends: ReadonlyMap<string, string>,
): CanvasEdge[] => {
  const existing = new Set(
    document.edges.map(({ source, target, data }) =>
      flowKey(source, target, data?.label ?? '', data?.bidirectional === true),
    ),
  );
  return flows.flatMap(({ source, target, label, isBidirectional }, at): CanvasEdge[] => {
    const [from, to] = [ends.get(source), ends.get(target)];
    if (from === undefined || to === undefined) return [];
    if (existing.has(flowKey(from, to, label, isBidirectional))) return [];
    const data = { label, ...(isBidirectional && { bidirectional: true }) };
    return [{ id: `flow-${at}`, source: from, target: to, type: 'flow', data }];
  });
};

type InnerLink = { holder: string; link: readonly [from: string, to: string] };

/**
 * Returns the flows as links for the layout, grouped by the innermost boundary that contains both ends
 * of the flow. A link connects the two children of that boundary that are, or contain, the ends. Flows
 * to elements already on the canvas are left out, because these are not laid out.
 */
const linksByHolder = (
  edges: readonly CanvasEdge[],
  holderOf: ReadonlyMap<string, string>,
): Map<string, InnerLink[]> => {
  /** Returns the ancestors of an element and the element itself, outermost first. */
  const lineOf = (id: string): string[] => {
    const line: string[] = [];
    let at: string | undefined = id;
    while (at !== undefined && at !== '' && holderOf.has(at)) {
      line.push(at);
      at = holderOf.get(at);
    }
    return line.toReversed();
  };
  const links = edges.flatMap(({ source, target }): InnerLink[] => {
    const [one, other] = [lineOf(source), lineOf(target)];
    const apart = one.findIndex((id, at) => id !== other[at]);
    const [from, to] = [one[apart], other[apart]];
    if (from === undefined || to === undefined) return [];
    return [{ holder: one[apart - 1] ?? '', link: [from, to] }];
  });
  return Map.groupBy(links, ({ holder }) => holder);
};

/**
 * Returns the position and size of every element. Positions are relative to the boundary around the
 * element. Children are laid out before their boundary, because the size of the boundary depends on
 * them.
 */
const boundsOf = (
  nodes: readonly Made[],
  edges: readonly CanvasEdge[],
  idOf: NameOf,
): Map<string, Bounds> => {
  const bounds = new Map<string, Bounds>();
  const holderOf = new Map(
    nodes.map(({ id, within }) => [id, within === null ? '' : idOf(within)]),
  );
  const children = Map.groupBy(nodes, ({ id }) => holderOf.get(id) ?? '');
  const linksIn = linksByHolder(edges, holderOf);
  const arrange = (holder: string, inset: Position): Size => {
    const items = (children.get(holder) ?? []).map(({ id, kind }) => ({
      id,
      ...sizeFor(id, kind),
    }));
    const links = linksIn.get(holder) ?? [];
    const { positions: found, size } = layOut(
      items,
      links.map(({ link }) => link),
    );
    for (const { id, width, height } of items) {
      const { x, y } = found.get(id) ?? { x: 0, y: 0 };
      bounds.set(id, { x: x + inset.x, y: y + inset.y, width, height });
    }
    return size;
  };
  const sizeFor = (id: string, kind: ElementKind): Size => {
    if (!children.has(id)) return elementKinds[kind].size;
    const { width, height } = arrange(id, { x: padding, y: headroom });
    return { width: width + 2 * padding, height: height + headroom + padding };
  };
  arrange('', { x: 0, y: 0 });
  return bounds;
};
