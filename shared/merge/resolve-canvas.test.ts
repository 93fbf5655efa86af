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

describe('I deleted a boundary in which they drew', () => {
  const zone = node('zone', { position: { x: 1000, y: 0 } });
  const dmz = node('dmz', { parentId: 'zone', position: { x: 100, y: 10 } });
  const shop = node('shop', { parentId: 'dmz', position: { x: 5, y: 5 } });
  const bank = node('bank');
  const three: [CanvasDocument, CanvasDocument, CanvasDocument] = [
    drawing([zone, dmz, bank]),
    drawing([bank]),
    drawing([zone, dmz, bank, shop], [flow('orders', 'bank', 'shop')]),
  ];

  test('choosing their node restores the boundaries around it, but not its flow', () => {
    expect(resolve(three, { 'node:shop': 'theirs' })).toEqual(drawing([zone, dmz, bank, shop]));
  });

  test('choosing their flow restores everything', () => {
    expect(resolve(three, { 'edge:orders': 'theirs' })).toEqual(three[2]);
  });

  test('choosing their node without one boundary moves it to the other', () => {
    const choices: Choices = { 'node:shop': 'theirs', 'node:dmz': 'mine' };
    const inZone = node('shop', { parentId: 'zone', position: { x: 105, y: 15 } });
    expect(resolve(three, choices)).toEqual(drawing([zone, bank, inZone]));
  });

  test('choosing their node without any boundary leaves it at the same position', () => {
    const choices: Choices = { 'node:shop': 'theirs', 'node:dmz': 'mine', 'node:zone': 'mine' };
    const free = node('shop', { position: { x: 1105, y: 15 } });
    expect(resolve(three, choices)).toEqual(drawing([bank, free]));
  });

  test('choosing their flow without its node gives neither', () => {
    const choices: Choices = { 'edge:orders': 'theirs', 'node:shop': 'mine' };
    expect(resolve(three, choices)).toEqual(three[1]);
  });
});

test('choosing theirs for one of two boundaries takes the other one out of it', () => {
  const base = drawing([node('a'), node('b')]);
  const mine = drawing([node('a'), node('b', { parentId: 'a' })]);
  const theirs = drawing([node('b'), node('a', { parentId: 'b' })]);
  expect(resolve([base, mine, theirs], { 'node:a': 'theirs' })).toEqual(theirs);
});

test('a boundary that gets its place from theirs restores the boundary around it', () => {
  const zone = node('zone', { position: { x: 50, y: 60 } });
  const a = node('a', { parentId: 'zone' });
  const base = drawing([zone, a, node('b')]);
  const mine = drawing([node('b'), node('a', { parentId: 'b', position: { x: 7, y: 8 } })]);
  const theirs = drawing([zone, a, node('b', { parentId: 'a' })]);
  expect(resolve([base, mine, theirs], { 'node:b': 'theirs' })).toEqual(theirs);
});

test('choosing theirs for one of three boundaries that contain each other decides for all', () => {
  const at = (x: number, parentId?: string): Partial<CanvasNode> => ({
    position: { x, y: 0 },
    ...(parentId !== undefined && { parentId }),
  });
  const base = drawing([node('a', at(1)), node('b', at(2)), node('c', at(3, 'a'))]);
  const mine = drawing([node('b', at(2)), node('a', at(10, 'b')), node('c', at(30, 'a'))]);
  const theirs = drawing([node('a', at(1)), node('c', at(3, 'a')), node('b', at(20, 'c'))]);
  expect(resolve([base, mine, theirs], { 'node:b': 'theirs' })).toEqual(theirs);
  expect(resolve([base, mine, theirs], { 'node:b': 'mine' })).toEqual(mine);
});

test('a deletion is only applied if it is chosen', () => {
  const [a, b] = [node('a'), node('b')];
  const base = drawing([a, b], [flow('f', 'a', 'b')]);
  const mine = drawing([a, b], [{ ...flow('f', 'a', 'b'), data: { label: 'Orders' } }]);
  const theirs = drawing([a, b]);
  expect(resolve([base, mine, theirs], {})).toEqual(mine);
  expect(resolve([base, mine, theirs], { 'edge:f': 'mine' })).toEqual(mine);
  expect(resolve([base, mine, theirs], { 'edge:f': 'theirs' })).toEqual(theirs);
  expect(resolve([base, theirs, mine], {})).toEqual(theirs);
  expect(resolve([base, theirs, mine], { 'edge:f': 'theirs' })).toEqual(mine);
});
