import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { compareCanvases } from './compare-canvases.ts';
import { matchCanvas } from './match-canvas.ts';
import { anyCanvas } from './testing/any-canvas.ts';
import { faultsOf } from './testing/faults-of.ts';

const node = (id: string, label: string, more: Partial<CanvasNode['data']> = {}): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x: 0, y: 0 },
  data: { label, ...more },
});

const own: CanvasDocument = {
  nodes: [
    node('web', 'Web app', { componentId: 'ours', otm: { raw: { type: 'x' } } }),
    node('api', 'API'),
  ],
  edges: [{ id: 'call', source: 'web', target: 'api', data: { label: 'Call' } }],
};
const canvas = { title: 'Overview', document: own };

const matched = (document: CanvasDocument, title = 'Overview') => {
  const match = matchCanvas(canvas, [{ title, document }]);
  if (!match) throw new Error('no match');
  return match;
};

describe('a file that the canvas was imported from', () => {
  it('is matched by ID, and shows the local records', () => {
    const theirs = {
      ...own,
      nodes: [node('web', 'Shop window', { componentId: 'c1' }), node('api', 'API')],
    };
    const match = matched(theirs);
    expect(match.matchedBy).toBe('ids');
    expect(compareCanvases(own, match.document)).toMatchObject([
      { id: 'web', kind: 'changed', fields: ['label'] },
    ]);
  });

  it('is matched by ID even if two elements swapped their names', () => {
    const match = matched({ ...own, nodes: [node('web', 'API'), node('api', 'Web app')] });
    expect(match).toMatchObject({ matchedBy: 'ids', pairCount: 2 });
    expect(compareCanvases(own, match.document)).toMatchObject([
      { id: 'web', kind: 'changed', fields: ['label'] },
      { id: 'api', kind: 'changed', fields: ['label'] },
    ]);
  });

  it('has an element that was drawn again, matched by its name', () => {
    const before = { nodes: [node('a', 'A'), node('b', 'B'), node('c', 'C')], edges: [] };
    const after = {
      nodes: [node('a', 'Web'), node('b', 'API'), node('again', 'C'), node('x', 'A')],
      edges: [{ id: 'f', source: 'a', target: 'again' }],
    };
    const match = matchCanvas({ title: '', document: before }, [{ title: '', document: after }]);
    expect(match).toMatchObject({ matchedBy: 'ids', pairCount: 3 });
    expect(match?.document.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'x']);
    expect(match?.document.edges).toEqual([{ id: 'f', source: 'a', target: 'c' }]);
  });

  it('has its flows matched by ID, whatever their labels', () => {
    const flow = (id: string, label: string): CanvasEdge => ({
      id,
      source: 'web',
      target: 'api',
      data: { label },
    });
    const before = { ...own, edges: [flow('one', 'Read'), flow('two', 'Write')] };
    const after = {
      ...own,
      edges: [flow('new', 'Write'), flow('two', 'Read'), flow('one', 'Write')],
    };
    const match = matchCanvas({ title: '', document: before }, [{ title: '', document: after }]);
    expect(match?.document.edges).toEqual(after.edges);
    const less = { ...own, edges: [flow('one', 'Write')] };
    const other = matchCanvas({ title: '', document: before }, [{ title: '', document: less }]);
    expect(other?.document.edges).toEqual(less.edges);
  });

  it('has no difference if nothing was changed', () => {
    fc.assert(
      fc.property(anyCanvas, (document) => {
        const match = matchCanvas({ title: '', document }, [{ title: '', document }]);
        expect(compareCanvases(document, match?.document ?? { nodes: [], edges: [] })).toEqual([]);
      }),
    );
  });
});

