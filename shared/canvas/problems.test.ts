import { describe, expect, it, test } from 'vitest';
import type { CanvasDocument, CanvasEdge, CanvasNode } from './document.ts';
import { problemsOf, unreadableCount, type ProblemKind } from './problems.ts';

const node = (id: string, type: string, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type,
  position: { x: 50, y: 50 },
  data: { label: id },
  ...more,
});
const flow = (source: string, target: string, label = 'Reads'): CanvasEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  data: { label },
});
const network = node('Network', 'trustBoundaryNode', {
  position: { x: 0, y: 0 },
  width: 600,
  height: 400,
});
const inside = { parentId: 'Network' };

const drawing = (nodes: CanvasNode[], edges: CanvasEdge[] = []): CanvasDocument => ({
  nodes,
  edges,
});
/**
 * Returns the problems without overlaps, because in most of these drawings all elements have the same
 * position.
 */
const found = (document: CanvasDocument): [ProblemKind, string][] =>
  problemsOf(document)
    .filter(({ kind }) => kind !== 'overlapping')
    .map(({ kind, elementId }) => [kind, elementId]);

const sound = drawing(
  [
    network,
    node('Shop', 'processNode', inside),
    node('Orders', 'dataStoreNode', { ...inside, position: { x: 300, y: 50 } }),
    node('Customer', 'externalEntityNode', { position: { x: 900, y: 50 } }),
    node('Remember', 'noteNode', { position: { x: 900, y: 400 } }),
  ],
  [flow('Shop', 'Orders'), flow('Customer', 'Shop')],
);

describe('a valid drawing', () => {
  it('has no problem if external entities and notes are outside of boundaries', () => {
    expect(found(sound)).toEqual([]);
  });
  it('may be empty', () => expect(found(drawing([]))).toEqual([]));
});

const with1 = (...nodes: CanvasNode[]): CanvasDocument =>
  drawing([...sound.nodes, ...nodes], sound.edges);

test.each<[string, CanvasDocument, [ProblemKind, string][]]>([
  [
    'a flow without a label, also one of blanks',
    drawing(sound.nodes, [flow('Shop', 'Orders', ' '), flow('Customer', 'Shop')]),
    [['unnamedFlow', 'Shop-Orders']],
  ],
  [
    'a process outside of every boundary',
    drawing(
      [...sound.nodes, node('Jobs', 'processNode', { position: { x: 900, y: 700 } })],
      [...sound.edges, flow('Jobs', 'Orders')],
    ),
    [['outsideBoundary', 'Jobs']],
  ],
  [
    'a drawing without any boundary, once and not for each element',
    drawing(
      [node('Shop', 'processNode'), node('Orders', 'dataStoreNode')],
      [flow('Shop', 'Orders')],
    ),
    [['noBoundary', 'Shop']],
  ],
  [
    'a store without any flow',
    with1(node('Archive', 'dataStoreNode', inside)),
    [['unconnected', 'Archive']],
  ],
  [
    'nothing of what is out of scope',
    with1(
      node('Archive', 'dataStoreNode', {
        position: { x: 900, y: 800 },
        data: { label: 'Archive', outOfScope: true },
      }),
    ),
    [],
  ],
  [
    'a boundary without a name, and without anything in it',
    with1(node('Blank', 'trustBoundaryNode', { data: { label: '' } })),
    [
      ['unnamedBoundary', 'Blank'],
      ['emptyBoundary', 'Blank'],
    ],
  ],
  [
    'an element without a name',
    drawing(
      [...sound.nodes, node('Nameless', 'processNode', { ...inside, data: {} })],
      [...sound.edges, flow('Nameless', 'Shop')],
    ),
    [['unnamedElement', 'Nameless']],
  ],
  [
    'an element that sticks out of its boundary',
    with1(
      node('Customer service', 'externalEntityNode', { ...inside, position: { x: 560, y: 50 } }),
    ),
    [
      ['beyondBoundary', 'Customer service'],
      ['unconnected', 'Customer service'],
    ],
  ],
  [
    'two of one kind that are called the same',
    drawing(
      [...sound.nodes, node('other', 'processNode', { ...inside, data: { label: ' shop' } })],
      [...sound.edges, flow('other', 'Orders')],
    ),
    [
      ['duplicateName', 'Shop'],
      ['duplicateName', 'other'],
    ],
  ],
])('%s', (_name, document, expected) => {
  expect(found(document)).toHaveLength(expected.length);
  expect(found(document)).toEqual(expect.arrayContaining(expected));
});

test('a component that is drawn twice is no duplicate, nor is a store with the name of a process', () => {
  const fields = { data: { label: 'Shop', componentId: 'c1' }, parentId: 'Network' };
  const document = drawing(
    [
      network,
      node('one', 'processNode', fields),
      node('two', 'processNode', fields),
      node('three', 'dataStoreNode', { ...inside, data: { label: 'Shop' } }),
    ],
    [flow('one', 'three'), flow('two', 'three')],
  );
  expect(found(document)).toEqual([]);
});

test('an element in a collapsed boundary does not extend beyond it', () => {
  const document = drawing(
    [{ ...network, data: { label: 'Network', collapsed: true } }, ...sound.nodes.slice(1)],
    sound.edges,
  );
  expect(found(document)).toEqual([]);
});

it('finds overlapping elements, and elements that are too small for their name', () => {
  const small = node('International', 'processNode', { ...inside, width: 60, height: 40 });
  const document = drawing([network, small, node('Shop', 'processNode', inside)]);
  const problems = problemsOf(document).map(({ kind, elementId }) => [kind, elementId]);
  expect(problems).toContainEqual(['overlapping', 'International']);
  expect(problems).toContainEqual(['overlapping', 'Shop']);
  expect(problems).toContainEqual(['cramped', 'International']);
  expect(unreadableCount(document)).toBe(2);
  expect(unreadableCount(sound)).toBe(0);
});
