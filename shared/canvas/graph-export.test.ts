import { expect, test } from 'vitest';
import type { CanvasNode } from './document.ts';
import { graphOf } from './graph-export.ts';

const node = (id: string, type: string, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: {},
  ...more,
});

test('a node has its kind as label, and its colour, size and type as scalars', () => {
  const { nodes } = graphOf({
    nodes: [node('p', 'processNode', { width: 200, height: 80, data: { color: '#123456' } })],
    edges: [],
  });
  expect(nodes).toEqual([
    {
      id: 'p',
      labels: ['Process'],
      properties: { color: '#123456', size: '200x80', type: 'processNode' },
    },
  ]);
});

test.each([
  ['processNode', 'Process'],
  ['dataStoreNode', 'DataStore'],
  ['externalEntityNode', 'ExternalEntity'],
  ['trustBoundaryNode', 'TrustBoundary'],
  ['noteNode', 'Note'],
  ['lambda-functionNode', 'LambdaFunction'],
  ['s3 bucket', 'S3Bucket'],
  ['3d', 'Node3d'],
  ['', 'Node'],
  ['`) DETACH DELETE (n', 'DETACHDELETEN'],
])('a node of type "%s" is a %s', (type, label) => {
  expect(graphOf({ nodes: [node('n', type)], edges: [] }).nodes[0]?.labels).toEqual([label]);
});

test('a data flow joins its ends; one that lost an end is left out', () => {
  const { relationships } = graphOf({
    nodes: [node('a', 'processNode'), node('b', 'dataStoreNode')],
    edges: [
      { id: 'f', source: 'a', target: 'b', data: { color: 'red' } },
      { id: 'g', source: 'a', target: 'gone' },
    ],
  });
  expect(relationships).toEqual([
    { id: 'f', type: 'DATAFLOW', start: 'a', end: 'b', properties: { color: 'red' } },
  ]);
});

test('a boundary contains what it holds directly', () => {
  const { relationships } = graphOf({
    nodes: [
      node('outer', 'trustBoundaryNode'),
      node('inner', 'trustBoundaryNode', { parentId: 'outer' }),
      node('p', 'processNode', { parentId: 'inner' }),
      node('group', 'groupNode'),
      node('q', 'processNode', { parentId: 'group' }),
      node('lost', 'processNode', { parentId: 'gone' }),
      node('self', 'trustBoundaryNode', { parentId: 'self' }),
    ],
    edges: [],
  });
  expect(relationships.map(({ type, start, end }) => [type, start, end])).toEqual([
    ['CONTAINS', 'outer', 'inner'],
    ['CONTAINS', 'inner', 'p'],
  ]);
});

test('ids are unique whatever the flows are called, and the same each time', () => {
  const document = {
    nodes: [node('b', 'trustBoundaryNode'), node('p', 'processNode', { parentId: 'b' })],
    edges: [
      { id: 'contains:p', source: 'p', target: 'p' },
      { id: 'contains:p', source: 'p', target: 'b' },
    ],
  };
  const ids = graphOf(document).relationships.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(graphOf(document)).toEqual(graphOf(structuredClone(document)));
});
