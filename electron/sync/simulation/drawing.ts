import { elementColors } from '#shared/canvas/canvas-colors.ts';
import { flowShapes, type CanvasDocument } from '#shared/canvas/document.ts';
import { addNode } from '#shared/canvas/edits/add-node.ts';
import { setBends, setShape } from '#shared/canvas/edits/bends.ts';
import { connect, reconnect, reverse } from '#shared/canvas/edits/connect.ts';
import { copy, paste } from '#shared/canvas/edits/copy.ts';
import { setCollapsed, setColor, setLocked, setOutOfScope } from '#shared/canvas/edits/mark.ts';
import { moveInside } from '#shared/canvas/edits/move-inside.ts';
import { moveNodesBy } from '#shared/canvas/edits/move-nodes.ts';
import { remove } from '#shared/canvas/edits/remove.ts';
import { reorder } from '#shared/canvas/edits/reorder.ts';
import { defaultKind, elementKindNames } from '#shared/canvas/element-kinds.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { Chance } from './chance.ts';

/** Makes random choices, and words and numbers that no other pen uses. */
export type Pen = { chance: Chance; word: () => string; number: () => number };

type Stroke = { weight: number; draw: (document: CanvasDocument, pen: Pen) => CanvasOperation };

const byId = ({ id }: { id: string }): string => id;

const nodeIn = ({ nodes }: CanvasDocument, { chance }: Pen) => chance.choose(nodes, byId);
const edgeIn = ({ edges }: CanvasDocument, { chance }: Pen) => chance.choose(edges, byId);
const boundaryIn = ({ nodes }: CanvasDocument, { chance }: Pen) =>
  chance.choose(
    nodes.filter(({ type }) => type === 'trustBoundaryNode'),
    byId,
  );

/** Returns a stroke that draws on a random node. The stroke does nothing if there is no node. */
const onNode =
  (draw: (document: CanvasDocument, id: string, pen: Pen) => CanvasOperation): Stroke['draw'] =>
  (document, pen) => {
    const node = nodeIn(document, pen);
    return node ? draw(document, node.id, pen) : [];
  };

const onEdge =
  (data: (pen: Pen) => Record<string, unknown>): Stroke['draw'] =>
  (document, pen) => {
    const edge = edgeIn(document, pen);
    return edge ? [{ kind: 'setEdge', id: edge.id, data: data(pen) }] : [];
  };

const types = elementKindNames.filter((kind) => kind !== 'trustBoundaryNode');

export const newNode = ({ chance, word }: Pen, data: Record<string, unknown> = {}) => ({
  id: `node-${word()}`,
  type: chance.happens(0.3) ? 'trustBoundaryNode' : (chance.pick(types) ?? defaultKind),
  position: { x: chance.below(900), y: chance.below(900), mark: word() },
  data: { label: word(), ...data },
});

const newFlow: Stroke['draw'] = (document, pen) => {
  const [source, target] = [nodeIn(document, pen), nodeIn(document, pen)];
  if (!source || !target) return [];
  const data = { label: pen.word() };
  return connect(document, {
    id: `edge-${pen.word()}`,
    source: source.id,
    target: target.id,
    data,
  });
};

const move: Stroke['draw'] = onNode((document, id, { chance, word }) => {
  const by = { x: chance.below(300) - 150, y: chance.below(300) - 150 };
  // A position has only numbers, which cannot contain a unique word. So the word is the value of an
  // unknown key, `mark`, in the position.
  return moveNodesBy(document, [id], by).map((change) =>
    change.kind === 'setNode' && change.id === id && change.fields?.['position']
      ? { ...change, fields: { ...change.fields, position: { ...by, mark: word() } } }
      : change,
  );
});

const nest: Stroke['draw'] = onNode((document, id, pen) =>
  moveInside(document, [id], boundaryIn(document, pen)?.id),
);

const attach: Stroke['draw'] = (document, pen) => {
  const [flow, node] = [edgeIn(document, pen), nodeIn(document, pen)];
  return flow && node
    ? reconnect(document, flow, pen.chance.happens(0.5) ? 'source' : 'target', node.id)
    : [];
};

