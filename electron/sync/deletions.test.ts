import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import { createStore, type Store } from '../store/store.ts';
import {
  awaitsDecision,
  deleteAwaitsDecision,
  deletedWith,
  deletesIn,
  deletesOf,
  deletesThatWait,
  endDelete,
  holderOf,
  isReturning,
  lineOf,
  markMissing,
  removeAbsent,
  undoneDeletes,
  wantedDeletes,
} from './deletions.ts';
import { change, created, syncAll } from './testing/office.ts';

let store: Store;
const drawing: CanvasDocument = { nodes: [], edges: [] };

/** Fills the store with records that the service has, as they are here. */
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  change(store, [
    created('collection', 'all', null, { title: 'All' }),
    created('threatModel', 'shop', 'all', { title: 'Shop' }),
    created('canvas', 'overview', 'shop', { title: 'Overview' }),
    created('component', 'web', 'overview', { title: 'Web app' }),
    created('component', 'orders', 'overview', { title: 'Orders' }),
    created('threat', 'theft', 'web', { title: 'Theft' }),
    created('comment', 'ask', 'theft', { text: 'Ask Bob' }),
  ]);
  syncAll(store);
  store.documents.merge('overview', drawing, drawing);
});
afterEach(() => store.close());

const remove = (kind: RecordKind, id: string): OutboxEntry => {
  change(store, [{ op: 'delete', kind, id }]);
  const entry = store.outbox.forRecord(kind, id).at(-1);
  if (!entry) throw new Error('The delete is not queued.');
  return entry;
};
const rename = (kind: RecordKind, id: string): void =>
  change(store, [{ op: 'update', kind, id, values: { title: 'Renamed' } }]);
const missing = (kind: RecordKind, id: string, type: 'deletedThere' | 'accessLost' | 'fields') =>
  type === 'fields'
    ? store.conflicts.put({
        kind,
        id,
        type,
        items: ['title'],
        theirs: {},
        drawing: null,
        etag: null,
      })
    : store.conflicts.put({ kind, id, type, items: ['record'] });
const ids = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id);

it('the line of a record goes from it to its collection', () => {
  expect(ids(lineOf(store, 'comment', 'ask'))).toEqual([
    'ask',
    'theft',
    'web',
    'overview',
    'shop',
    'all',
  ]);
  expect(lineOf(store, 'comment', 'unknown')).toEqual([]);
});

it('a missing record is in conflict only while it is in the store', () => {
  markMissing(store, { kind: 'threat', id: 'theft', type: 'deletedThere' });
  expect(store.conflicts.find('threat', 'theft')).toMatchObject({ type: 'deletedThere' });
  remove('threat', 'theft');
  markMissing(store, { kind: 'threat', id: 'theft', type: 'deletedThere' });
  expect(store.conflicts.find('threat', 'theft')).toBeNull();
});

describe('a deleted record is held', () => {
  it('by its parent, or the nearest ancestor that is not deleted', () => {
    const theft = remove('threat', 'theft');
    expect(holderOf(store, theft)?.id).toBe('web');
    remove('component', 'web');
    expect(holderOf(store, theft)?.id).toBe('overview');
    remove('canvas', 'overview');
    expect(holderOf(store, theft)?.id).toBe('shop');
    remove('collection', 'all');
    expect(holderOf(store, theft)).toBeNull();
  });

  it('by the ancestor of a record whose delete is in conflict', () => {
    const theft = remove('threat', 'theft');
    const web = remove('component', 'web');
    store.outbox.finish(web.seq);
    store.conflicts.put({
      kind: 'component',
      id: 'web',
      type: 'editedThere',
      items: ['record'],
      theirs: {},
      base: {},
      drawing: null,
      etag: null,
      parentId: 'overview',
      held: {},
      sent: [],
      followed: [],
      unanswered: [],
      contested: [],
    });
    expect(holderOf(store, theft)?.id).toBe('overview');
  });

  it('by nothing if it is a collection, or if the delete of its parent has ended', () => {
    const theft = remove('threat', 'theft');
    store.outbox.finish(remove('component', 'web').seq);
    expect(holderOf(store, theft)).toBeNull();
    expect(holderOf(store, remove('collection', 'all'))).toBeNull();
  });

  it('by records that are being looked at', () => {
    const theft = remove('threat', 'theft');
    const inOverview = store.records.subtree('canvas', 'overview');
    expect(deletesIn(store, inOverview)).toEqual([theft]);
    expect(deletesIn(store, store.records.subtree('component', 'orders'))).toEqual([]);
    remove('component', 'web');
    expect(ids(deletesIn(store, store.records.subtree('canvas', 'overview')))).toEqual([
      'theft',
      'web',
    ]);
  });
});

