import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import { createStore, type Store } from './store.ts';

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [collectionId, modelId, canvasId, componentId] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const [threatId, mitigationId, commentId] = [uuid(5), uuid(6), uuid(7)];

let folder: string;
let store: Store;
const open = (): Store => createStore({ path: join(folder, 'store.db') });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-store-'));
  store = open();
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const create = (
  kind: RecordChange['kind'],
  id: string,
  parentId: string | null,
  values: Record<string, unknown>,
): RecordChange => ({ op: 'create', kind, id, parentId, values });

const change = (records: RecordChange[], scope = 'workspace', label = 'test'): void => {
  store.changes.apply({ scope, label, records });
};

const addModel = (): void =>
  change([
    create('collection', collectionId, null, { title: 'Shop' }),
    create('threatModel', modelId, collectionId, { title: 'Web shop' }),
    create('canvas', canvasId, modelId, { title: 'Overview' }),
    create('component', componentId, canvasId, { title: 'Web app' }),
    create('threat', threatId, componentId, { title: 'Session theft', priority: 'high' }),
    create('mitigation', mitigationId, threatId, { title: 'Short sessions' }),
    create('comment', commentId, threatId, { text: 'Seen in the last test' }),
  ]);

const addNode = (id: string): CanvasOperation => [
  { kind: 'addNode', index: 0, node: { id, position: { x: 0, y: 0 }, data: { label: id } } },
];
const removeNode = (id: string): CanvasOperation => [{ kind: 'removeNode', id }];
const draw = (id: string): void => {
  const drawing = { canvasId, operation: addNode(id), inverse: removeNode(id) };
  store.changes.apply({ scope: modelId, label: 'add', drawings: [drawing] });
};
const drawnIds = (): string[] => store.documents.read(canvasId)?.nodes.map(({ id }) => id) ?? [];

describe('a change', () => {
  it('is visible at once, with the defaults of the service', () => {
    addModel();
    const [collection] = store.reads.overview();
    expect(collection?.models[0]).toMatchObject({
      title: 'Web shop',
      status: 'Representation',
      canvases: [{ id: canvasId, title: 'Overview' }],
      componentCount: 1,
      openThreatCount: 1,
    });
    expect(store.reads.componentDetail(componentId)?.threats[0]).toMatchObject({
      title: 'Session theft',
      status: 'open',
      mitigations: [{ title: 'Short sessions', status: null }],
      comments: [{ text: 'Seen in the last test', isMine: true }],
    });
  });

  it('is stored even if the process ends without closing anything', () => {
    addModel();
    draw('a');
    draw('b');
    const later = open();
    expect(later.documents.read(canvasId)?.nodes.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(later.outbox.counts().changes).toBe(7);
    later.close();
  });

  it('that fails halfway leaves nothing behind', () => {
    addModel();
    const before = store.outbox.all();
    const records = [
      create('threat', uuid(20), componentId, { title: 'Kept?' }),
      create('mitigation', uuid(21), uuid(99), { title: 'An orphan' }),
    ];
    expect(() => change(records)).toThrow('The parent no longer exists.');
    expect(store.records.find('threat', uuid(20))).toBeNull();
    expect(store.outbox.all()).toEqual(before);
    expect(store.changes.history('workspace').undo).toBe('test');
  });

  it('with values that do not fit the kind is rejected', () => {
    addModel();
    const values = { title: 7 };
    expect(() => change([{ op: 'update', kind: 'threat', id: threatId, values }])).toThrow(
      'expected string',
    );
    expect(store.records.find('threat', threatId)?.local['title']).toBe('Session theft');
  });
});

describe('undo and redo', () => {
  it('restore a deleted threat model with everything in it, and delete it again', () => {
    addModel();
    draw('a');
    const before = store.reads.overview();
    const detail = store.reads.componentDetail(componentId);
    change([{ op: 'delete', kind: 'threatModel', id: modelId }]);
    expect(store.reads.overview()[0]?.models).toEqual([]);
    expect(store.reads.openCanvas(canvasId)).toBeNull();

    store.changes.undo('workspace');
    expect(store.reads.overview()).toEqual(before);
    expect(store.reads.componentDetail(componentId)).toEqual(detail);
    expect(drawnIds()).toEqual(['a']);

    store.changes.redo('workspace');
    expect(store.reads.overview()[0]?.models).toEqual([]);
  });

  it('return the operation for the open canvas, and survive a restart', () => {
    addModel();
    draw('a');
    draw('b');
    store.close();
    store = open();
    const { step } = store.changes.undo(modelId);
    expect(step?.drawings).toEqual([{ canvasId, operation: removeNode('b') }]);
    expect(drawnIds()).toEqual(['a']);
    store.changes.redo(modelId);
    expect(drawnIds()).toEqual(['b', 'a']);
  });

  it('keep the histories of different models apart', () => {
    addModel();
    draw('a');
    expect(store.changes.undo('another model').step).toBeNull();
    expect(store.changes.history(modelId)).toEqual({ undo: 'add', redo: null });
  });

  it('cannot redo a step after another change', () => {
    addModel();
    draw('a');
    store.changes.undo(modelId);
    draw('b');
    expect(store.changes.redo(modelId).step).toBeNull();
    expect(drawnIds()).toEqual(['b']);
  });

  it('restore the previous value of a field', () => {
    addModel();
    const edit = (title: string): void =>
      change([{ op: 'update', kind: 'threat', id: threatId, values: { title } }], modelId);
    edit('Cookie theft');
    edit('Token theft');
    store.changes.undo(modelId);
    expect(store.records.find('threat', threatId)?.local['title']).toBe('Cookie theft');
    store.changes.undo(modelId);
    expect(store.records.find('threat', threatId)?.local['title']).toBe('Session theft');
  });

  it('undo after a redo restores what others wrote between the two', () => {
    addModel();
    const title = (): unknown => store.records.find('threat', threatId)?.local['title'];
    const values = { title: 'Cookie theft' };
    change([{ op: 'update', kind: 'threat', id: threatId, values }], modelId);
    store.changes.undo(modelId);
    const row = store.records.find('threat', threatId);
    if (!row) throw new Error('There is no threat');
    store.records.put({ ...row, local: { ...row.local, title: 'Written by another' } });
    store.changes.redo(modelId);
    expect(title()).toBe('Cookie theft');
    store.changes.undo(modelId);
    expect(title()).toBe('Written by another');
  });

  it('return to the start from any sequence of gestures', () => {
    const gesture = fc.oneof(
      fc.record({ kind: fc.constant('draw' as const), n: fc.nat(5) }),
      fc.record({ kind: fc.constant('rename' as const), n: fc.nat(5) }),
      fc.record({ kind: fc.constant('add' as const), n: fc.nat(5) }),
      fc.record({ kind: fc.constant('delete' as const), n: fc.nat(5) }),
      fc.record({ kind: fc.constant('undo' as const), n: fc.constant(0) }),
      fc.record({ kind: fc.constant('redo' as const), n: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(gesture, { maxLength: 25 }), (gestures) => {
        const folderBefore = folder;
        folder = mkdtempSync(join(tmpdir(), 'parapet-undo-'));
        const outer = store;
        store = open();
        addModel();
        const start = [store.reads.overview(), store.reads.componentBadges(canvasId), drawnIds()];
        for (const { kind, n } of gestures) perform(kind, n);
        while (store.changes.undo(modelId).step !== null);
        const end = [store.reads.overview(), store.reads.componentBadges(canvasId), drawnIds()];
        store.close();
        rmSync(folder, { recursive: true });
        store = outer;
        folder = folderBefore;
        expect(withoutTimes(end)).toEqual(withoutTimes(start));
      }),
      { numRuns: 40 },
    );
  });
});

const perform = (kind: 'draw' | 'rename' | 'add' | 'delete' | 'undo' | 'redo', n: number): void => {
  const id = uuid(50 + n);
  const exists = store.records.find('component', id) !== null;
  const actions = {
    draw: () => {
      if (!drawnIds().includes(`node ${n}`)) draw(`node ${n}`);
    },
    rename: () => {
      const values = { title: `Renamed ${n}` };
      if (exists) change([{ op: 'update', kind: 'component', id, values }], modelId);
    },
    add: () => {
      if (exists) return;
      const threat = create('threat', uuid(70 + n), id, { title: 'Threat' });
      change([create('component', id, canvasId, { title: `Part ${n}` }), threat], modelId);
    },
    delete: () => {
      if (exists) change([{ op: 'delete', kind: 'component', id }], modelId);
    },
    undo: () => store.changes.undo(modelId),
    redo: () => store.changes.redo(modelId),
  };
  actions[kind]();
};

const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, each) => (key.endsWith('_at') ? null : each)));

