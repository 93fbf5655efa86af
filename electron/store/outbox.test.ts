import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordChange } from '#shared/desktop/change.ts';
import { splitReference } from './outbox.ts';
import type { SentRequest } from './sent-requests.ts';
import { createStore, type Store } from './store.ts';
import {
  addSmallModel,
  changed,
  created,
  smallModel,
  syncAll,
  uuid,
} from './testing/small-model.ts';

const { collection, model, overview, component, threat, mitigation, comment } = smallModel;

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

const change = (...records: RecordChange[]): void =>
  void store.changes.apply({ scope: model, label: 'edit', records });
const rename = (title: string): void =>
  change({ op: 'update', kind: 'threat', id: threat, values: { title } });
const remove = (kind: RecordChange['kind'], id: string): void => change({ op: 'delete', kind, id });

const queue = () => store.outbox.all().map(({ op, kind, id }) => [op, kind, id]);
const entryOf = (kind: RecordChange['kind'], id: string, op: string = 'create') => {
  const entry = store.outbox.forRecord(kind, id).find((each) => each.op === op);
  if (!entry) throw new Error('There is no such entry.');
  return entry;
};
const request = (title: string, ifMatch: string | null = null): SentRequest => ({
  body: { title },
  ifMatch,
});
const rejection = { problem: 'invalid', reason: 'Too long' } as const;

describe('a change of a record', () => {
  it('is part of its create until the create is sent', () => {
    rename('Cookie theft');
    expect(store.outbox.forRecord('threat', threat)).toMatchObject([{ op: 'create', fields: [] }]);
    store.outbox.countAttempt(entryOf('threat', threat).seq, { title: 'Cookie theft' });
    rename('Token theft');
    expect(store.outbox.forRecord('threat', threat)).toMatchObject([
      { op: 'create', attempts: 1, fields: [], sent: [] },
      { op: 'update', attempts: 0, fields: ['title'], sent: [], body: null, snapshot: null },
    ]);
  });

  it('makes a rejected create or update pending again', () => {
    store.outbox.reject(entryOf('threat', threat).seq, rejection);
    store.outbox.reject(entryOf('comment', comment).seq, rejection);
    expect(entryOf('threat', threat).rejection).toEqual(rejection);
    expect(store.outbox.counts()).toEqual({ changes: 8, rejected: 2 });
    rename('Cookie theft');
    expect(store.outbox.counts()).toEqual({ changes: 8, rejected: 1 });
    expect(entryOf('threat', threat).rejection).toBeNull();

    syncAll(store);
    rename('Token theft');
    store.outbox.reject(entryOf('threat', threat, 'update').seq, rejection);
    change({ op: 'update', kind: 'threat', id: threat, values: { priority: 'low' } });
    expect(store.outbox.all()).toMatchObject([
      { op: 'update', fields: ['title', 'priority'], rejection: null },
    ]);
  });

  it('is a new entry while an earlier update has no response', () => {
    syncAll(store);
    rename('Cookie theft');
    const { seq } = entryOf('threat', threat, 'update');
    store.outbox.countSent(seq, request('Cookie theft', '"1"'), []);
    rename('Token theft');
    expect(store.outbox.all()).toMatchObject([
      { seq, attempts: 1, fields: ['title'], sent: [request('Cookie theft', '"1"')] },
      { attempts: 0, fields: ['title'], sent: [] },
    ]);
    expect(store.outbox.newestSeq()).toBe(seq + 1);
    expect(store.outbox.sentOf('threat', threat)).toEqual([request('Cookie theft', '"1"')]);
    expect(store.outbox.unanswered('threat').map((each) => each.seq)).toEqual([seq]);
    expect(store.outbox.unanswered('mitigation')).toEqual([]);
  });
});

it('queues one create for a record, which is pending again if it was rejected', () => {
  const { seq } = entryOf('threat', threat);
  store.outbox.reject(seq, rejection);
  store.outbox.create('threat', threat);
  expect(store.outbox.forRecord('threat', threat)).toMatchObject([{ seq, rejection: null }]);
  store.outbox.create('threat', uuid(90));
  expect(entryOf('threat', uuid(90)).idempotencyKey).not.toBe(
    entryOf('threat', threat).idempotencyKey,
  );
});

