import { describe, expect, it } from 'vitest';
import { applyOperation, invertOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import type { VersionRecord } from '#shared/merge/compare-records.ts';
import type { Drawing } from '../canvas/edits/element-edits.ts';
import { restoration } from './restoration.ts';

const [webId, apiId, newId] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

const node = (id: string, label: string, componentId?: string): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x: 0, y: 0 },
  data: { label, ...(componentId !== undefined && { componentId }) },
});

const badge = (id: string, title: string) => ({
  id,
  parentId: 'canvas',
  title,
  description: '',
  created_at: '',
  updated_at: '',
  openThreatCount: 0,
  worstPriority: null,
  openByPriority: {},
});

const drawingOf = (document: CanvasDocument, titles: Record<string, string> = {}): Drawing => ({
  canvasId: 'canvas',
  document,
  badges: new Map(Object.entries(titles).map(([id, title]) => [id, badge(id, title)])),
});

describe('restoring a version', () => {
  it('has its elements in order, and can be undone', () => {
    const flow = { id: 'flow', source: 'web', target: 'api' };
    const present = { nodes: [node('q', 'Queue'), node('web', 'Shop')], edges: [] };
    const document = { nodes: [node('web', 'Web app'), node('api', 'API')], edges: [flow] };
    const { edit } = restoration(drawingOf(present), { document, missingIds: [], untitled: '' });
    const operation = edit.operation ?? [];
    const restored = applyOperation(present, operation);
    expect(restored).toEqual(document);
    expect(applyOperation(restored, invertOperation(present, operation))).toEqual(present);
  });

  it('creates a component again if its record is gone, with its label as title', () => {
    const document = {
      nodes: [node('web', 'Web app', webId), node('web 2', '', webId)],
      edges: [],
    };
    const version = { document, missingIds: [webId ?? ''], untitled: 'Process' };
    const { edit, recreated } = restoration(drawingOf({ nodes: [], edges: [] }), version);
    expect(recreated).toBe(1);
    expect(edit.records).toMatchObject([
      {
        op: 'create',
        kind: 'component',
        id: webId,
        parentId: 'canvas',
        values: { title: 'Web app' },
      },
    ]);
  });

  it('gives a component a new ID if a new record cannot have the old one', () => {
    const document = { nodes: [node('web', 'Web app', 'c-17')], edges: [] };
    const version = { document, missingIds: ['c-17'], untitled: 'Process' };
    const { edit } = restoration(drawingOf({ nodes: [], edges: [] }), version);
    const [record] = edit.records ?? [];
    const [change] = edit.operation ?? [];
    expect(record?.id).not.toBe('c-17');
    expect(change).toMatchObject({ kind: 'addNode', node: { data: { componentId: record?.id } } });
  });

  it('deletes the records that were added since, and restores titles', () => {
    const present = {
      nodes: [
        node('web', 'Storefront', webId),
        node('api', 'API', apiId),
        node('q', 'Queue', newId),
      ],
      edges: [],
    };
    const document = {
      nodes: [node('web', 'Web app', webId), node('api', 'Gate', apiId)],
      edges: [],
    };
    const titles = {
      [webId ?? '']: 'Storefront',
      [apiId ?? '']: 'Its own title',
      [newId ?? '']: 'Queue',
    };
    const version = { document, missingIds: [], untitled: 'Process' };
    const { edit, left } = restoration(drawingOf(present, titles), version);
    expect(left).toEqual([newId]);
    expect(edit.records).toEqual([
      { op: 'delete', kind: 'component', id: newId },
      { op: 'update', kind: 'component', id: webId, values: { title: 'Web app' } },
    ]);
  });

  it('restores a component with its threats, and the previous threats of others', () => {
    const records = [
      { kind: 'component', id: webId, parentId: 'canvas', values: { title: 'Web app' } },
      { kind: 'threat', id: 't1', parentId: webId, values: { title: 'Of a gone one' } },
      { kind: 'component', id: apiId, parentId: 'canvas', values: { title: 'API' } },
      { kind: 'threat', id: 't2', parentId: apiId, values: { title: 'Old', priority: 'low' } },
      { kind: 'threat', id: 't3', parentId: apiId, values: { title: 'Deleted since' } },
    ] as VersionRecord[];
    const present = [
      records[2],
      { ...records[3], values: { title: 'Old', priority: 'high' } },
      { kind: 'threat', id: 't4', parentId: apiId, values: { title: 'Added since' } },
    ] as VersionRecord[];
    const document = {
      nodes: [node('web', 'Web app', webId), node('api', 'API', apiId)],
      edges: [],
    };
    const drawing = drawingOf(
      { nodes: [node('api', 'API', apiId)], edges: [] },
      { [apiId ?? '']: 'API' },
    );
    const version = { document, missingIds: [webId ?? ''], untitled: 'Process' };
    const saved = { version: 7, records, present: null };
    const whole = restoration(drawing, { ...version, saved });
    expect(whole).toMatchObject({ returned: 1, recreated: 0 });
    expect(whole.edit.records).toEqual([
      { op: 'restoreVersion', kind: 'component', id: webId, version: 7 },
    ]);

    const everything = restoration(drawing, { ...version, saved: { ...saved, present } });
    expect(everything.edit.records).toEqual([
      { op: 'restoreVersion', kind: 'component', id: webId, version: 7 },
      { op: 'update', kind: 'threat', id: 't2', values: { priority: 'low' } },
      { op: 'delete', kind: 'threat', id: 't4' },
      { op: 'restoreVersion', kind: 'threat', id: 't3', version: 7 },
    ]);
  });
});