describe('the outbox', () => {
  it('sends a record that was created and changed before it was sent as one create', () => {
    addModel();
    const values = { title: 'Cookie theft' };
    change([{ op: 'update', kind: 'threat', id: threatId, values }]);
    expect(store.outbox.forRecord('threat', threatId).map(({ op }) => op)).toEqual(['create']);
  });

  it('sends nothing for a record that was created and deleted before it was sent', () => {
    addModel();
    change([{ op: 'delete', kind: 'collection', id: collectionId }]);
    expect(store.outbox.all()).toEqual([]);
  });

  it('joins the changes of one record', () => {
    addModel();
    for (const { seq } of store.outbox.all()) store.outbox.finish(seq);
    store.idMap.put('threat', threatId, 'service-threat');
    change([{ op: 'update', kind: 'threat', id: threatId, values: { title: 'A' } }]);
    change([{ op: 'update', kind: 'threat', id: threatId, values: { priority: 'low' } }]);
    change([{ op: 'update', kind: 'threat', id: threatId, values: { title: 'B' } }]);
    expect(store.outbox.all()).toMatchObject([{ op: 'update', fields: ['title', 'priority'] }]);
  });

  it('deletes at the service what may have arrived there', () => {
    addModel();
    const [entry] = store.outbox.forRecord('collection', collectionId);
    store.outbox.countAttempt(entry?.seq ?? 0, { title: 'Shop' });
    change([{ op: 'delete', kind: 'collection', id: collectionId }]);
    expect(store.outbox.all().map(({ kind, op }) => [kind, op])).toEqual([
      ['collection', 'create'],
      ['collection', 'delete'],
    ]);
  });
});

describe('a drawing', () => {
  it('reads the same before and after a snapshot', () => {
    addModel();
    for (let n = 0; n < 250; n += 1) draw(`node ${n}`);
    const before = store.documents.read(canvasId);
    store.tidy();
    expect(store.documents.read(canvasId)).toEqual(before);
    store.changes.undo(modelId);
    expect(drawnIds()).not.toContain('node 249');
  });
});
