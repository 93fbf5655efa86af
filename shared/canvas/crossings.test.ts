import { expect, test } from 'vitest';
import { crossedBy, crossingPoints, flowsAcross } from './crossings.ts';
import type { CanvasDocument } from './document.ts';

const at = { x: 0, y: 0 };
const document: CanvasDocument = {
  nodes: [
    { id: 'dmz', type: 'trustBoundaryNode', position: at, data: { label: 'DMZ' } },
    { id: 'inner', type: 'trustBoundaryNode', position: at, parentId: 'dmz', data: {} },
    { id: 'web', type: 'processNode', position: at, parentId: 'dmz', data: {} },
    { id: 'db', type: 'dataStoreNode', position: at, parentId: 'inner', data: {} },
    { id: 'user', type: 'externalEntityNode', position: at, data: {} },
  ],
  edges: [
    { id: 'login', source: 'user', target: 'web' },
    { id: 'query', source: 'web', target: 'db' },
    { id: 'dump', source: 'db', target: 'user' },
  ],
};

test('a flow crosses each boundary that contains only one of its ends', () => {
  const crossed = (id: string): string[] => crossedBy(document, id).map((node) => node.id);
  expect(crossed('login')).toEqual(['dmz']);
  expect(crossed('query')).toEqual(['inner']);
  expect(crossed('dump')).toEqual(['inner', 'dmz']);
  expect(crossed('gone')).toEqual([]);
});

test('finds the flows that enter and leave a boundary', () => {
  const { inwards, outwards } = flowsAcross(document, 'dmz');
  expect(inwards.map(({ id }) => id)).toEqual(['login']);
  expect(outwards.map(({ id }) => id)).toEqual(['dump']);
});

test('finds both points at which a line passes through a box', () => {
  const box = { x: 25, y: -10, width: 50, height: 20 };
  const level = [
    { x: 0, y: 0 },
    { x: 40, y: 0 },
    { x: 100, y: 0 },
  ];
  expect(crossingPoints(level, box)).toEqual([
    { x: 25, y: 0 },
    { x: 75, y: 0 },
  ]);
});

test('a line that stays on one side of the outline crosses nothing, and neither does its end', () => {
  const box = { x: 0, y: 0, width: 100, height: 100 };
  const inside = [
    { x: 10, y: 50 },
    { x: 90, y: 50 },
  ];
  expect(crossingPoints(inside, box)).toEqual([]);
  const toOutline = [
    { x: -50, y: 50 },
    { x: 0, y: 50 },
  ];
  expect(crossingPoints(toOutline, box)).toEqual([]);
});
