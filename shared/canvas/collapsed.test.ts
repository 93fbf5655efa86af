import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnEnds, contentOf, hiddenIn, standInOf } from './collapsed.ts';
import type { CanvasDocument, CanvasNode } from './document.ts';
import { flowEndsOf } from './flow-ends.ts';
import { readingOrder } from './reading-order.ts';
import { markedDocuments } from './testing/any-document.ts';

const zone = (id: string, parentId?: string): CanvasNode => ({
  id,
  type: 'trustBoundaryNode',
  position: { x: 0, y: 0 },
  ...(parentId !== undefined && { parentId }),
  data: { collapsed: true },
});
const web = (id: string, parentId?: string): CanvasNode => ({
  ...zone(id, parentId),
  type: 'processNode',
  data: {},
});
const drawing: CanvasDocument = {
  nodes: [zone('outer'), zone('inner', 'outer'), web('a', 'inner'), web('b', 'outer'), web('c')],
  edges: [
    { id: 'within', source: 'a', target: 'b' },
    { id: 'out', source: 'a', target: 'c' },
    { id: 'loop', source: 'c', target: 'c' },
    { id: 'hidden loop', source: 'a', target: 'a' },
  ],
};

test('the outermost collapsed boundary stands for everything in it', () => {
  const found = [...hiddenIn(drawing)].map(([id, standIn]) => [id, standIn.id]);
  expect(found).toEqual([
    ['inner', 'outer'],
    ['a', 'outer'],
    ['b', 'outer'],
  ]);
});

test('inner flows are hidden, and flows that leave the boundary end at it', () => {
  const { source, target } = flowEndsOf(drawing);
  expect([...source]).toEqual([-1, 0, 4, -1]);
  expect([...target]).toEqual([-1, 4, 4, -1]);
  expect(drawing.edges.map((edge) => drawnEnds(drawing, edge))).toEqual([
    null,
    { source: 'outer', target: 'c' },
    { source: 'c', target: 'c' },
    null,
  ]);
});

test('counts the hidden elements, and returns the components of nodes and flows', () => {
  const named = {
    ...drawing,
    edges: drawing.edges.map((edge) => ({ ...edge, data: { componentId: edge.id } })),
  };
  const { count, componentIds } = contentOf(named, 'outer');
  expect(count).toBe(3);
  expect([...componentIds]).toEqual(['within', 'hidden loop']);
  expect(contentOf(named, 'inner').count).toBe(0);
});

test('the reading order skips hidden elements, and includes flows that leave the boundary', () => {
  expect(readingOrder(drawing)).toEqual(['outer', 'out', 'c', 'loop']);
});

test('one pass finds the same hidden nodes as a search of each node’s ancestors', () => {
  fc.assert(
    fc.property(markedDocuments, (document) => {
      const hidden = hiddenIn(document);
      for (const node of document.nodes) {
        expect(hidden.get(node.id) ?? node).toBe(standInOf(document, node));
      }
    }),
  );
});