it('tells what is pending, by operation and position', () => {
  const { seq } = entryOf('canvas', overview);
  expect(store.outbox.queued('create', seq)).toEqual(
    [
      ['collection', collection],
      ['threatModel', model],
      ['canvas', overview],
    ].map(([kind, id], at) => ({ seq: at + 1, op: 'create', kind, id, attempts: 0 })),
  );
  expect(store.outbox.queued('update', 99)).toEqual([]);
  expect(store.outbox.find(seq)?.id).toBe(overview);
  expect(store.outbox.find(99)).toBeNull();
  expect(store.outbox.hasUnsent()).toBe(true);

  syncAll(store);
  expect(store.outbox.newestSeq()).toBe(0);
  remove('mitigation', mitigation);
  expect([store.outbox.hasUnsent(), store.outbox.hasDeletesOfMuch()]).toEqual([false, false]);
  remove('threat', threat);
  expect([store.outbox.hasUnsent(), store.outbox.hasDeletesOfMuch()]).toEqual([false, true]);
  store.outbox.reject(entryOf('threat', threat, 'delete').seq, rejection);
  expect(store.outbox.hasDeletesOfMuch()).toBe(false);
});

describe('an attempt', () => {
  it('is counted, and the first one keeps what was known of the service', () => {
    const { seq } = entryOf('threat', threat);
    const first = { sentAfter: '2026-01-01T00:00:00.000Z', honorsKey: true };
    store.outbox.countAttempt(seq, { title: 'One' }, first);
    store.outbox.countAttempt(seq, { title: 'One' }, { sentAfter: null, honorsKey: false });
    expect(store.outbox.find(seq)).toMatchObject({ attempts: 2, body: { title: 'One' }, ...first });

    const other = entryOf('comment', comment).seq;
    store.outbox.countAttempt(other, null);
    expect(store.outbox.find(other)).toMatchObject({
      attempts: 1,
      body: null,
      sentAfter: null,
      honorsKey: false,
    });
  });

  it('that was rejected makes a create unsent, with the same body and key', () => {
    const { seq, idempotencyKey } = entryOf('threat', threat);
    store.outbox.countAttempt(seq, { title: 'One' }, { sentAfter: '2026', honorsKey: true });
    store.outbox.renew(seq);
    expect(store.outbox.find(seq)).toMatchObject({
      attempts: 0,
      body: { title: 'One' },
      idempotencyKey,
      sentAfter: null,
      honorsKey: false,
    });
    store.outbox.setKey(seq, 'another key');
    expect(store.outbox.find(seq)?.idempotencyKey).toBe('another key');
    store.outbox.renew(99);
    expect(store.outbox.find(99)).toBeNull();
  });

  it('that was rejected leaves the earlier ones of an update without a response', () => {
    syncAll(store);
    rename('Cookie theft');
    const { seq } = entryOf('threat', threat, 'update');
    store.outbox.countSent(seq, request('One'), []);
    store.outbox.countSent(seq, request('Two'), [request('One')]);
    expect(store.outbox.find(seq)).toMatchObject({
      attempts: 2,
      sent: [request('Two'), request('One')],
    });
    store.outbox.renew(seq);
    expect(store.outbox.find(seq)).toMatchObject({ attempts: 1, sent: [request('One')] });
    store.outbox.renew(seq);
    expect(store.outbox.find(seq)).toMatchObject({ attempts: 0, sent: [] });
  });

  it('is kept once if it is repeated, with at most eight earlier ones', () => {
    syncAll(store);
    rename('Cookie theft');
    const { seq } = entryOf('threat', threat, 'update');
    const numbered = (numbers: number[]) => numbers.map((each) => request(`${each}`));
    const newest = request('9', '"1"');
    const earlier = numbered([9, 8, 9, 7, 6, 5, 4, 7, 3, 2, 1]);
    store.outbox.countSent(seq, newest, earlier);
    expect(store.outbox.find(seq)).toMatchObject({
      attempts: 9,
      sent: [newest, ...numbered([9, 8, 7, 6, 5, 4, 3, 2])],
    });
  });

  it('stays if an equal later one is rejected', () => {
    syncAll(store);
    rename('Cookie theft');
    const { seq } = entryOf('threat', threat, 'update');
    const sent = request('Cookie theft', '"1"');
    store.outbox.countSent(seq, sent, []);
    store.outbox.countSent(seq, sent, [sent]);
    store.outbox.renew(seq);
    expect(store.outbox.find(seq)).toMatchObject({ attempts: 1, sent: [sent] });
  });
});

it('sends rejected changes again, one or all', () => {
  const [first, second] = [entryOf('threat', threat).seq, entryOf('comment', comment).seq];
  const rejected = () =>
    store.outbox.all().flatMap((each) => (each.rejection === null ? [] : [each.seq]));
  store.outbox.reject(first, rejection);
  store.outbox.reject(second, { problem: null, reason: 'No' });
  expect(rejected()).toEqual([first, second]);
  store.outbox.retry(first);
  expect(rejected()).toEqual([second]);
  store.outbox.reject(first, rejection);
  store.outbox.retryAll();
  expect(rejected()).toEqual([]);
});

