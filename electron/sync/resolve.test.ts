import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { ConflictKey, Side } from '#shared/desktop/sync.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { RecordRow, Values } from '../store/records.ts';
import { createStore, type Store } from '../store/store.ts';
import { undoneDeletes } from './deletions.ts';
import { reconcile } from './reconcile.ts';
import { createResolve, type Resolve } from './resolve.ts';
import { change, created, syncAll } from './testing/office.ts';

let store: Store;
let decisions: Resolve;

/** Fills the store with records that the service has, as they are here. */
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  decisions = createResolve(store);
  change(store, [
    created('collection', 'all', null, { title: 'All' }),
    created('threatModel', 'shop', 'all', { title: 'Shop' }),
    created('canvas', 'overview', 'shop', { title: 'Overview' }),
    created('component', 'web', 'overview', { title: 'Web app' }),
    created('threat', 'theft', 'web', { title: 'Theft', owner: 'Ann' }),
    created('comment', 'ask', 'theft', { text: 'Ask Bob' }),
  ]);
  store.documents.merge('overview', drawing('Base', 'Base'), drawing('Base', 'Base'));
  syncAll(store);
});
afterEach(() => store.close());

const rowOf = (kind: RecordKind, id: string): RecordRow => {
  const row = store.records.find(kind, id);
  if (!row) throw new Error(`There is no ${kind}.`);
  return row;
};
const drawing = (a: string, b: string): CanvasDocument => ({
  nodes: [
    { id: 'a', position: { x: 0, y: 0 }, data: { label: a } },
    { id: 'b', position: { x: 0, y: 0 }, data: { label: b } },
  ],
  edges: [],
});
const theft = { kind: 'threat', id: 'theft' } as const;
const overview = { kind: 'canvas', id: 'overview' } as const;

/** Changes a record here, and then merges another change of others. */
const contest = (
  { kind, id }: ConflictKey,
  { mine, theirs }: { mine: Values; theirs: Values },
): void => {
  const { local, base } = rowOf(kind, id);
  store.records.put({ ...rowOf(kind, id), local: { ...local, ...mine } });
  const remote = { ...base, ...theirs, id: `there ${id}` };
  reconcile(store, rowOf(kind, id), { remote, etag: 'v2' });
};
const contestTheft = (): void =>
  contest(theft, {
    mine: { title: 'Mine', owner: 'Bob', priority: 'high' },
    theirs: { title: 'Theirs', owner: 'Cleo', status: 'mitigated' },
  });
const contestDrawing = (): void => {
  store.documents.merge('overview', drawing('Mine', 'Mine'), drawing('Base', 'Base'));
  contest(overview, { mine: {}, theirs: { data: drawing('Theirs', 'Theirs') } });
};
const missing = (kind: RecordKind, id: string, type: 'deletedThere' | 'accessLost'): void =>
  store.conflicts.put({ kind, id, type, items: ['record'] });
/** Makes a conflict of a delete here and a change of others. */
const contestDelete = (kind: RecordKind, id: string, theirs: Values): void => {
  const row = rowOf(kind, id);
  change(store, [{ op: 'delete', kind, id }]);
  const [entry] = store.outbox.forRecord(kind, id);
  store.outbox.finish(entry?.seq ?? 0);
  store.conflicts.put({
    kind,
    id,
    type: 'editedThere',
    items: ['record'],
    theirs,
    drawing: kind === 'canvas' ? drawing('Theirs', 'Theirs') : null,
    etag: 'v2',
    base: row.base ?? {},
    parentId: row.parentId,
    held: { 'comment:new': 'v1' },
    sent: [],
    followed: [],
    unanswered: [],
    contested: [],
  });
};
const decide = (key: ConflictKey, choices: Record<string, Side>): RecordKind[] =>
  decisions.resolve({ ...key, choices });
const queued = () => store.outbox.all().map(({ op, id, fields }) => [op, id, fields]);
const titleOf = (kind: RecordKind, id: string) => store.records.find(kind, id)?.local['title'];
const labels = () => store.documents.read('overview')?.nodes.map(({ data }) => data.label);

