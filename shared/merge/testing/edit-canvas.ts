import type { CanvasDocument, CanvasEdge, CanvasNode } from '../../canvas/document.ts';
import { parentsFirst } from '../parents-first.ts';

/** The numbers select among the existing elements. They may be larger than the number of elements. */
export type Edit = {
  kind: string;
  which: number;
  other: number;
  at: number;
  key: string;
  value: unknown;
};

type Editing = (document: CanvasDocument, edit: Edit) => CanvasDocument;

/** Makes one edit as a person or another tool might. The document stays valid. */
export const editCanvas: Editing = (document, edit) =>
  new Map(Object.entries(edits)).get(edit.kind)?.(document, edit) ?? document;

const pick = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % Math.max(1, items.length)];

const withNode = (document: CanvasDocument, node: CanvasNode): CanvasDocument => ({
  ...document,
  nodes: document.nodes.map((each) => (each.id === node.id ? node : each)),
});

const withEdge = (document: CanvasDocument, edge: CanvasEdge): CanvasDocument => ({
  ...document,
  edges: document.edges.map((each) => (each.id === edge.id ? edge : each)),
});

const inOrder = (document: CanvasDocument): CanvasDocument => {
  const nodes = new Map(document.nodes.map((node) => [node.id, node]));
  const ids = parentsFirst([...nodes.keys()], (id) => {
    const parent = nodes.get(id)?.parentId;
    return parent === undefined ? [] : [parent];
  });
  return { ...document, nodes: ids.flatMap((id) => nodes.get(id) ?? []) };
};

const isWithin = (document: CanvasDocument, id: string, holder: string): boolean => {
  const parent = document.nodes.find((node) => node.id === id)?.parentId;
  return id === holder || (parent !== undefined && isWithin(document, parent, holder));
};

const without = (document: CanvasDocument, isRemoved: (id: string) => boolean): CanvasDocument => ({
  ...document,
  nodes: document.nodes.filter(({ id }) => !isRemoved(id)),
  edges: document.edges.filter(({ source, target }) => !isRemoved(source) && !isRemoved(target)),
});

const withKey = <Fields extends object>(fields: Fields, key: string, value: unknown): Fields => {
  const rest = { ...fields };
  Reflect.deleteProperty(rest, key);
  return value === null ? rest : { ...rest, ...Object.fromEntries([[key, value]]) };
};

const onNode =
  (change: (node: CanvasNode, edit: Edit, document: CanvasDocument) => CanvasNode): Editing =>
  (document, edit) => {
    const node = pick(document.nodes, edit.which);
    return node ? withNode(document, change(node, edit, document)) : document;
  };

const onEdge =
  (change: (edge: CanvasEdge, edit: Edit, document: CanvasDocument) => CanvasEdge): Editing =>
  (document, edit) => {
    const edge = pick(document.edges, edit.which);
    return edge ? withEdge(document, change(edge, edit, document)) : document;
  };

const reordered = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const item = pick(items, from);
  if (item === undefined) return [];
  const rest = items.filter((each) => each !== item);
  return rest.toSpliced(to % items.length, 0, item);
};

const changedLine = (text: string, at: number, line: string): string => {
  const lines = text.split('\n');
  return lines.with(at % lines.length, line).join('\n');
};

const note = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].join('\n');

