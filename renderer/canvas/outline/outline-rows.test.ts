import { expect, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { holdersOf, outlineRows } from './outline-rows.ts';

const document: CanvasDocument = {
  nodes: [
    { id: 'user', type: 'externalEntityNode', position: { x: 600, y: 0 }, data: {} },
    { id: 'dmz', type: 'trustBoundaryNode', position: { x: 0, y: 0 }, data: {} },
    { id: 'web', type: 'processNode', position: { x: 20, y: 20 }, parentId: 'dmz', data: {} },
  ],
  edges: [
    { id: 'login', source: 'user', target: 'web' },
    { id: 'page', source: 'web', target: 'user' },
  ],
};
const lines = (isOpen: (id: string) => boolean): string[] =>
  outlineRows(document, isOpen).map(
    ({ id, level, position, setSize }) => `${level} ${id} ${position}/${setSize}`,
  );

test('the rows follow the boundaries and the reading order, with flows below their source', () => {
  expect(lines(() => true)).toEqual([
    '1 dmz 1/2',
    '2 web 1/1',
    '3 page 1/1',
    '1 user 2/2',
    '2 login 1/1',
  ]);
});

test('collapsed rows hide their contents', () => {
  expect(lines(() => false)).toEqual(['1 dmz 1/2', '1 user 2/2']);
});

test('the parent row of an element is found, also for a flow', () => {
  expect(holdersOf(document, 'page')).toEqual(['web', 'dmz']);
  expect(holdersOf(document, 'dmz')).toEqual([]);
});
