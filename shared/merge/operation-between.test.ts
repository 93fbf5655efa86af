import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyOperation, invertOperation } from '../canvas/apply.ts';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { canvasOperationSchema } from '../canvas/operation.ts';
import { operationBetween } from './operation-between.ts';
import { same } from './same-value.ts';
import { anyCanvas, anyThree } from './testing/any-canvas.ts';

const numRuns = process.env.PARAPET_FULL ? 10_000 : 300;
const pairs = fc.oneof(
  anyThree.map(({ mine, theirs }) => [mine, theirs] as const),
  fc.tuple(anyCanvas, anyCanvas),
);
const elementsOf = ({ nodes, edges }: CanvasDocument) => ({ nodes, edges });

test('turns any document into any other one, in elements and order, and back', () => {
  fc.assert(
    fc.property(pairs, ([from, to]) => {
      const operation = operationBetween(from, to);
      const made = applyOperation(from, operation);
      expect(same(elementsOf(made), elementsOf(to))).toBe(true);
      const back = applyOperation(made, invertOperation(from, operation));
      expect(same(elementsOf(back), elementsOf(from))).toBe(true);
      expect(canvasOperationSchema.safeParse(operation).error).toBeUndefined();
    }),
    { numRuns },
  );
}, 600_000);

test('is empty for equal documents', () => {
  fc.assert(
    fc.property(anyCanvas, (canvas) => {
      expect(operationBetween(canvas, structuredClone(canvas))).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);

const node = (id: string): CanvasNode => ({ id, position: { x: 0, y: 0 }, data: { label: id } });
const drawing = (...ids: string[]): CanvasDocument => ({ nodes: ids.map(node), edges: [] });

test('contains only the label after a rename', () => {
  const from = drawing('a', 'b');
  const to = { ...from, nodes: [node('a'), { ...node('b'), data: { label: 'Shop' } }] };
  expect(operationBetween(from, to)).toEqual([
    { kind: 'setNode', id: 'b', data: { label: 'Shop' } },
  ]);
});

test('reinserts only elements whose position in the order changed', () => {
  const operation = operationBetween(
    drawing('a', 'b', 'c', 'd', 'e'),
    drawing('b', 'c', 'd', 'a', 'e'),
  );
  expect(operation).toEqual([
    { kind: 'removeNode', id: 'a' },
    { kind: 'addNode', index: 3, node: node('a') },
  ]);
});

const flow = (id: string, more: Partial<CanvasEdge> = {}): CanvasEdge => ({
  id,
  source: 'a',
  target: 'b',
  ...more,
});
const flows = (...edges: CanvasEdge[]): CanvasDocument => ({ ...drawing('a', 'b'), edges });

test.each<[string, Partial<CanvasEdge>, Partial<CanvasEdge>, object[]]>([
  [
    'a key is added and another removed',
    { type: 'x' },
    { zIndex: 1 },
    [{ fields: { zIndex: 1 }, unset: ['type'] }],
  ],
  [
    'a key of the data is added and another removed',
    { data: { label: 'A' } },
    { data: { color: 1 } },
    [{ data: { color: 1 }, unsetData: ['label'] }],
  ],
  ['data is added', {}, { data: { label: 'A' } }, [{ fields: { data: { label: 'A' } } }]],
  ['empty data is added', {}, { data: {} }, [{ fields: { data: {} } }]],
  ['data is removed', { data: { label: 'A' } }, {}, [{ unset: ['data'] }]],
  ['data is emptied', { data: { label: 'A' } }, { data: {} }, [{ unsetData: ['label'] }]],
  [
    'a key becomes undefined',
    { data: { label: 'A' } },
    { data: { label: undefined } },
    [{ unsetData: ['label'] }],
  ],
  ['the end changes', { target: 'b' }, { target: 'a' }, [{ fields: { target: 'a' } }]],
  ['a key is undefined on both sides', { type: undefined }, {}, []],
])('%s', (_, from, to, changes) => {
  expect(operationBetween(flows(flow('f', from)), flows(flow('f', to)))).toEqual(
    changes.map((change) => ({ kind: 'setEdge', id: 'f', ...change })),
  );
});

test('removes flows before nodes, and adds nodes before flows', () => {
  const from = flows(flow('f'), flow('g'));
  const to: CanvasDocument = {
    nodes: [{ ...node('a'), width: 5 }, node('c')],
    edges: [flow('g', { target: 'c' }), flow('h', { target: 'c' })],
  };
  expect(operationBetween(from, to)).toEqual([
    { kind: 'setNode', id: 'a', fields: { width: 5 } },
    { kind: 'setEdge', id: 'g', fields: { target: 'c' } },
    { kind: 'removeEdge', id: 'f' },
    { kind: 'removeNode', id: 'b' },
    { kind: 'addNode', index: 1, node: node('c') },
    { kind: 'addEdge', index: 1, edge: flow('h', { target: 'c' }) },
  ]);
});