describe('a conflict is described', () => {
  it('with the fields that both sides changed', () => {
    contestTheft();
    expect(decisions.find('threat', 'theft')).toMatchObject({
      type: 'fields',
      fields: [
        { field: 'owner', base: 'Ann', mine: 'Bob', theirs: 'Cleo' },
        { field: 'title', base: 'Theft', mine: 'Mine', theirs: 'Theirs' },
      ],
    });
  });

  it('with the drawings of both sides', () => {
    contestDrawing();
    const described = decisions.find('canvas', 'overview');
    expect(described).toMatchObject({
      type: 'canvas',
      fields: [],
      base: drawing('Base', 'Base'),
      mine: drawing('Mine', 'Mine'),
      theirs: drawing('Theirs', 'Theirs'),
      conflicts: [
        { element: 'node', id: 'a' },
        { element: 'node', id: 'b' },
      ],
    });
  });

  it.each(['deletedThere', 'accessLost'] as const)('with the record here: %s', (type) => {
    missing('threat', 'theft', type);
    expect(decisions.find('threat', 'theft')).toMatchObject({ type, mine: { title: 'Theft' } });
  });

  it('with both versions at the service if the record was deleted here', () => {
    contestDelete('threat', 'theft', { title: 'Theirs' });
    expect(decisions.find('threat', 'theft')).toMatchObject({
      type: 'editedThere',
      base: { title: 'Theft' },
      theirs: { title: 'Theirs' },
    });
  });

  it('unless there is none, or the record is gone', () => {
    expect(decisions.find('threat', 'theft')).toBeNull();
    missing('threat', 'unknown', 'deletedThere');
    expect(decisions.find('threat', 'unknown')).toBeNull();
  });
});

describe('a decision about fields', () => {
  beforeEach(contestTheft);

  it('takes each side as chosen, and can be undone to the opposite', () => {
    expect(decide(theft, { title: 'mine', owner: 'theirs' })).toEqual(['threat']);
    expect(rowOf('threat', 'theft')).toMatchObject({
      local: { title: 'Mine', owner: 'Cleo', priority: 'high', status: 'mitigated' },
      base: { title: 'Theirs', owner: 'Cleo' },
    });
    expect(store.conflicts.count()).toBe(0);
    expect(new Set(queued().flatMap(([, , fields]) => fields))).toEqual(
      new Set(['priority', 'title', 'owner']),
    );
    expect(store.changes.undo('shop').step?.label).toBe('sync.label.resolve');
    expect(rowOf('threat', 'theft').local).toMatchObject({ title: 'Theirs', owner: 'Bob' });
  });

  it('about one of them leaves the other one open', () => {
    decide(theft, { owner: 'theirs' });
    expect(rowOf('threat', 'theft').local).toMatchObject({ title: 'Mine', owner: 'Cleo' });
    expect(store.conflicts.keys()).toMatchObject([{ id: 'theft', items: ['title'] }]);
  });

  const idle: [string, ConflictKey, Record<string, Side>][] = [
    ['nothing', theft, {}],
    ['a field without a conflict', theft, { priority: 'theirs' }],
    ['the whole record', theft, { record: 'theirs' }],
    ['another record', { kind: 'threat', id: 'unknown' }, { title: 'theirs' }],
  ];
  it.each(idle)('about %s changes nothing', (_what, key, choices) => {
    const before = [queued(), rowOf('threat', 'theft').local];
    expect(decide(key, choices)).toEqual([]);
    expect([queued(), rowOf('threat', 'theft').local]).toEqual(before);
    expect(store.conflicts.keys()).toMatchObject([{ items: ['owner', 'title'] }]);
  });
});

describe('a decision about a drawing', () => {
  beforeEach(contestDrawing);

  it('takes each side as chosen, and can be undone to the opposite', () => {
    expect(decide(overview, { 'node:a': 'mine', 'node:b': 'theirs' })).toContain('canvas');
    expect(labels()).toEqual(['Mine', 'Theirs']);
    expect(store.documents.base('overview')).toEqual(drawing('Theirs', 'Theirs'));
    expect(store.conflicts.count()).toBe(0);
    expect(store.changes.undo('shop').step?.label).toBe('sync.label.resolve');
    expect(labels()).toEqual(['Theirs', 'Mine']);
  });

  it('about one element leaves the other one open', () => {
    decide(overview, { 'node:b': 'theirs' });
    expect(labels()).toEqual(['Mine', 'Theirs']);
    expect(store.conflicts.keys()).toMatchObject([{ items: ['node:a'] }]);
  });

  it('about another element changes nothing', () => {
    expect(decide(overview, { 'node:c': 'theirs', 'edge:a': 'theirs' })).toEqual([]);
    expect(labels()).toEqual(['Mine', 'Mine']);
    expect(store.conflicts.keys()).toMatchObject([{ items: ['node:a', 'node:b'] }]);
  });
});

