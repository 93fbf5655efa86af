import { expect, it } from 'vitest';
import type { CanvasEdge, CanvasNode } from '../document.ts';
import { wholeFragment } from './whole-fragment.ts';

const node = (id: string, parentId?: string): CanvasNode => ({
  id,
  position: { x: 0, y: 0 },
  data: { label: id },
  ...(parentId !== undefined && { parentId }),
});
const flow = (id: string): CanvasEdge => ({ id, source: 'a', target: 'b' });
const parentsIn = (nodes: CanvasNode[]) => nodes.map(({ id, parentId }) => [id, parentId]);

it('keeps a valid fragment', () => {
  const fragment = { nodes: [node('zone'), node('a', 'zone'), node('b')], edges: [flow('f')] };
  expect(wholeFragment(fragment)).toEqual(fragment);
});

it('puts parents before their children', () => {
  const { nodes } = wholeFragment({
    nodes: [node('a', 'inner'), node('inner', 'outer'), node('b'), node('outer')],
    edges: [],
  });
  expect(parentsIn(nodes)).toEqual([
    ['outer', undefined],
    ['inner', 'outer'],
    ['a', 'inner'],
    ['b', undefined],
  ]);
});

it('frees a node whose parent is missing, or is in a cycle with it', () => {
  const { nodes } = wholeFragment({
    nodes: [node('a', 'missing'), node('one', 'other'), node('other', 'one'), node('in', 'one')],
    edges: [],
  });
  expect(parentsIn(nodes)).toEqual([
    ['a', undefined],
    ['one', undefined],
    ['other', undefined],
    ['in', 'one'],
  ]);
  expect(nodes.filter((each) => 'parentId' in each)).toHaveLength(1);
});

it('leaves out elements that repeat an ID, and keeps the first one', () => {
  const again = { ...node('a'), data: { label: 'again' } };
  const { nodes, edges } = wholeFragment({
    nodes: [node('a'), node('b'), again],
    edges: [flow('f'), { ...flow('f'), target: 'a' }, flow('g')],
  });
  expect(nodes).toEqual([node('a'), node('b')]);
  expect(edges).toEqual([flow('f'), flow('g')]);
});
