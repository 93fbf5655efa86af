import { describe, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { elementAtPoint, elementsInside } from './hit.ts';

const box = (id: string, x: number, y: number, parentId?: string) => ({
  id,
  type: 'processNode',
  position: { x, y },
  width: 150,
  height: 60,
  ...(parentId !== undefined && { parentId }),
  data: {},
});
const zone = (collapsed: boolean) => ({
  id: 'zone',
  type: 'trustBoundaryNode',
  position: { x: 0, y: 0 },
  width: 2000,
  height: 1500,
  data: { collapsed },
});

const drawing = (collapsed = false): CanvasDocument => ({
  nodes: [zone(collapsed), box('web', 200, 400, 'zone'), box('orders', 1200, 400, 'zone')],
  edges: [{ id: 'flow', source: 'web', target: 'orders' }],
});

const far = 0.2;

describe('the element at a point of the overview', () => {
  it.each([
    ['a box', { x: 275, y: 430 }, 'web'],
    ['a flow, between the boxes', { x: 800, y: 445 }, 'flow'],
    ['the outline of a boundary', { x: 1995, y: 900 }, 'zone'],
    ['the name of a boundary', { x: 300, y: 60 }, 'zone'],
    ['nothing inside a boundary, as from near', { x: 800, y: 1000 }, null],
    ['nothing beside it', { x: 3000, y: 100 }, null],
  ])('is %s', (_what, point, id) => {
    expect(elementAtPoint(drawing(), point, far)).toBe(id);
  });

  it('is the boundary if its contents are too small to click', () => {
    expect(elementAtPoint(drawing(), { x: 275, y: 430 }, 0.03)).toBe('zone');
  });

  it('is no element hidden by a collapsed boundary', () => {
    expect(elementAtPoint(drawing(true), { x: 275, y: 430 }, far)).toBeNull();
    expect(elementAtPoint(drawing(true), { x: 100, y: 20 }, far)).toBe('zone');
  });
});

describe('a selection box', () => {
  it('selects the elements completely inside, and flows that end at them', () => {
    expect(elementsInside(drawing(), { x: 150, y: 350, width: 300, height: 200 })).toEqual([
      'web',
      'flow',
    ]);
    expect(elementsInside(drawing(), { x: 250, y: 350, width: 300, height: 200 })).toEqual([]);
  });
});