describe('a decision about a record that others deleted', () => {
  const unsent = { body: { title: 'Sent' }, ifMatch: null };
  beforeEach(() => {
    const web = rowOf('component', 'web');
    store.records.put({ ...web, local: { ...web.local, title: 'Mine' } });
    store.outbox.update('component', 'web', ['title']);
    missing('component', 'web', 'deletedThere');
  });

  it('mine: restores it with all that is in it', () => {
    expect(decide({ kind: 'component', id: 'web' }, { record: 'mine' })).toContain('component');
    // The service restores the record, which is queued like a delete that an undo took back.
    expect(undoneDeletes(store).map(({ id }) => id)).toEqual(['web']);
    expect(queued().filter(([op]) => op !== 'delete')).toEqual([
      ['update', 'web', ['title']],
      ['update', 'theft', []],
      ['update', 'ask', []],
    ]);
    expect(store.idMap.serviceId('threat', 'theft')).toBe('there theft');
    expect(store.conflicts.count()).toBe(0);
    expect(titleOf('component', 'web')).toBe('Mine');
  });

  it('theirs: removes it with all that is in it, and can be undone', () => {
    expect(decide({ kind: 'component', id: 'web' }, { record: 'theirs' })).toContain('component');
    expect(store.records.all('comment')).toEqual([]);
    expect(queued()).toEqual([]);
    expect(store.conflicts.count()).toBe(0);
    store.changes.undo('shop');
    expect(titleOf('component', 'web')).toBe('Mine');
    expect(store.records.all('comment')).toHaveLength(1);
  });

  it('needs a side', () => {
    expect(decide({ kind: 'component', id: 'web' }, { title: 'mine' })).toEqual([]);
    expect(store.conflicts.count()).toBe(1);
  });

  it.each([
    ['mine', ['delete']],
    ['theirs', []],
  ] as const)('%s: of the deletes in it, these are still sent: %j', (record, expected) => {
    change(store, [{ op: 'delete', kind: 'comment', id: 'ask' }]);
    decide({ kind: 'component', id: 'web' }, { record });
    const ofComment = queued().filter(([, id]) => id === 'ask');
    expect(ofComment.map(([op]) => op)).toEqual(expected);
  });

  it('mine: recognizes changes that may have arrived before that', () => {
    const [{ seq } = { seq: 0 }] = store.outbox.forRecord('component', 'web');
    store.outbox.countSent(seq, unsent, []);
    decide({ kind: 'component', id: 'web' }, { record: 'mine' });
    expect(store.outbox.sentOf('component', 'web')).toEqual([unsent]);
  });
});

describe('a decision about a collection to which access was lost', () => {
  beforeEach(() => missing('collection', 'all', 'accessLost'));

  it('mine: makes a copy with other IDs at the service', () => {
    decide({ kind: 'collection', id: 'all' }, { record: 'mine' });
    expect(titleOf('collection', 'all')).toBe('All (copy)');
    expect(titleOf('threatModel', 'shop')).toBe('Shop');
    const ids = ['all', 'shop', 'overview', 'web', 'theft', 'ask'];
    expect(queued()).toEqual(ids.map((id) => ['create', id, []]));
    for (const { kind, id } of store.outbox.all()) {
      expect(store.idMap.serviceId(kind, id)).toBeNull();
      expect(store.idMap.formerServiceId(kind, id)).toBeNull();
      const original = store.idMap.localId(kind, `there ${id}`);
      expect([null, id]).not.toContain(original);
    }
  });

  it('theirs: removes everything in it', () => {
    decide({ kind: 'collection', id: 'all' }, { record: 'theirs' });
    expect(store.records.all('comment')).toEqual([]);
    expect(queued()).toEqual([]);
  });
});