describe('any other file', () => {
  it('is matched by name and kind, and its flows by their ends', () => {
    const match = matched({
      nodes: [node('1', ' web App'), node('2', 'API'), node('3', 'Queue')],
      edges: [
        { id: 'a', source: '1', target: '2', data: { label: 'Call' } },
        { id: 'b', source: '1', target: '3' },
      ],
    });
    expect(match.matchedBy).toBe('names');
    const found = compareCanvases(own, match.document);
    expect(found.map(({ id, kind }) => [id, kind])).toEqual([
      ['web', 'changed'],
      ['3', 'added'],
      ['b', 'added'],
    ]);
  });

  it('is not matched by an ID that is used here by chance', () => {
    const match = matched({
      nodes: [node('api', 'Queue'), node('q', 'API'), node('w', 'Web app')],
      edges: [],
    });
    expect(match.document.nodes.map(({ id, data }) => [id, data.label])).toEqual([
      ['api of the file', 'Queue'],
      ['api', 'API'],
      ['web', 'Web app'],
    ]);
  });

  it('is matched in order if several elements have one name, and never without a name', () => {
    const named = (ids: string[], labels: string[]): CanvasDocument => ({
      nodes: ids.map((id, at) => node(id, labels[at] ?? '')),
      edges: [],
    });
    const labels = ['Queue', 'Queue', ' ', '', 'Queue'];
    const before = named(['a', 'b', 'c', 'd', 'e'], labels);
    const after = named(['1', '2', '3', '4', '5', '6'], [...labels, 'Queue']);
    const match = matchCanvas({ title: '', document: before }, [{ title: '', document: after }]);
    expect(match?.document.nodes.map(({ id }) => id)).toEqual(['a', 'b', '3', '4', 'e', '6']);
    expect(match).toMatchObject({ matchedBy: 'names', pairCount: 3 });
    expect(matched(named(['x'], ['Other']))).toMatchObject({ matchedBy: 'names', pairCount: 0 });
  });

  it('is matched whatever the case of its names and the spaces around them', () => {
    const before = { nodes: [node('a', ' Load BALANCER')], edges: [] };
    const after = { nodes: [node('1', 'load balancer ')], edges: [] };
    const match = matchCanvas({ title: '', document: before }, [{ title: '', document: after }]);
    expect(match?.document.nodes[0]?.id).toBe('a');
  });

  it('has its flows matched by their ends if no label is the same', () => {
    const nodes = [node('1', 'Web app'), node('2', 'API')];
    const flow = (id: string, label?: string): CanvasEdge => ({
      id,
      source: '1',
      target: '2',
      ...(label !== undefined && { data: { label } }),
    });
    const edgesIn = (...edges: CanvasEdge[]) =>
      matched({ nodes, edges }).document.edges.map(({ id }) => id);
    expect(edgesIn(flow('x'))).toEqual(['call']);
    expect(edgesIn(flow('x', 'Ask'))).toEqual(['call']);
    expect(edgesIn(flow('x', 'Ask'), flow('y', 'Call'))).toEqual(['x', 'call']);
    expect(edgesIn(flow('x', 'Ask'), flow('y', 'Tell'))).toEqual(['call', 'y']);
  });

  it('gets new IDs for elements whose IDs are taken, also after an earlier import', () => {
    const before = {
      nodes: [node('a', 'Web app'), node('b', 'API'), node('a of the file', 'Cache')],
      edges: [],
    };
    const after = {
      nodes: [
        node('a', 'Queue'),
        node('b', 'Log', {}),
        node('b of the file', 'Mail'),
        node('x', 'Web app'),
        node('y', 'API'),
        node('z', 'Cache'),
      ],
      edges: [{ id: 'f', source: 'a', target: 'b' }],
    };
    const match = matchCanvas({ title: '', document: before }, [{ title: '', document: after }]);
    const ids = ["a of the file'", "b of the file'", 'b of the file', 'a', 'b', 'a of the file'];
    expect(match?.document.nodes.map(({ id }) => id)).toEqual(ids);
    expect(match?.document.edges).toEqual([
      { id: 'f', source: "a of the file'", target: "b of the file'" },
    ]);
  });

  it('is compared by its most similar canvas', () => {
    const other = { nodes: [node('x', 'Warehouse')], edges: [] };
    const renamed = { nodes: [node('y', 'API')], edges: [] };
    const match = matchCanvas(canvas, [
      { title: 'Overview', document: other },
      { title: 'Old overview', document: renamed },
    ]);
    expect(match?.title).toBe('Old overview');
    expect(matchCanvas(canvas, [])).toBeNull();
  });

  it('is matched by the labels of flows between the same ends, and by the kinds of elements', () => {
    const flow = (id: string, source: string, target: string, label: string) => ({
      id,
      source,
      target,
      data: { label },
    });
    const [read, write] = [
      flow('read', 'web', 'api', 'Read'),
      flow('write', 'web', 'api', 'Write'),
    ];
    const theirs = {
      nodes: [node('1', 'Web app'), node('2', 'API')],
      edges: [flow('x', '1', '2', 'Write'), flow('y', '1', '2', 'Read')],
    };
    const parallel = { title: 'Overview', document: { ...own, edges: [read, write] } };
    const match = matchCanvas(parallel, [{ title: 'Overview', document: theirs }]);
    expect(match?.document.edges.map(({ id }) => id)).toEqual(['write', 'read']);
    const store = { ...node('1', 'Web app'), type: 'dataStoreNode' };
    expect(matched({ nodes: [store], edges: [] }).document.nodes[0]?.id).toBe('1');
  });

  it('is compared by the canvas with the same title if several are equally similar', () => {
    const document = { nodes: [node('1', 'Web app'), node('2', 'API')], edges: [] };
    const candidates = ['Other', 'Overview'].map((title) => ({ title, document }));
    expect(matchCanvas(canvas, candidates)?.title).toBe('Overview');
  });
});

