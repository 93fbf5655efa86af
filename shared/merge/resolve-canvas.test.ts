import { describe, expect, test } from 'vitest';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { mergeCanvas } from './merge-canvas.ts';
import { resolveCanvas } from './resolve-canvas.ts';

const node = (id: string, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  position: { x: 0, y: 0 },
  data: { label: id },
  ...more,
});
const flow = (id: string, source: string, target: string): CanvasEdge => ({ id, source, target });
const drawing = (nodes: CanvasNode[], edges: CanvasEdge[] = []): CanvasDocument => ({
  nodes,
  edges,
});

type Choices = Record<string, 'mine' | 'theirs'>;
const resolve = (
  [base, mine, theirs]: [CanvasDocument, CanvasDocument, CanvasDocument],
  choices: Choices,
): CanvasDocument => {
  const { shown, conflicts } = mergeCanvas(base, mine, theirs);
  return resolveCanvas(shown, theirs, new Map(Object.entries(choices)), conflicts);
};

test('choosing their name keeps my other changes', () => {
  const base = drawing([node('shop')]);
  const mine = drawing([node('shop', { data: { label: 'Store' }, width: 300 })]);
  const theirs = drawing([node('shop', { data: { label: 'Market' } })]);
  expect(resolve([base, mine, theirs], { 'node:shop': 'theirs' })).toEqual(
    drawing([node('shop', { data: { label: 'Market' }, width: 300 })]),
  );
  expect(resolve([base, mine, theirs], { 'node:shop': 'mine' })).toEqual(mine);
  expect(resolve([base, mine, theirs], {})).toEqual(mine);
});

describe('I deleted a node that they connected', () => {
  const base = drawing([node('shop'), node('bank')]);
  const mine = drawing([node('bank')]);
  const theirs = drawing(base.nodes, [flow('orders', 'shop', 'bank')]);
  const three: [CanvasDocument, CanvasDocument, CanvasDocument] = [base, mine, theirs];

  test('choosing their flow restores the node', () => {
    expect(resolve(three, { 'edge:orders': 'theirs' })).toEqual(theirs);
  });

  test('choosing the node restores it alone', () => {
    expect(resolve(three, { 'node:shop': 'theirs' })).toEqual(base);
  });

  test('choosing their flow without the node gives no flow', () => {
    expect(resolve(three, { 'edge:orders': 'theirs', 'node:shop': 'mine' })).toEqual(mine);
  });
});

describe('they deleted a boundary that I drew in', () => {
  const zone = node('zone', { position: { x: 1000, y: 0 } });
  const dmz = node('dmz', { parentId: 'zone', position: { x: 100, y: 10 } });
  const base = drawing([zone, dmz]);
  const mine = drawing([zone, dmz, node('shop', { parentId: 'dmz', position: { x: 5, y: 5 } })]);
  const theirs = drawing([zone]);

  test('choosing theirs moves my node to the outer boundary at the same position', () => {
    const resolved = resolve([base, mine, theirs], { 'node:dmz': 'theirs' });
    expect(resolved).toEqual(
      drawing([zone, node('shop', { parentId: 'zone', position: { x: 105, y: 15 } })]),
    );
  });

  test('choosing mine keeps everything as I have it', () => {
    expect(resolve([base, mine, theirs], { 'node:dmz': 'mine' })).toEqual(mine);
  });
});

test('of two boundaries that were each moved into the other, choosing theirs for one decides for both', () => {
  const base = drawing([node('a'), node('b')]);
  const mine = drawing([node('b'), node('a', { parentId: 'b' })]);
  const theirs = drawing([node('a'), node('b', { parentId: 'a' })]);
  expect(resolve([base, mine, theirs], { 'node:b': 'theirs' })).toEqual(theirs);
  expect(resolve([base, mine, theirs], { 'node:a': 'theirs' })).toEqual(
    drawing([node('b'), node('a')]),
  );
});
