import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { createStore, type Store } from '../store/store.ts';
import { componentIds } from './component-ids.ts';
import { createPending, nameOf } from './pending.ts';
import { change, created, uuid } from './testing/office.ts';
import { canvasId, componentId, modelId, webShop } from './testing/web-shop.ts';

const [threatId, commentId] = [uuid(5), uuid(6)];

let store: Store;
let pending: ReturnType<typeof createPending>;

/** Fills the store with records that the service has, as they are here. */
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  pending = createPending(store);
  change(store, [
    ...webShop,
    created('threat', threatId, componentId, { title: 'Theft', description: 'Of sessions' }),
    created('comment', commentId, threatId, { text: 'Ask Bob' }),
  ]);
  for (const { seq, kind, id } of store.outbox.all()) {
    store.outbox.finish(seq);
    store.idMap.put(kind, id, `there ${id}`);
    const row = store.records.find(kind, id);
    if (row) store.records.put({ ...row, base: row.local });
  }
});
afterEach(() => store.close());

const update = (kind: RecordKind, id: string, values: Record<string, unknown>): void =>
  change(store, [{ op: 'update', kind, id, values }]);
const remove = (kind: RecordKind, id: string): void => change(store, [{ op: 'delete', kind, id }]);
const seqOf = (kind: RecordKind, id: string): number =>
  store.outbox.forRecord(kind, id)[0]?.seq ?? 0;
const discard = (kind: RecordKind, id: string): RecordKind[] => pending.discard(seqOf(kind, id));
const entries = () => store.outbox.all().map(({ op, id, fields }) => [op, id, fields]);
const values = (kind: RecordKind, id: string) => store.records.find(kind, id)?.local;
const undo = () => store.changes.undo(modelId).step?.label;

const drawing = (label: string): CanvasDocument => ({
  nodes: [{ id: 'web', position: { x: 0, y: 0 }, data: { label } }],
  edges: [],
});

test.each([
  [{ title: 'Theft', text: 'Ask' }, 'Theft'],
  [{ text: 'Ask' }, 'Ask'],
  [{ title: 7 }, ''],
  [null, ''],
  [undefined, ''],
])('the name of %j is “%s”', (record, name) => expect(nameOf(record)).toBe(name));

it('pending changes are listed with names and changed fields', () => {
  update('threat', threatId, { title: 'Spoofing', description: 'Of names' });
  remove('comment', commentId);
  change(store, [created('comment', uuid(7), threatId, { text: 'Done' })]);
  store.outbox.update('canvas', canvasId, ['data', componentIds]);
  store.outbox.reject(seqOf('threat', threatId), { problem: 'invalid', reason: 'No' });
  const same = { rejection: null, attempts: 0 };
  const listed = pending.list();
  expect(listed.map(({ seq }) => seq)).toEqual(store.outbox.all().map(({ seq }) => seq));
  expect(listed.map(({ seq: _seq, ...rest }) => rest)).toEqual([
    {
      ...same,
      kind: 'threat',
      id: threatId,
      op: 'update',
      title: 'Spoofing',
      fields: ['title', 'description'],
      rejection: { problem: 'invalid', reason: 'No' },
    },
    { ...same, kind: 'comment', id: commentId, op: 'delete', title: 'Ask Bob', fields: [] },
    { ...same, kind: 'comment', id: uuid(7), op: 'create', title: 'Done', fields: [] },
    { ...same, kind: 'canvas', id: canvasId, op: 'update', title: 'Overview', fields: ['data'] },
  ]);
});

