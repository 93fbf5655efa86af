import { expect, test } from 'vitest';
import type { CanvasNode } from './document.ts';
import { graphOf } from './graph-export.ts';
import { openThreatsOf } from './open-threats.ts';

const node = (id: string, type: string, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: {},
  ...more,
});

const threats = openThreatsOf([
  { component_id: 'c', status: 'open', priority: 'low' },
  { component_id: 'c', status: 'open', priority: 'high' },
  { component_id: 'c', status: 'mitigated', priority: 'critical' },
]);

test('a node has its kind as label, and its properties are scalars', () => {
  const data = { color: '#123456', label: 'API', componentId: 'c' };
  const { nodes } = graphOf(
    { nodes: [node('p', 'processNode', { width: 200, height: 80, data })], edges: [] },
    threats,
  );
  expect(nodes).toEqual([
    {
      id: 'p',
      labels: ['Process'],
      properties: {
        color: '#123456',
        size: '200x80',
        type: 'processNode',
        name: 'API',
        kind: 'process',
        openThreats: 2,
      },
    },
  ]);
});

test('a data flow states its protection, and null if that is unknown', () => {
  const ends = { source: 'a', target: 'b' };
  const { relationships } = graphOf(
    {
      nodes: [node('a', 'processNode'), node('b', 'dataStoreNode')],
      edges: [
        {
          id: 'f',
          ...ends,
          data: {
            label: 'Orders',
            componentId: 'c',
            protocol: 'HTTPS',
            encrypted: true,
            authenticated: false,
            dataClassification: 'confidential',
          },
        },
        { id: 'g', ...ends },
      ],
    },
    threats,
  );
  expect(relationships.map(({ properties }) => properties)).toEqual([
    {
      color: '#616b7a',
      name: 'Orders',
      kind: 'dataFlow',
      openThreats: 2,
      protocol: 'HTTPS',
      encrypted: true,
      authenticated: false,
      dataClassification: 'confidential',
    },
    {
      color: '#616b7a',
      name: '',
      kind: 'dataFlow',
      openThreats: 0,
      protocol: null,
      encrypted: null,
      authenticated: null,
      dataClassification: null,
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

test('a data flow joins its ends, and is left out if an end is missing', () => {
  const { relationships } = graphOf({
    nodes: [node('a', 'processNode'), node('b', 'dataStoreNode')],
    edges: [
      { id: 'f', source: 'a', target: 'b', data: { color: 'red' } },
      { id: 'g', source: 'a', target: 'gone' },
    ],
  });
  expect(relationships).toMatchObject([
    { id: 'f', type: 'DATAFLOW', start: 'a', end: 'b', properties: { color: 'red' } },
  ]);
  expect(relationships).toHaveLength(1);
});

test('a boundary contains its direct children', () => {
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

test('IDs are unique whatever the IDs of flows are, and the same each time', () => {
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
