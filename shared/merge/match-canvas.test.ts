import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanvasDocument, CanvasNode } from '../canvas/document.ts';
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
