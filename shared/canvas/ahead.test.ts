import { expect, test } from 'vitest';
import { nodeAhead, placeAhead } from './ahead.ts';
import type { CanvasDocument, CanvasNode } from './document.ts';

const node = (id: string, x: number, y: number, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x, y },
  width: 100,
  height: 60,
  data: {},
  ...more,
});
const web = node('web', 0, 0);
const isProcess = ({ type }: CanvasNode): boolean => type === 'processNode';
const ahead = (...others: CanvasNode[]) => {
  const document: CanvasDocument = { nodes: [web, ...others], edges: [] };
  return nodeAhead(document, web, 'right', isProcess)?.id;
};

test('finds the nearest node in the row, and none beside it, behind it, or far away', () => {
  expect(ahead(node('far', 300, 10), node('near', 150, -40))).toBe('near');
  expect(ahead(node('below', 150, 70), node('behind', -200, 0), node('away', 900, 0))).toBe(
    undefined,
  );
  expect(ahead(node('note', 150, 0, { type: 'noteNode' }))).toBe(undefined);
});

test('finds no node that a collapsed boundary hides', () => {
  const zone = node('zone', 0, 200, { type: 'trustBoundaryNode', data: { collapsed: true } });
  expect(ahead(zone, node('hidden', 150, -200, { parentId: 'zone' }))).toBe(undefined);
});

test('a new node is centered on the other one, with room for a label between them', () => {
  const box = { x: 0, y: 0, width: 100, height: 60 };
  expect(placeAhead(box, { width: 150, height: 64 }, 'right')).toEqual({ x: 285, y: 30 });
  expect(placeAhead(box, { width: 150, height: 64 }, 'up')).toEqual({ x: 50, y: -112 });
});
