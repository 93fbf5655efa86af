import { expect, it } from 'vitest';
import type { CanvasNode } from './document.ts';
import { drawingFigures } from './drawing-figures.ts';

const node = (id: string, type: string, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  ...more,
  data: { label: id, ...more.data },
});
const flow = (id: string, source: string, target: string, data = {}) => ({
  id,
  source,
  target,
  data,
});

it('counts considered elements, and flows across boundaries by protection', () => {
  const document = {
    nodes: [
      node('inside', 'trustBoundaryNode', { width: 400, height: 300 }),
      node('web', 'processNode', { parentId: 'inside', data: { componentId: 'c1' } }),
      node('db', 'dataStoreNode', {
        parentId: 'inside',
        data: { noThreats: { by: 'Ann', at: '' } },
      }),
      node('user', 'externalEntityNode'),
      node('old', 'processNode', { data: { outOfScope: true } }),
      node('note', 'noteNode'),
    ],
    edges: [
      flow('a', 'user', 'web', { encrypted: true, authenticated: true }),
      flow('b', 'user', 'web', { encrypted: false }),
      flow('c', 'user', 'web'),
      flow('d', 'user', 'web', { authenticated: true }),
      flow('e', 'web', 'db'),
    ],
  };
  expect(drawingFigures(document, new Set(['c1']))).toEqual({
    elements: 8,
    considered: 2,
    crossings: { both: 1, encrypted: 0, authenticated: 1, none: 1, unknown: 1 },
    ids: {
      unconsidered: ['user', 'a', 'b', 'c', 'd', 'e'],
      both: ['a'],
      encrypted: [],
      authenticated: ['d'],
      none: ['b'],
      unknown: ['c'],
    },
  });
});
