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

it('shows all of a drawing with very many elements', () => {
  const nodes = Array.from({ length: 500 }, (_, at) => nodeAt((at % 25) * 300, at * 10));
  expect(openingView(drawing(...nodes), size).zoom).toBeLessThan(0.6);
});