const edits = {
  addNode: (document, { which, other, at }) => {
    const id = `n${which % 9}`;
    if (document.nodes.some((node) => node.id === id)) return document;
    const parentId = pick([...document.nodes.map((node) => node.id), undefined], other);
    const node: CanvasNode = {
      id,
      type: other % 2 === 0 ? 'trustBoundaryNode' : 'noteNode',
      position: { x: at, y: other },
      ...(parentId !== undefined && { parentId }),
      data: { label: 'Node', ...(at % 2 === 0 && { note }) },
    };
    return inOrder({ ...document, nodes: document.nodes.toSpliced(at % 10, 0, node) });
  },
  addEdge: (document, { which, other, at }) => {
    const [source, target] = [pick(document.nodes, other), pick(document.nodes, at)];
    const id = `${which % 4 === 0 ? 'n' : 'e'}${which % 7}`;
    if (!source || !target || document.edges.some((edge) => edge.id === id)) return document;
    const edge: CanvasEdge = {
      id,
      source: source.id,
      target: target.id,
      ...(at % 3 !== 0 && { data: at % 3 === 1 ? {} : { label: 'Flow', description: note } }),
    };
    return { ...document, edges: document.edges.toSpliced(at % 8, 0, edge) };
  },
  move: onNode((node, { at, other }) => ({ ...node, position: { x: at, y: other } })),
  resize: onNode((node, { at, key }) => withKey(node, key.length > 4 ? 'width' : 'height', at)),
  putInto: (document, { which, other, at }) => {
    const node = pick(document.nodes, which);
    const holder = pick([...document.nodes, undefined], other);
    if (!node || (holder && isWithin(document, holder.id, node.id))) return document;
    const { parentId: _parentId, ...free } = node;
    const moved = { ...free, position: { x: at, y: at }, ...(holder && { parentId: holder.id }) };
    return inOrder(withNode(document, moved));
  },
  deleteWithContents: (document, { which }) => {
    const node = pick(document.nodes, which);
    return node ? without(document, (id) => isWithin(document, id, node.id)) : document;
  },
  deleteAlone: (document, { which }) => {
    const target = pick(document.nodes, which);
    if (!target) return document;
    const nodes = document.nodes.map((node): CanvasNode => {
      if (node.parentId !== target.id) return node;
      const { parentId: _parentId, ...free } = node;
      const { x, y } = node.position;
      const position = { x: x + target.position.x, y: y + target.position.y };
      return {
        ...free,
        position,
        ...(target.parentId !== undefined && { parentId: target.parentId }),
      };
    });
    return inOrder(without({ ...document, nodes }, (id) => id === target.id));
  },
  deleteEdge: (document, { which }) => {
    const target = pick(document.edges, which);
    return { ...document, edges: document.edges.filter((edge) => edge !== target) };
  },
  rewire: onEdge((edge, { other, at }, { nodes }) => {
    const [end, id] = at % 2 === 0 ? ['source', 'target'] : ['target', 'source'];
    const handle = at % 3 === 0 ? null : `side ${at % 3}`;
    const to = pick(nodes, other)?.id ?? edge[id ?? ''];
    return {
      ...edge,
      ...Object.fromEntries([
        [end, to],
        [`${end}Handle`, handle],
      ]),
    };
  }),
  setOnNode: onNode((node, { key, value }) => withKey(node, key, value)),
  setInNode: onNode((node, { key, value }) => ({
    ...node,
    // `width` in `data` is another field than the `width` of the node itself.
    data: withKey(node.data, key === 'style' ? 'width' : key, value),
  })),
  setOnEdge: onEdge((edge, { key, value }) => withKey(edge, key, value)),
  setInEdge: onEdge((edge, { key, value }) => ({
    ...edge,
    data: withKey(edge.data ?? {}, key, value),
  })),
  bend: onEdge((edge, { at, other }) => ({
    ...edge,
    data: withKey(edge.data ?? {}, 'bends', at % 4 === 0 ? null : [{ x: at, y: other }]),
  })),
  emptyEdge: onEdge((edge, { at }) => withKey(edge, 'data', at % 2 === 0 ? null : {})),
  rename: onNode((node, { value }) => ({
    ...node,
    data: { ...node.data, label: JSON.stringify(value) },
  })),
  writeNote: onNode((node, { at, value }) => {
    const text = typeof node.data['note'] === 'string' ? node.data['note'] : note;
    return { ...node, data: { ...node.data, note: changedLine(text, at, JSON.stringify(value)) } };
  }),
  describe: onEdge((edge, { at, value }) => {
    const text = edge.data?.['description'];
    const description = changedLine(
      typeof text === 'string' ? text : note,
      at,
      JSON.stringify(value),
    );
    return { ...edge, data: { ...edge.data, description } };
  }),
  reorderNodes: (document, { which, at }) =>
    inOrder({ ...document, nodes: reordered(document.nodes, which, at) }),
  reorderEdges: (document, { which, at }) => ({
    ...document,
    edges: reordered(document.edges, which, at),
  }),
  setOnDocument: (document, { key, value }) => withKey(document, `document ${key}`, value),
} satisfies Record<string, Editing>;

export const editKinds: readonly string[] = Object.keys(edits);
