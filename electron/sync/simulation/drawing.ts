import type { CanvasDocument } from '#shared/canvas/document.ts';
import { remove } from '#shared/canvas/edits/remove.ts';
import { withDescendants } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { Chance } from './chance.ts';

type Gesture = (document: CanvasDocument, chance: Chance, word: () => string) => CanvasOperation;

const boundaries = ({ nodes }: CanvasDocument) =>
  nodes.filter(({ type }) => type === 'trustBoundaryNode');

const place = (chance: Chance, word: () => string) => ({
  x: chance.below(900),
  y: chance.below(900),
  mark: word(),
});

const addNode: Gesture = (document, chance, word) => {
  const parent = chance.happens(0.5) ? chance.pick(boundaries(document)) : undefined;
  const node = {
    id: `node-${word()}`,
    type: chance.happens(0.3) ? 'trustBoundaryNode' : 'processNode',
    position: place(chance, word),
    ...(parent && { parentId: parent.id }),
    data: { label: word() },
  };
  return [{ kind: 'addNode', index: document.nodes.length, node }];
};

const connect: Gesture = (document, chance, word) => {
  const [source, target] = [chance.pick(document.nodes), chance.pick(document.nodes)];
  if (!source || !target) return [];
  const edge = {
    id: `edge-${word()}`,
    source: source.id,
    target: target.id,
    data: { label: word() },
  };
  return [{ kind: 'addEdge', index: document.edges.length, edge }];
};

const rename: Gesture = ({ nodes }, chance, word) => {
  const node = chance.pick(nodes);
  return node ? [{ kind: 'setNode', id: node.id, data: { label: word() } }] : [];
};

const relabel: Gesture = ({ edges }, chance, word) => {
  const edge = chance.pick(edges);
  return edge ? [{ kind: 'setEdge', id: edge.id, data: { label: word() } }] : [];
};

const write: Gesture = ({ nodes }, chance, word) => {
  const node = chance.pick(nodes);
  if (!node) return [];
  const before = node.data['note'];
  const note = `${typeof before === 'string' ? before : 'First line\nSecond line\n'}${word()}\n`;
  return [{ kind: 'setNode', id: node.id, data: { note } }];
};

const move: Gesture = ({ nodes }, chance, word) => {
  const node = chance.pick(nodes);
  return node ? [{ kind: 'setNode', id: node.id, fields: { position: place(chance, word) } }] : [];
};

/** Into a boundary that is not inside of it. */
const nest: Gesture = (document, chance, word) => {
  const node = chance.pick(document.nodes);
  if (!node) return [];
  const own = withDescendants(document, [node.id]);
  const parent = chance.pick(boundaries(document).filter(({ id }) => !own.has(id)));
  const position = place(chance, word);
  return parent
    ? [{ kind: 'setNode', id: node.id, fields: { position, parentId: parent.id } }]
    : [{ kind: 'setNode', id: node.id, fields: { position }, unset: ['parentId'] }];
};

const takeAway: Gesture = (document, chance) => {
  const gone = chance.pick([...document.nodes, ...document.edges]);
  return gone ? remove(document, new Set([gone.id])) : [];
};

const gestures: readonly Gesture[] = [
  addNode,
  addNode,
  connect,
  rename,
  relabel,
  write,
  move,
  nest,
  takeAway,
];

/** One random gesture on a drawing; nothing where there is nothing to do it to. */
export const drawSomething = (
  document: CanvasDocument,
  chance: Chance,
  word: () => string,
): CanvasOperation => chance.pick(gestures)?.(document, chance, word) ?? [];