describe('a delete', () => {
  it('takes the pending changes of the record and of its descendants with it', () => {
    syncAll(store);
    rename('Cookie theft');
    change({ op: 'update', kind: 'comment', id: comment, values: { text: 'Seen twice' } });
    change(created('mitigation', uuid(40), threat, { title: 'Bind' }));
    const before = store.records.find('threat', threat);
    remove('threat', threat);
    expect(queue()).toEqual([['delete', 'threat', threat]]);
    expect(entryOf('threat', threat, 'delete')).toMatchObject({
      attempts: 0,
      fields: [],
      snapshot: {
        base: before?.base,
        drawing: null,
        parentId: component,
        etag: '"threat"',
        sent: [],
        followed: [],
        unanswered: [],
        contested: [],
      },
    });
    const { snapshot } = entryOf('threat', threat, 'delete');
    expect(Object.keys(snapshot?.held ?? {}).toSorted()).toEqual(
      [`comment:${comment}`, `mitigation:${mitigation}`, `mitigation:${uuid(40)}`].toSorted(),
    );
    expect(snapshot?.held[`mitigation:${mitigation}`]).not.toBe('');
  });

  it('has the base of a canvas, or the drawing if the service never had the canvas', () => {
    store.outbox.countAttempt(entryOf('canvas', overview).seq, { title: 'Overview' });
    const drawn = store.documents.read(overview);
    const local = store.records.find('canvas', overview)?.local;
    remove('canvas', overview);
    expect(entryOf('canvas', overview, 'delete').snapshot).toMatchObject({
      base: local,
      drawing: drawn,
    });
    store.changes.undo(model);
    syncAll(store);
    const operation = changed(overview, [{ kind: 'removeNode', id: 'web' }]);
    store.changes.apply({ scope: model, label: 'draw', drawings: [operation] });
    remove('canvas', overview);
    expect(entryOf('canvas', overview, 'delete').snapshot?.drawing).toEqual(drawn);
  });

  it('keeps the requests without a response, and an undo queues them again', () => {
    change(created('mitigation', uuid(40), threat, { title: 'Bind' }));
    const create = entryOf('mitigation', uuid(40));
    store.outbox.countAttempt(
      create.seq,
      { title: 'Bind' },
      { sentAfter: '2026', honorsKey: true },
    );
    for (const { seq, kind, id } of store.outbox
      .all()
      .filter(({ seq: each }) => each !== create.seq)) {
      store.idMap.put(kind, id, `service ${id}`);
      store.outbox.finish(seq);
    }
    rename('Cookie theft');
    store.outbox.countSent(entryOf('threat', threat, 'update').seq, request('Cookie theft'), []);
    change({ op: 'update', kind: 'comment', id: comment, values: { text: 'Twice' } });
    const text = { body: { text: 'Twice' }, ifMatch: '"3"' };
    store.outbox.countSent(entryOf('comment', comment, 'update').seq, text, []);
    remove('threat', threat);
    const unanswered = {
      kind: 'mitigation',
      id: uuid(40),
      idempotencyKey: create.idempotencyKey,
      body: { title: 'Bind' },
      attempts: 1,
      sentAfter: '2026',
      honorsKey: true,
    };
    expect(store.outbox.all()).toMatchObject([
      {
        op: 'delete',
        kind: 'threat',
        sent: [],
        snapshot: {
          sent: [request('Cookie theft')],
          followed: [{ kind: 'comment', id: comment, sent: [text] }],
          unanswered: [unanswered],
        },
      },
    ]);

    store.changes.undo(model);
    const again = store.outbox.all();
    expect(again.map(({ op, kind, attempts }) => [op, kind, attempts])).toEqual([
      ['create', 'mitigation', 1],
      ['update', 'threat', 1],
      ['update', 'comment', 1],
      ['update', 'threat', 0],
      ['update', 'mitigation', 0],
      ['update', 'comment', 0],
    ]);
    expect(again).toMatchObject([
      unanswered,
      { id: threat, sent: [request('Cookie theft')] },
      { id: comment, sent: [text] },
      { id: threat, sent: [] },
      { id: mitigation },
      { id: comment, sent: [] },
    ]);
  });

  it('does not create a record again that the service has meanwhile', () => {
    const { seq } = entryOf('mitigation', mitigation);
    store.outbox.countAttempt(seq, { title: 'Short sessions' });
    store.idMap.put('threat', threat, 'service threat');
    remove('threat', threat);
    store.idMap.put('mitigation', mitigation, 'service mitigation');
    store.changes.undo(model);
    expect(store.outbox.forRecord('mitigation', mitigation).map(({ op }) => op)).toEqual([
      'update',
    ]);
  });

  it('of a create without a response is sent after the create', () => {
    store.outbox.countAttempt(entryOf('mitigation', mitigation).seq, { title: 'Short' });
    change({ op: 'update', kind: 'mitigation', id: mitigation, values: { title: 'Long' } });
    remove('mitigation', mitigation);
    expect(store.outbox.forRecord('mitigation', mitigation)).toMatchObject([
      { op: 'create', attempts: 1, body: { title: 'Short' } },
      { op: 'delete', attempts: 0 },
    ]);
  });

  it('that was sent, undone, and done again keeps its first request', () => {
    syncAll(store);
    remove('threat', threat);
    const first = { body: null, ifMatch: '"threat"' };
    store.outbox.countSent(entryOf('threat', threat, 'delete').seq, first, []);
    store.changes.undo(model);
    expect(queue().slice(0, 2)).toEqual([
      ['delete', 'threat', threat],
      ['update', 'threat', threat],
    ]);
    remove('threat', threat);
    expect(store.outbox.all()).toMatchObject([
      { op: 'delete', attempts: 1, sent: [first], snapshot: { sent: [] } },
    ]);
    remove('canvas', overview);
    expect(store.outbox.deletes().map(({ id }) => id)).toEqual([threat, overview]);
  });

  it('of the component around a sent delete has all requests about the record', () => {
    syncAll(store);
    rename('Cookie theft');
    store.outbox.countSent(entryOf('threat', threat, 'update').seq, request('Cookie theft'), []);
    remove('threat', threat);
    const first = { body: null, ifMatch: '"threat"' };
    store.outbox.countSent(entryOf('threat', threat, 'delete').seq, first, []);
    store.changes.undo(model);
    change({ op: 'delete', kind: 'component', id: component });
    expect(store.outbox.all()).toMatchObject([
      {
        op: 'delete',
        kind: 'component',
        snapshot: {
          followed: [{ kind: 'threat', id: threat, sent: [first, request('Cookie theft')] }],
        },
      },
    ]);
  });
});