describe('a decision about a record that was deleted here and changed by others', () => {
  it('theirs: brings it back as the service has it', () => {
    contestDelete('threat', 'theft', { title: 'Theirs', ref_id: 'T-7' });
    expect(decide(theft, { record: 'theirs' })).toContain('threat');
    expect(rowOf('threat', 'theft')).toMatchObject({
      parentId: 'web',
      local: { title: 'Theirs', ref_id: 'T-7', owner: 'Ann', priority: 'medium' },
    });
    expect(store.conflicts.count()).toBe(0);
    expect(queued().filter(([op]) => op === 'delete')).toEqual([]);
  });

  it('mine: deletes it together with the changes that the person has seen', () => {
    contestDelete('threat', 'theft', { title: 'Theirs' });
    expect(decide(theft, { record: 'mine' })).toContain('threat');
    expect(store.records.find('threat', 'theft')).toBeNull();
    const [entry] = store.outbox.all();
    expect(entry).toMatchObject({ op: 'delete', id: 'theft' });
    expect(entry?.snapshot).toMatchObject({
      base: { title: 'Theirs', owner: 'Ann' },
      etag: 'v2',
      held: { 'comment:new': 'v1' },
    });
    expect(store.conflicts.count()).toBe(0);
    store.changes.undo('shop');
    expect(titleOf('threat', 'theft')).toBe('Theirs');
  });

  it.each(['mine', 'theirs'] as const)('%s: concerns its drawing too', (record) => {
    contestDelete('canvas', 'overview', { title: 'Theirs' });
    decide(overview, { record });
    if (record === 'mine') store.changes.undo('shop');
    expect(labels()).toEqual(['Theirs', 'Theirs']);
    expect(titleOf('canvas', 'overview')).toBe('Theirs');
  });

  it('needs a side', () => {
    contestDelete('threat', 'theft', { title: 'Theirs' });
    expect(decide(theft, { title: 'mine' })).toEqual([]);
    expect(store.conflicts.count()).toBe(1);
  });

  it('theirs: cancels the deletes around it', () => {
    contestDelete('threat', 'theft', { title: 'Theirs' });
    change(store, [{ op: 'delete', kind: 'component', id: 'web' }]);
    change(store, [{ op: 'delete', kind: 'threatModel', id: 'shop' }]);
    store.conflicts.put({ ...keptConflict(), parentId: 'web' });
    decide(theft, { record: 'theirs' });
    expect(queued().filter(([op]) => op === 'delete')).toEqual([]);
    expect(store.conflicts.count()).toBe(0);
  });

  it('theirs: opens other conflicts again that were a part of the deletes around it', () => {
    change(store, [created('threat', 'fraud', 'web', { title: 'Fraud' })]);
    contestDelete('threat', 'fraud', { title: 'Theirs' });
    contestDelete('threat', 'theft', { title: 'Theirs' });
    change(store, [{ op: 'delete', kind: 'component', id: 'web' }]);
    store.conflicts.put({ ...keptConflict(), parentId: 'web' });
    decide(theft, { record: 'theirs' });
    expect(store.conflicts.keys()).toMatchObject([
      { kind: 'threat', id: 'fraud', type: 'editedThere' },
    ]);
  });

  /** The conflict about the threat, as it is found again after its component was deleted too. */
  const keptConflict = () => ({
    ...theft,
    type: 'editedThere' as const,
    items: ['record'],
    theirs: { title: 'Theirs' },
    drawing: null,
    etag: 'v2',
    base: { title: 'Theft' },
    held: {},
    sent: [],
    followed: [],
    unanswered: [],
    contested: [],
  });
});

describe('several decisions at once', () => {
  test.each([
    ['mine', 'Mine', ['Mine', 'Mine']],
    ['theirs', 'Theirs', ['Theirs', 'Theirs']],
  ] as const)('%s: are one step in the history', (side, title, drawn) => {
    contestTheft();
    contestDrawing();
    const { kinds, scopes } = decisions.resolveAll([theft, overview], side);
    expect(new Set(kinds)).toEqual(new Set(['threat', 'canvas']));
    expect(scopes).toEqual(['shop']);
    expect(titleOf('threat', 'theft')).toBe(title);
    expect(labels()).toEqual(drawn);
    expect(store.conflicts.count()).toBe(0);
    store.changes.undo('shop');
    const other = side === 'mine' ? 'Theirs' : 'Mine';
    expect([titleOf('threat', 'theft'), labels()]).toEqual([other, [other, other]]);
  });
});
