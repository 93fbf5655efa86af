import { expect, it } from 'vitest';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { openingView } from './opening-view.ts';

const size = { width: 800, height: 600 };
const nodeAt = (x: number, y: number): CanvasNode => ({
  id: `${x}, ${y}`,
  type: 'processNode',
  position: { x, y },
  width: 150,
  height: 64,
  data: {},
});
const drawing = (...nodes: CanvasNode[]): CanvasDocument => ({ nodes, edges: [] });

/** Returns the box of a node in the window, in pixels. */
const seen = ({ x, y, zoom }: { x: number; y: number; zoom: number }, node: CanvasNode) => ({
  left: node.position.x * zoom + x,
  top: node.position.y * zoom + y,
});

it('shows all of a drawing if it is readable then', () => {
  const document = drawing(nodeAt(-100, 0), nodeAt(700, 300));
  const view = openingView(document, size);
  expect(view.zoom).toBeGreaterThanOrEqual(0.6);
  for (const node of document.nodes) {
    expect(seen(view, node).left).toBeGreaterThanOrEqual(0);
    expect(seen(view, node).left + 150 * view.zoom).toBeLessThanOrEqual(size.width);
  }
});

it('shows the first elements of a wide drawing at a readable size', () => {
  const first = nodeAt(0, 0);
  const view = openingView(drawing(first, nodeAt(4000, 100)), size);
  expect(view.zoom).toBe(0.6);
  expect(seen(view, first)).toEqual({ left: 76, top: expect.any(Number) });
  expect(seen(view, first).top).toBeGreaterThan(40);
});

it('shows the first element even if others are far to its left', () => {
  const first = nodeAt(5000, 0);
  const { left } = seen(openingView(drawing(first, nodeAt(0, 3000)), size), first);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(size.width);
});

it('opens where the elements are, and not at a corner with a single element', () => {
  const alone = nodeAt(0, 0);
  const crowd = [0, 1, 2, 3].map((at) => nodeAt(3000 + (at % 2) * 200, 2000 + at * 80));
  const view = openingView(drawing(alone, ...crowd), size);
  expect(view.zoom).toBe(0.6);
  for (const node of crowd) {
    const { left, top } = seen(view, node);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + 150 * view.zoom).toBeLessThanOrEqual(size.width);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top + 64 * view.zoom).toBeLessThanOrEqual(size.height);
  }
});

it('counts the elements in a boundary, and not the boundary', () => {
  const boundary: CanvasNode = {
    ...nodeAt(0, 0),
    id: 'zone',
    type: 'trustBoundaryNode',
    width: 5000,
    height: 400,
  };
  const inside = [4000, 4200, 4400].map((x) => ({ ...nodeAt(x, 100), parentId: 'zone' }));
  const view = openingView(drawing(boundary, ...inside), size);
  for (const node of inside) {
    expect(seen(view, node).left).toBeGreaterThanOrEqual(0);
    expect(seen(view, node).left + 150 * view.zoom).toBeLessThanOrEqual(size.width);
  }
});

it('begins with the first elements if the rest of the drawing is about as full', () => {
  const row = Array.from({ length: 30 }, (_, at) => nodeAt(at * 300, 0));
  const [first = nodeAt(0, 0)] = row;
  expect(seen(openingView(drawing(...row), size), first).left).toBe(76);
});

it('shows all of a drawing with very many elements', () => {
  const nodes = Array.from({ length: 500 }, (_, at) => nodeAt((at % 25) * 300, at * 10));
  expect(openingView(drawing(...nodes), size).zoom).toBeLessThan(0.6);
});
