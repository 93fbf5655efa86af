import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { compareCanvases } from './compare-canvases.ts';
import { same } from './same-value.ts';
import { anyCanvas, anyThree } from './testing/any-canvas.ts';

const node = (id: string, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x: 0, y: 0 },
  data: { label: `Node ${id}` },
  ...more,
});
const flow = (id: string, more: Partial<CanvasEdge> = {}): CanvasEdge => ({
  id,
  source: 'a',
  target: 'b',
  ...more,
});
const drawing = (nodes: CanvasNode[], edges: CanvasEdge[] = []): CanvasDocument => ({
  nodes,
  edges,
});

test('lists added, removed, moved, and changed elements by name', () => {
  const one = drawing([node('a'), node('b'), node('c'), node('d')], [flow('f'), flow('g')]);
  const other = drawing(
    [
      node('e', { data: {} }),
      node('a', { position: { x: 5, y: 0 } }),
      node('b', { data: { label: 'Shop', outOfScope: true } }),
      node('c', { width: 300, parentId: 'a' }),
    ],
    [flow('f', { data: { encrypted: true } }), flow('h', { data: { label: 'Orders' } })],
  );
  expect(compareCanvases(one, other)).toEqual([
    { element: 'node', id: 'e', kind: 'added', fields: [], label: 'processNode' },
    { element: 'node', id: 'a', kind: 'moved', fields: ['position'], label: 'Node a' },
    { element: 'node', id: 'b', kind: 'changed', fields: ['label', 'outOfScope'], label: 'Shop' },
    { element: 'node', id: 'c', kind: 'moved', fields: ['width', 'parentId'], label: 'Node c' },
    { element: 'node', id: 'd', kind: 'removed', fields: [], label: 'Node d' },
    { element: 'edge', id: 'f', kind: 'changed', fields: ['encrypted'], label: 'Node a → Shop' },
    { element: 'edge', id: 'h', kind: 'added', fields: [], label: 'Orders' },
    { element: 'edge', id: 'g', kind: 'removed', fields: [], label: 'Node a → Node b' },
  ]);
});

test('a flow with other bends is moved, and one with another shape is changed', () => {
  const bent = { bends: [{ x: 5, y: 9 }], labelAt: 0.2 };
  const nodes = [node('a'), node('b')];
  const one = drawing(nodes, [flow('f', { data: { label: 'Orders' } }), flow('g', { data: {} })]);
  const other = drawing(nodes, [
    flow('f', { data: { label: 'Orders', ...bent } }),
    flow('g', { data: { shape: 'stepped' } }),
  ]);
  expect(compareCanvases(one, other)).toMatchObject([
    { id: 'f', kind: 'moved', fields: ['bends', 'labelAt'] },
    { id: 'g', kind: 'changed', fields: ['shape'] },
  ]);
});

test.each([
  ['was resized in height only', { height: 90 }, 'moved', ['height']],
  ['left its boundary', { parentId: undefined }, 'moved', ['parentId']],
  [
    'was moved and renamed',
    { position: { x: 5, y: 0 }, data: {} },
    'changed',
    ['position', 'label'],
  ],
])('a node that %s', (_, more, kind, fields) => {
  const before = node('a', { parentId: 'zone' });
  expect(compareCanvases(drawing([before]), drawing([{ ...before, ...more }]))).toMatchObject([
    { id: 'a', kind, fields },
  ]);
});

test.each([
  ['its label', { data: { label: 'Orders' } }, 'Orders'],
  ['its ends', { data: { label: '' }, type: 'flow' }, 'Node a → Node b'],
  ['its type if an end is missing', { target: 'gone', type: 'flow' }, 'flow'],
  ['its ID if there is nothing else', { source: 'gone' }, 'f'],
])('a flow is named by %s', (_, more, label) => {
  const nodes = [node('a'), node('b')];
  const [one, other] = [drawing(nodes), drawing(nodes, [flow('f', more)])];
  expect(compareCanvases(one, other)).toMatchObject([{ kind: 'added', label }]);
  expect(compareCanvases(other, one)).toMatchObject([{ kind: 'removed', label }]);
});

test.each([
  ['its label', { data: { label: 'Shop' } }, 'Shop'],
  ['its type', { data: { label: '' } }, 'processNode'],
  ['its ID if there is nothing else', { data: {}, type: undefined }, 'n'],
])('a node is named by %s', (_, more, label) => {
  expect(compareCanvases(drawing([]), drawing([node('n', more)]))).toMatchObject([{ label }]);
});

test('distinguishes a key of data from a field of the node with the same name', () => {
  const one = drawing([node('a')]);
  const other = drawing([node('a', { data: { label: 'Node a', width: 5 } })]);
  expect(compareCanvases(one, other)).toMatchObject([{ kind: 'changed', fields: ['data.width'] }]);
});

const numRuns = process.env.PARAPET_FULL ? 10_000 : 300;

test('finds no difference exactly if all elements are equal', () => {
  const pairs = fc.oneof(
    anyThree.map(({ mine, theirs }) => [mine, theirs] as const),
    anyCanvas.map((canvas) => [canvas, structuredClone(canvas)] as const),
  );
  const inOrder = ({ nodes, edges }: CanvasDocument) =>
    [nodes, edges].map((elements) => Object.fromEntries(elements.map((each) => [each.id, each])));
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      const differences = compareCanvases(one, other);
      expect(differences.length === 0).toBe(same(inOrder(one), inOrder(other)));
      const changed = differences.filter(({ kind }) => kind === 'moved' || kind === 'changed');
      expect(changed.every(({ fields }) => fields.length > 0)).toBe(true);
      const back = compareCanvases(other, one);
      expect(back.map(({ element, id }) => `${element}:${id}`).toSorted()).toEqual(
        differences.map(({ element, id }) => `${element}:${id}`).toSorted(),
      );
    }),
    { numRuns },
  );
}, 600_000);