describe('the response to the create of a record that was deleted meanwhile', () => {
  const made = { base: { title: 'Short sessions' }, drawing: null, etag: '"9"' };

  it('completes the delete of the record, which is sent last', () => {
    store.outbox.countAttempt(entryOf('mitigation', mitigation).seq, { title: 'Short sessions' });
    remove('mitigation', mitigation);
    const before = entryOf('mitigation', mitigation, 'delete');
    change(created('threat', uuid(50), component, { title: 'Last' }));
    store.outbox.learnMade('mitigation', mitigation, made, 'stamp');
    const after = store.outbox.all().at(-1);
    expect(after).toMatchObject({ op: 'delete', kind: 'mitigation', id: mitigation, sent: [] });
    expect(after?.snapshot).toEqual({ ...before.snapshot, ...made });
    expect(store.outbox.deletes()).toHaveLength(1);
  });

  it('completes the delete around it, but only if its version was unknown', () => {
    syncAll(store);
    const held = (): Record<string, string> | undefined =>
      entryOf('threat', threat, 'delete').snapshot?.held;
    store.conflicts.put({
      kind: 'mitigation',
      id: uuid(40),
      type: 'editedThere',
      items: [],
      theirs: {},
      base: {},
      drawing: null,
      etag: null,
      parentId: threat,
      held: {},
      sent: [],
      followed: [],
      unanswered: [],
      contested: [],
    });
    remove('threat', threat);
    const before = held();
    expect(before?.[`mitigation:${uuid(40)}`]).toBe('');
    store.outbox.learnMade('comment', comment, made, 'stamp');
    store.outbox.learnMade('mitigation', uuid(41), made, 'stamp');
    expect(held()).toEqual(before);
    store.outbox.learnMade('mitigation', uuid(40), made, 'stamp');
    expect(held()).toEqual({ ...before, [`mitigation:${uuid(40)}`]: 'stamp' });
    const nothing = { sent: [], followed: [], unanswered: [], contested: [] };
    const accepted = (stamp: string) => ({ ...nothing, held: { [`comment:${comment}`]: stamp } });
    store.outbox.confirmDelete('threat', threat, accepted('accepted'));
    store.outbox.confirmDelete('comment', comment, accepted('no delete'));
    expect(held()).toEqual({
      ...before,
      [`mitigation:${uuid(40)}`]: 'stamp',
      [`comment:${comment}`]: 'accepted',
    });
  });
});

it('reads the kind and the ID of a reference, also if the ID has a colon', () => {
  expect(splitReference('threat:a:b')).toEqual(['threat', 'a:b']);
  expect(() => splitReference('nothing:a')).toThrow('Invalid');
});