it('places a new element below the elements that are on our canvas now', () => {
  const at = (id: string, y: number): CanvasNode => ({ ...node(id, id), position: { x: 0, y } });
  const document = { nodes: [at('web', 0)], edges: [] };
  const file = { nodes: [at('web', 0), at('new', 0)], edges: [] };
  const unstated = { positions: new Set(['web', 'new']), sizes: new Set<string>() };
  const placed = (now?: CanvasDocument) =>
    matchCanvas({ title: '', document, now }, [{ title: '', document: file, unstated }])?.document;
  expect(placed()?.nodes).toEqual([at('web', 0), at('new', 114)]);
  const now = { nodes: [at('web', 100), at('ours', 200)], edges: [] };
  expect(placed(now)?.nodes).toEqual([at('web', 0), at('new', 314)]);
});

it('keeps our component and preserved data of an element, or that we have none', () => {
  const theirs = { componentId: 'theirs', otm: { raw: 1 } };
  const match = matched({
    nodes: [node('web', 'Web app', theirs), node('api', 'API', theirs), node('x', 'New', theirs)],
    edges: [],
  });
  expect(match.document.nodes).toEqual([own.nodes[0], own.nodes[1], node('x', 'New', theirs)]);
});

it.each([
  ['no data, and our flow has none either', undefined, undefined, undefined],
  ['empty data, and our flow has none', undefined, {}, undefined],
  ['no data, and our flow has empty data', {}, undefined, {}],
  ['no data, and our flow has a label', { label: 'Call' }, undefined, {}],
  ['a label, and our flow has no data', undefined, { label: 'Call' }, { label: 'Call' }],
])('a flow of the file has %s', (_, ours, theirs, wanted) => {
  const withData = (data: CanvasEdge['data']): CanvasDocument => ({
    ...own,
    edges: [{ id: 'call', source: 'web', target: 'api', ...(data && { data }) }],
  });
  const match = matchCanvas({ title: '', document: withData(ours) }, [
    { title: '', document: withData(theirs) },
  ]);
  expect(match?.document).toStrictEqual(withData(wanted));
});

it('leaves every drawing valid', () => {
  fc.assert(
    fc.property(anyCanvas, anyCanvas, (document, other) => {
      const match = matchCanvas({ title: '', document }, [{ title: '', document: other }]);
      expect(faultsOf(match?.document ?? document)).toEqual([]);
      expect(match?.document.nodes).toHaveLength(other.nodes.length);
      expect(match?.document.edges).toHaveLength(other.edges.length);
    }),
  );
});