it('a delete that was sent and then undone is not wanted', () => {
  const entry = remove('threat', 'theft');
  expect([ids(wantedDeletes(store)), ids(undoneDeletes(store))]).toEqual([['theft'], []]);
  expect(isReturning(store, 'component', 'web')).toBe(false);
  store.outbox.countSent(entry.seq, { body: null, ifMatch: null }, []);
  store.changes.undo('workspace');
  expect([ids(wantedDeletes(store)), ids(undoneDeletes(store))]).toEqual([[], ['theft']]);
  expect(isReturning(store, 'threat', 'theft')).toBe(true);
  expect(isReturning(store, 'comment', 'ask')).toBe(true);
  expect(isReturning(store, 'component', 'web')).toBe(false);
});

it('a record that an undo restored after its delete is returning, and all that is in it', () => {
  const { idMap } = store;
  idMap.remove('threat', 'theft');
  expect(isReturning(store, 'threat', 'theft')).toBe(false);
  idMap.takeBack('threat', 'theft');
  expect(isReturning(store, 'threat', 'theft')).toBe(true);
  expect(isReturning(store, 'comment', 'ask')).toBe(true);
  expect(isReturning(store, 'component', 'web')).toBe(false);
});

describe('a record waits for a decision', () => {
  test.each([
    [true, 'threat', 'theft', 'deletedThere'],
    [true, 'component', 'web', 'deletedThere'],
    [true, 'collection', 'all', 'accessLost'],
    [false, 'component', 'orders', 'deletedThere'],
    [false, 'comment', 'ask', 'deletedThere'],
    [false, 'component', 'web', 'fields'],
  ] as const)('%s, if the %s “%s” has a conflict: %s', (waits, kind, id, type) => {
    expect(awaitsDecision(store, 'threat', 'theft')).toBe(false);
    missing(kind, id, type);
    expect(awaitsDecision(store, 'threat', 'theft')).toBe(waits);
  });

  it('before its delete is sent', () => {
    const theft = remove('threat', 'theft');
    expect(deleteAwaitsDecision(store, theft)).toBe(false);
    missing('component', 'orders', 'deletedThere');
    expect(deleteAwaitsDecision(store, theft)).toBe(false);
    missing('canvas', 'overview', 'accessLost');
    expect(deleteAwaitsDecision(store, theft)).toBe(true);
    expect(deleteAwaitsDecision(store, remove('collection', 'all'))).toBe(false);
  });
});

