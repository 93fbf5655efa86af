import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyOperation, invertOperation } from '../canvas/apply.ts';
import type { CanvasDocument, CanvasNode } from '../canvas/document.ts';
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