const turn: Stroke['draw'] = (document, pen) => {
  const flow = edgeIn(document, pen);
  return flow ? reverse(flow) : [];
};

const bend: Stroke['draw'] = (document, pen) => {
  const flow = edgeIn(document, pen);
  return flow ? setBends(flow, [{ x: 200_000 + pen.number(), y: pen.chance.below(900) }]) : [];
};

const shape: Stroke['draw'] = (document, pen) => {
  const flow = edgeIn(document, pen);
  return flow ? setShape([flow], pen.chance.pick(flowShapes) ?? 'smooth') : [];
};

const takeAway: Stroke['draw'] = (document, pen) => {
  const element = pen.chance.choose([...document.nodes, ...document.edges], byId);
  return element ? remove(document, new Set([element.id])) : [];
};

const layers = ['front', 'forward', 'backward', 'back'] as const;
const protocols = ['HTTPS', 'gRPC', 'SQL'] as const;
const marks = [setOutOfScope, setLocked, setCollapsed] as const;

const mark: Stroke['draw'] = onNode((document, id, { chance }) =>
  (chance.pick(marks) ?? setLocked)(document, [id], chance.happens(0.6)),
);

const note: Stroke['draw'] = onNode((document, id, { word }) => {
  const before = document.nodes.find((node) => node.id === id)?.data['note'];
  const text = typeof before === 'string' ? before : 'First line\nSecond line\n';
  return [{ kind: 'setNode', id, data: { note: `${text}${word()}\n` } }];
});

/** Copies one element with its words. */
const copyOne: Stroke['draw'] = onNode((document, id, { word, chance }) => {
  const by = { x: chance.below(200), y: chance.below(200) };
  const fragment = copy(document, [id]);
  return paste(document, fragment, { by, newId: () => `copy-${word()}` }).operation;
});

/** All edits of a drawing that do not involve records. */
export const strokes = {
  'add a node': { weight: 4, draw: (document, pen) => addNode(document, newNode(pen)) },
  'add a flow': { weight: 4, draw: newFlow },
  'label a node': {
    weight: 3,
    draw: onNode((_, id, { word }) => [{ kind: 'setNode', id, data: { label: word() } }]),
  },
  'label a flow': { weight: 2, draw: onEdge(({ word }) => ({ label: word() })) },
  'write a note': { weight: 2, draw: note },
  'move a node': { weight: 3, draw: move },
  'nest a node': { weight: 3, draw: nest },
  'resize a node': {
    weight: 2,
    draw: onNode((_, id, { number, chance }) => [
      { kind: 'setNode', id, fields: { width: 100_000 + number(), height: chance.below(900) } },
    ]),
  },
  'color an element': {
    weight: 2,
    draw: (document, pen) => {
      const element = pen.chance.choose([...document.nodes, ...document.edges], byId);
      const color = pen.chance.pick([...elementColors, null]) ?? null;
      return element ? setColor(document, [element.id], color) : [];
    },
  },
  'mark a node': { weight: 2, draw: mark },
  'reorder a node': {
    weight: 1,
    draw: onNode((document, id, { chance }) =>
      reorder(document, [id], chance.pick(layers) ?? 'front'),
    ),
  },
  'attach a flow': { weight: 2, draw: attach },
  'turn a flow': { weight: 1, draw: turn },
  'bend a flow': { weight: 2, draw: bend },
  'shape a flow': { weight: 1, draw: shape },
  'place a label': {
    weight: 1,
    draw: onEdge(({ number }) => ({ labelAt: number() / 100_000 })),
  },
  'describe a flow': {
    weight: 2,
    draw: onEdge(({ chance }) => {
      const field = chance.pick(['encrypted', 'authenticated', 'bidirectional', 'protocol']);
      const value = field === 'protocol' ? chance.pick(protocols) : chance.happens(0.5);
      return { [field ?? 'encrypted']: value };
    }),
  },
  'copy a node': { weight: 1, draw: copyOne },
  'remove an element': { weight: 3, draw: takeAway },
} as const satisfies Record<string, Stroke>;