describe('the delete of a record', () => {
  it('is that of its descendants too', () => {
    const web = remove('component', 'web');
    const removed = [
      { kind: 'component', id: 'web' },
      { kind: 'threat', id: 'theft' },
      { kind: 'comment', id: 'ask' },
    ];
    expect(deletedWith(web)).toEqual(removed);
    expect(deletedWith({ ...web, snapshot: null })).toEqual(removed.slice(0, 1));
    expect([...deletesOf([web]).keys()]).toEqual(['component:web', 'threat:theft', 'comment:ask']);
    expect(deletesOf([web]).get('comment:ask')).toBe(web);
    endDelete(store, web, true);
    const { idMap, outbox } = store;
    expect(outbox.all()).toEqual([]);
    expect([idMap.serviceId('component', 'web'), idMap.serviceId('comment', 'ask')]).toEqual([
      null,
      null,
    ]);
    expect(idMap.serviceId('component', 'orders')).toBe('there orders');
  });

  it('waits for that of a descendant', () => {
    const theft = remove('threat', 'theft');
    const [orders, web] = [remove('component', 'orders'), remove('component', 'web')];
    const mustWait = deletesThatWait(store);
    expect([theft, orders, web].map(mustWait)).toEqual([false, false, true]);
    const all = remove('collection', 'all');
    expect([theft, web, all].map(deletesThatWait(store))).toEqual([false, true, true]);
  });

  const seen: [string, Record<string, string>, boolean][] = [
    ['until the person has seen that', {}, true],
    ['but no longer when the person has seen that', { 'threat:theft': 'v2' }, false],
  ];
  it.each(seen)('waits if others have changed a deleted descendant, %s', (_what, held, waits) => {
    store.outbox.finish(remove('threat', 'theft').seq);
    store.conflicts.put({
      kind: 'threat',
      id: 'theft',
      type: 'editedThere',
      items: ['record'],
      theirs: {},
      drawing: null,
      etag: null,
      base: {},
      parentId: 'web',
      held: {},
      sent: [],
      followed: [],
      unanswered: [],
      contested: [],
    });
    const orders = remove('component', 'orders');
    const web: OutboxEntry = { ...orders, id: 'web' };
    if (web.snapshot) web.snapshot = { ...web.snapshot, held };
    expect([web, orders].map(deletesThatWait(store))).toEqual([waits, false]);
  });
});

describe('a record that is missing at the service', () => {
  const absent = (type: 'deletedThere' | 'accessLost'): void =>
    removeAbsent(store, { kind: 'canvas', id: 'overview', type });
  const conflicts = () => store.conflicts.keys().map(({ kind, id, type }) => [kind, id, type]);

  it('is forgotten with all that is in it', () => {
    absent('deletedThere');
    expect(store.records.all('canvas')).toEqual([]);
    expect(store.records.all('comment')).toEqual([]);
    expect(store.documents.read('overview')).toBeNull();
    expect(store.idMap.serviceId('comment', 'ask')).toBeNull();
    expect(store.records.all('threatModel')).toHaveLength(1);
    expect(conflicts()).toEqual([]);
  });

  it('is not downloaded again if it is a collection', () => {
    const { downloads } = store;
    downloads.add('collection', 'all');
    downloads.add('threatModel', 'shop');
    removeAbsent(store, { kind: 'collection', id: 'all', type: 'accessLost' });
    expect([downloads.ids('collection'), downloads.ids('threatModel')]).toEqual([
      new Set(),
      new Set(),
    ]);
  });

  it.each(['deletedThere', 'accessLost'] as const)(
    'stays with its unsent changes until the person decides: %s',
    (type) => {
      rename('component', 'web');
      absent(type);
      expect(conflicts()).toEqual([['canvas', 'overview', type]]);
      expect(store.records.all('comment')).toHaveLength(1);
    },
  );

  it('stays with a conflict in it until the person decides', () => {
    missing('component', 'orders', 'fields');
    absent('deletedThere');
    const open = conflicts();
    expect(open).toHaveLength(2);
    expect(open).toContainEqual(['canvas', 'overview', 'deletedThere']);
    expect(open).toContainEqual(['component', 'orders', 'fields']);
  });

  it.each([
    ['deletedThere', []],
    ['accessLost', [['canvas', 'overview', 'accessLost']]],
  ] as const)(
    'with an unsent delete in it stays only if the service has it: %s',
    (type, expected) => {
      remove('threat', 'theft');
      absent(type);
      expect(conflicts()).toEqual(expected);
    },
  );
});
