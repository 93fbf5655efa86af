import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { everywhere, type Region } from './drawn-elements.ts';
import { drawnTextPositions, onLateTextPositions } from './drawn-text-positions.ts';

const node = (id: string, x: number, y: number, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x, y },
  data: { label: id },
  ...more,
});

/** Two components with a flow in a boundary, and a component that is not in the way of the flow. */
const document: CanvasDocument = {
  nodes: [
    node('zone', -50, -50, { type: 'trustBoundaryNode', width: 800, height: 300 }),
    node('a', 0, 0),
    node('b', 500, 0),
    node('obstacle', 250, 180),
  ],
  edges: [{ id: 'flow', source: 'a', target: 'b', data: { label: 'pays' } }],
};

let drawn: { document: CanvasDocument; wanted: Region };

const apply = (...operation: CanvasOperation): void => {
  drawn = { ...drawn, document: applyOperation(drawn.document, operation) };
};
const positions = () => drawnTextPositions(drawn);
const labelAt = () => positions().labels.get('flow')?.position?.at;
const moveObstacle = (x: number): void =>
  apply({ kind: 'setNode', id: 'obstacle', fields: { position: { x, y: 0 } } });

beforeEach(() => {
  vi.useFakeTimers();
  drawn = { document, wanted: everywhere };
});

afterEach(() => {
  drawnTextPositions({ document, wanted: null });
  vi.useRealTimers();
});

it('are computed a moment after a component was moved', () => {
  const before = positions();
  const at = labelAt();
  moveObstacle(250);
  expect(positions()).toBe(before);
  const asked = vi.fn<() => void>();
  const stop = onLateTextPositions(asked);
  vi.advanceTimersByTime(100);
  stop();
  expect(asked).toHaveBeenCalledTimes(1);
  expect(labelAt()).not.toEqual(at);
});

it('are computed once after many changes', () => {
  const before = positions();
  for (let x = 0; x < 50; x += 10) {
    moveObstacle(250 + x);
    expect(positions()).toBe(before);
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(50);
  expect(positions()).not.toBe(before);
});

it.each<[string, CanvasOperation[number]]>([
  ['name of a flow', { kind: 'setEdge', id: 'flow', data: { label: 'refunds' } }],
  ['name of a boundary', { kind: 'setNode', id: 'zone', data: { label: 'Internet' } }],
  ['new component', { kind: 'addNode', index: 4, node: node('new', 250, 0) }],
  ['deleted component', { kind: 'removeNode', id: 'obstacle' }],
])('are computed at once after the change: %s', (_name, change) => {
  const before = positions();
  apply(change);
  expect(positions()).not.toBe(before);
});

it('have the new name of a flow at once, even just after a component was moved', () => {
  positions();
  moveObstacle(250);
  positions();
  apply({ kind: 'setEdge', id: 'flow', data: { label: 'refunds' } });
  const parts = positions()
    .labels.get('flow')
    ?.whole.rows.flatMap((row) => row.parts);
  expect(parts).toContainEqual(expect.objectContaining({ text: 'refunds' }));
});

it('are computed at once for a component that moves into the region', () => {
  const region = { x: -100, y: -100, width: 900, height: 200 };
  drawn = { ...drawn, wanted: region };
  const before = positions();
  moveObstacle(250);
  expect(positions()).not.toBe(before);
});

it('are not computed for a change that was undone at once', () => {
  const before = positions();
  const listener = vi.fn<() => void>();
  const stop = onLateTextPositions(listener);
  moveObstacle(250);
  positions();
  drawn = { document, wanted: everywhere };
  expect(positions()).toBe(before);
  vi.advanceTimersByTime(1000);
  stop();
  expect(listener).not.toHaveBeenCalled();
});

it('are those of another part of the canvas at once', () => {
  const before = positions();
  moveObstacle(250);
  positions();
  drawn = { ...drawn, wanted: { x: -100, y: -100, width: 900, height: 400 } };
  expect(positions()).not.toBe(before);
});