describe('discarding', () => {
  it('a create removes the record, and can be undone', () => {
    change(store, [created('threat', uuid(7), componentId, { title: 'Spoofing' })]);
    expect(discard('threat', uuid(7))).toContain('threat');
    expect(values('threat', uuid(7))).toBeUndefined();
    expect(entries()).toEqual([]);
    expect(undo()).toBe('sync.label.discard');
    expect(values('threat', uuid(7))).toMatchObject({ title: 'Spoofing' });
    expect(entries()).toEqual([['create', uuid(7), []]]);
  });

  it('the create of a record that was deleted here only forgets the create', () => {
    change(store, [created('threat', uuid(7), componentId, { title: 'Spoofing' })]);
    store.outbox.countAttempt(seqOf('threat', uuid(7)), { title: 'Spoofing' });
    remove('threat', uuid(7));
    expect(discard('threat', uuid(7))).toEqual([]);
    expect(entries()).toEqual([['delete', uuid(7), []]]);
  });

  it('an update gives the changed fields their former values, and can be undone', () => {
    update('threat', threatId, { title: 'Spoofing' });
    const row = store.records.find('threat', threatId);
    if (row) store.records.put({ ...row, local: { ...row.local, description: 'Of pages' } });
    expect(discard('threat', threatId)).toEqual(['threat']);
    expect(values('threat', threatId)).toMatchObject({ title: 'Theft', description: 'Of pages' });
    expect(undo()).toBe('sync.label.discard');
    expect(values('threat', threatId)).toMatchObject({ title: 'Spoofing' });
  });

  it('an update leaves a field that the service lacks', () => {
    const row = store.records.find('threat', threatId);
    const { owner: _owner, ...base } = row?.base ?? {};
    if (row) store.records.put({ ...row, base });
    update('threat', threatId, { owner: 'Ann' });
    expect(discard('threat', threatId)).toEqual([]);
    expect(values('threat', threatId)).toMatchObject({ owner: 'Ann' });
    expect(entries()).toEqual([]);
  });

  it('an update of a record without a known version leaves the record', () => {
    update('threat', threatId, { title: 'Spoofing' });
    const row = store.records.find('threat', threatId);
    if (row) store.records.put({ ...row, base: null });
    expect(discard('threat', threatId)).toEqual([]);
    expect(values('threat', threatId)).toMatchObject({ title: 'Spoofing' });
  });

  it('an update that may still arrive keeps it, so that the former values are sent', () => {
    update('threat', threatId, { title: 'Spoofing' });
    const seq = seqOf('threat', threatId);
    store.outbox.countSent(seq, { body: { title: 'Spoofing' }, ifMatch: null }, []);
    store.outbox.reject(seq, { problem: 'invalid', reason: 'No' });
    discard('threat', threatId);
    expect(values('threat', threatId)).toMatchObject({ title: 'Theft' });
    expect(store.outbox.find(seq)).toMatchObject({ rejection: null, sent: [{ ifMatch: null }] });
  });

  it('a change of a drawing brings the former drawing back, and can be undone', () => {
    store.documents.merge(canvasId, drawing('Shop'), drawing('Web app'));
    store.outbox.update('canvas', canvasId, ['data']);
    expect(discard('canvas', canvasId)).toContain('canvas');
    expect(store.documents.read(canvasId)).toEqual(drawing('Web app'));
    expect(undo()).toBe('sync.label.discard');
    expect(store.documents.read(canvasId)).toEqual(drawing('Shop'));
  });

  it.each([
    ['another field of a canvas', ['title'], drawing('Web app')],
    ['a drawing that the service does not have', ['data'], null],
  ])('%s leaves the drawing', (_what, fields, base) => {
    store.documents.merge(canvasId, drawing('Shop'), base ?? drawing('Web app'));
    if (!base) store.documents.forgetBase(canvasId);
    store.outbox.update('canvas', canvasId, fields);
    discard('canvas', canvasId);
    expect(store.documents.read(canvasId)).toEqual(drawing('Shop'));
  });

  it('a change of a drawing still sends the IDs of its components', () => {
    store.documents.merge(canvasId, drawing('Shop'), drawing('Web app'));
    store.outbox.update('canvas', canvasId, ['title', componentIds]);
    discard('canvas', canvasId);
    expect(store.documents.read(canvasId)).toEqual(drawing('Shop'));
    expect(entries()).toEqual([['update', canvasId, expect.arrayContaining([componentIds])]]);
  });

  it('a delete only forgets it', () => {
    remove('comment', commentId);
    const seq = seqOf('comment', commentId);
    store.outbox.countSent(seq, { body: null, ifMatch: null }, []);
    expect(discard('comment', commentId)).toEqual([]);
    expect(entries()).toEqual([]);
    expect(values('comment', commentId)).toBeUndefined();
  });

  it('a delete opens conflicts again that are a part of it', () => {
    remove('comment', commentId);
    store.outbox.finish(seqOf('comment', commentId));
    store.conflicts.put({
      kind: 'comment',
      id: commentId,
      type: 'editedThere',
      items: ['record'],
      theirs: { text: 'Ask Cleo' },
      drawing: null,
      etag: 'v2',
      base: { text: 'Ask Bob' },
      parentId: threatId,
      held: {},
      sent: [],
      followed: [],
      unanswered: [],
      contested: [],
    });
    remove('threat', threatId);
    expect(store.conflicts.count()).toBe(0);
    discard('threat', threatId);
    expect(store.conflicts.keys()).toMatchObject([{ kind: 'comment', type: 'editedThere' }]);
  });

  it('something that is no longer pending changes nothing', () => {
    update('threat', threatId, { title: 'Spoofing' });
    expect(pending.discard(999)).toEqual([]);
    expect(entries()).toEqual([['update', threatId, ['title']]]);
    expect(values('threat', threatId)).toMatchObject({ title: 'Spoofing' });
  });
});
