import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { RecordRow, Values } from '../store/records.ts';
import { createStore, type Store } from '../store/store.ts';
import { componentIds, unsentKey } from './component-ids.ts';
import { authorOf, learnAuthor, reconcile, reconsider, remoteValues } from './reconcile.ts';
import { change, created, syncAll } from './testing/office.ts';

let store: Store;

/** Fills the store with records that the service has, as they are here. */
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  change(store, [
    created('collection', 'all', null, { title: 'All' }),
    created('threatModel', 'shop', 'all', { title: 'Shop' }),
    created('canvas', 'overview', 'shop', { title: 'Overview' }),
    created('component', 'web', 'overview', { title: 'Web app' }),
    created('threat', 'theft', 'web', {
      title: 'Theft',
      description: 'One\nTwo\nThree\n',
      owner: 'Ann',
    }),
  ]);
  syncAll(store);
});
afterEach(() => store.close());

const rowOf = (kind: RecordKind, id: string): RecordRow => {
  const row = store.records.find(kind, id);
  if (!row) throw new Error(`There is no ${kind}.`);
  return row;
};
const edit = (kind: RecordKind, id: string, values: Values): void =>
  store.records.put({ ...rowOf(kind, id), local: { ...rowOf(kind, id).local, ...values } });
/** Merges the base with these changes of others into a record. Tells if the record has changed here. */
const receive = (
  kind: RecordKind,
  id: string,
  theirs: Values,
  etag: string | null = 'v2',
): boolean =>
  reconcile(store, rowOf(kind, id), {
    remote: { ...rowOf(kind, id).base, ...theirs, id: `there ${id}` },
    etag,
  });
const queued = () => store.outbox.all().map(({ op, id, fields }) => [op, id, fields]);
const later = '2030-01-01T00:00:00.000Z';

describe('a version of others', () => {
  it('without a change only has a new ETag', () => {
    expect(receive('threat', 'theft', {})).toBe(false);
    expect(rowOf('threat', 'theft').etag).toBe('v2');
    expect(queued()).toEqual([]);
  });

  it('with a new time only is nothing that the window has to show', () => {
    expect(receive('threat', 'theft', { updated_at: later })).toBe(false);
    expect(rowOf('threat', 'theft').base).toMatchObject({ updated_at: later });
  });

  it('replaces what nobody changed here', () => {
    expect(receive('threat', 'theft', { title: 'Theirs', ref_id: 'T-9' })).toBe(true);
    const expected = { title: 'Theirs', ref_id: 'T-9', owner: 'Ann' };
    expect(rowOf('threat', 'theft')).toMatchObject({ local: expected, base: expected });
    expect(queued()).toEqual([]);
    expect(store.conflicts.count()).toBe(0);
  });

  it('leaves what was changed here, and queues it', () => {
    edit('threat', 'theft', { title: 'Mine', priority: 'high' });
    expect(receive('threat', 'theft', { owner: 'Bob' })).toBe(true);
    expect(rowOf('threat', 'theft')).toMatchObject({
      local: { title: 'Mine', priority: 'high', owner: 'Bob' },
      base: { title: 'Theft', priority: 'medium', owner: 'Bob' },
    });
    expect(queued()).toEqual([['update', 'theft', ['title', 'priority']]]);
  });

  it('merges a long text line by line', () => {
    edit('threat', 'theft', { description: 'Mine\nTwo\nThree\n' });
    receive('threat', 'theft', { description: 'One\nTwo\nTheirs\n' });
    expect(rowOf('threat', 'theft').local['description']).toBe('Mine\nTwo\nTheirs\n');
    expect(queued()).toEqual([['update', 'theft', ['description']]]);
    expect(store.conflicts.count()).toBe(0);
  });

  it('does not queue again what is queued, even if it was rejected', () => {
    edit('threat', 'theft', { title: 'Mine', priority: 'high' });
    store.outbox.update('threat', 'theft', ['title']);
    const [entry] = store.outbox.all();
    store.outbox.reject(entry?.seq ?? 0, { problem: 'invalid', reason: 'No' });
    store.outbox.countSent(entry?.seq ?? 0, { body: {}, ifMatch: null }, []);
    receive('threat', 'theft', {});
    expect(queued()).toEqual([
      ['update', 'theft', ['title']],
      ['update', 'theft', ['priority']],
    ]);
  });

  it.each([
    [0, [['create', 'theft', []]]],
    [
      1,
      [
        ['create', 'theft', []],
        ['update', 'theft', ['title']],
      ],
    ],
  ])('queues nothing beside a create, unless that was sent: %i times', (attempts, expected) => {
    edit('threat', 'theft', { title: 'Mine' });
    store.outbox.create('threat', 'theft');
    const [entry] = store.outbox.all();
    if (attempts > 0) store.outbox.countAttempt(entry?.seq ?? 0, {});
    receive('threat', 'theft', {});
    expect(queued()).toEqual(expected);
  });

  it('counts fields that a short form leaves out as unchanged', () => {
    edit('threat', 'theft', { title: 'Mine' });
    const remote = { id: 'there theft', status: 'mitigated' };
    expect(reconcile(store, rowOf('threat', 'theft'), { remote, etag: null })).toBe(true);
    expect(rowOf('threat', 'theft')).toMatchObject({
      local: { title: 'Mine', status: 'mitigated', owner: 'Ann' },
      base: { title: 'Theft', status: 'mitigated', owner: 'Ann' },
    });
    expect(queued()).toEqual([]);
  });

  it('of a service without a field leaves the field here, and never gets it', () => {
    const { owner: _owner, ...base } = rowOf('threat', 'theft').base ?? {};
    store.records.put({ ...rowOf('threat', 'theft'), base });
    receive('threat', 'theft', { title: 'Theirs' });
    const row = rowOf('threat', 'theft');
    expect(row.local).toMatchObject({ owner: 'Ann', title: 'Theirs' });
    expect(row.base).not.toHaveProperty('owner');
    expect(queued()).toEqual([]);
  });
});

describe('a conflict about fields', () => {
  beforeEach(() => {
    edit('threat', 'theft', { title: 'Mine', priority: 'high' });
    receive('threat', 'theft', { title: 'Theirs' });
  });

  it('keeps both values and the origin, and lets other fields be sent', () => {
    expect(store.conflicts.find('threat', 'theft')).toMatchObject({
      type: 'fields',
      items: ['title'],
      theirs: { title: 'Theirs' },
      drawing: null,
      etag: 'v2',
    });
    expect(rowOf('threat', 'theft')).toMatchObject({
      local: { title: 'Mine' },
      base: { title: 'Theft' },
    });
    expect(queued()).toEqual([['update', 'theft', ['priority']]]);
  });

  it.each(['Mine', 'Theft'])('ends if others choose “%s”', (title) => {
    receive('threat', 'theft', { title });
    expect(store.conflicts.count()).toBe(0);
    expect(rowOf('threat', 'theft').local['title']).toBe('Mine');
  });

  it('ends if the person chooses their value', () => {
    edit('threat', 'theft', { title: 'Theirs' });
    expect(reconsider(store, 'threat', 'theft')).toBe(false);
    expect(store.conflicts.count()).toBe(0);
  });

  it('goes on if the person changes something else', () => {
    edit('threat', 'theft', { owner: 'Bob' });
    reconsider(store, 'threat', 'theft');
    expect(store.conflicts.find('threat', 'theft')).toMatchObject({ items: ['title'], etag: 'v2' });
  });
});

it('a field whose origin is unknown is in conflict if both sides differ', () => {
  store.records.put({ ...rowOf('threat', 'theft'), base: null });
  const remote = { ...rowOf('threat', 'theft').local, title: 'Theirs', id: 'there theft' };
  reconcile(store, rowOf('threat', 'theft'), { remote, etag: null });
  expect(store.conflicts.keys()).toMatchObject([{ id: 'theft', items: ['title'] }]);
  expect(rowOf('threat', 'theft').base).not.toHaveProperty('title');
  expect(rowOf('threat', 'theft').base).toMatchObject({ owner: 'Ann' });
});

test.each([
  ['nothing is in conflict', () => {}, 'theft'],
  ['the record is not here', () => {}, 'unknown'],
  [
    'others deleted the record',
    () =>
      store.conflicts.put({ kind: 'threat', id: 'theft', type: 'deletedThere', items: ['record'] }),
    'theft',
  ],
])('there is nothing to reconsider if %s', (_what, happen, id) => {
  happen();
  const before = store.conflicts.keys();
  expect(reconsider(store, 'threat', id)).toBe(false);
  expect(store.conflicts.keys()).toEqual(before);
});

const drawing = (...labels: [id: string, label: string][]): CanvasDocument => ({
  nodes: labels.map(([id, label]) => ({ id, position: { x: 0, y: 0 }, data: { label } })),
  edges: [],
});

describe('a drawing of others', () => {
  const [base, theirs] = [
    drawing(['a', 'Base'], ['b', 'Base']),
    drawing(['a', 'Theirs'], ['b', 'Base']),
  ];
  const draw = (mine: CanvasDocument, known: CanvasDocument = base): void =>
    store.documents.merge('overview', mine, known);
  const drawn = () => [store.documents.read('overview'), store.documents.base('overview')];
  beforeEach(() => draw(base));

  it('replaces what nobody changed here', () => {
    expect(receive('canvas', 'overview', { data: theirs })).toBe(true);
    expect(drawn()).toEqual([theirs, theirs]);
    expect(queued()).toEqual([]);
  });

  it('is taken if nothing is drawn here', () => {
    store.documents.remove('overview');
    expect(receive('canvas', 'overview', { data: theirs })).toBe(true);
    expect(drawn()).toEqual([theirs, theirs]);
  });

  it('that is the same as here ends all differences', () => {
    draw(theirs);
    expect(receive('canvas', 'overview', { data: theirs })).toBe(false);
    expect(drawn()).toEqual([theirs, theirs]);
    expect(queued()).toEqual([]);
  });

  it('leaves what was drawn here, and queues it', () => {
    const mine = drawing(['a', 'Base'], ['b', 'Mine']);
    draw(mine);
    expect(receive('canvas', 'overview', { data: base })).toBe(false);
    expect(drawn()).toEqual([mine, base]);
    expect(queued()).toEqual([['update', 'overview', ['data']]]);
    expect(receive('canvas', 'overview', { data: theirs })).toBe(true);
    expect(drawn()).toEqual([drawing(['a', 'Theirs'], ['b', 'Mine']), theirs]);
    expect(store.conflicts.count()).toBe(0);
  });

  it('in conflict keeps both versions, until a version without a drawing', () => {
    const mine = drawing(['a', 'Mine'], ['b', 'Base']);
    draw(mine);
    edit('canvas', 'overview', { title: 'Mine' });
    expect(receive('canvas', 'overview', { data: theirs, title: 'Theirs' })).toBe(false);
    const conflict = { type: 'canvas', items: ['title', 'node:a'], drawing: theirs, etag: 'v2' };
    expect(store.conflicts.find('canvas', 'overview')).toMatchObject(conflict);
    expect(drawn()).toEqual([mine, base]);
    expect(queued()).toEqual([]);
    receive('canvas', 'overview', { title: 'Mine' }, 'v3');
    const rest = { ...conflict, items: ['node:a'], etag: 'v3' };
    expect(store.conflicts.find('canvas', 'overview')).toMatchObject(rest);
    receive('canvas', 'overview', { title: 'Mine', data: mine }, 'v4');
    expect(store.conflicts.count()).toBe(0);
  });

  it('of which nothing is known here keeps what either side has', () => {
    store.documents.forgetBase('overview');
    receive('canvas', 'overview', { data: drawing(['c', 'Theirs']) });
    expect(new Set(store.documents.read('overview')?.nodes.map(({ id }) => id))).toEqual(
      new Set(['a', 'b', 'c']),
    );
    expect(queued()).toEqual([['update', 'overview', ['data']]]);
  });

  it('that is unreadable changes nothing', () => {
    expect(receive('canvas', 'overview', { data: { nodes: 'all' } })).toBe(false);
    expect(drawn()).toEqual([base, base]);
  });

  it.each([
    ['unreadable', { nodes: 'all' }],
    ['the sent one', theirs],
  ])('in the answer to a sent one is the next base, if it is %s', (_what, data) => {
    draw(theirs);
    const row = rowOf('canvas', 'overview');
    const version = { remote: { ...row.base, id: 'there overview', data }, etag: 'v2' };
    const revision = store.documents.revision('overview');
    const origin = { values: row.base ?? {}, drawing: theirs, sent: { data: theirs, revision } };
    expect(reconcile(store, row, version, origin)).toBe(false);
    expect(drawn()).toEqual([theirs, theirs]);
    expect(queued()).toEqual([]);
  });

  it('is merged with what was drawn while it was in flight', () => {
    draw(theirs);
    const revision = store.documents.revision('overview');
    const mine = drawing(['a', 'Theirs'], ['b', 'Mine']);
    draw(mine);
    const row = rowOf('canvas', 'overview');
    const version = { remote: { ...row.base, id: 'there overview', data: theirs }, etag: 'v2' };
    const origin = { values: row.base ?? {}, drawing: theirs, sent: { data: theirs, revision } };
    expect(reconcile(store, row, version, origin)).toBe(false);
    expect(drawn()).toEqual([mine, theirs]);
    expect(queued()).toEqual([['update', 'overview', ['data']]]);
  });

  it('is sent again if it has the local ID of a component', () => {
    const named = drawing(['a', 'Base']);
    const data = {
      ...named,
      nodes: named.nodes.map((node) => ({ ...node, data: { [unsentKey]: 'web' } })),
    };
    const shown = {
      ...named,
      nodes: named.nodes.map((node) => ({ ...node, data: { componentId: 'web' } })),
    };
    receive('canvas', 'overview', { data });
    expect(drawn()).toEqual([shown, shown]);
    expect(queued()).toEqual([['update', 'overview', [componentIds]]]);
  });
});

describe('the author of a record', () => {
  test.each([
    ['collection', { created_by: { id: 'ann' } }, 'ann'],
    ['comment', { user: { id: 'bob', name: 'Bob' } }, 'bob'],
    ['collection', { user: { id: 'bob' } }, null],
    ['comment', { user: 'bob' }, null],
    ['threat', { user: { id: 'bob' }, created_by: { id: 'ann' } }, null],
  ] as const)('of the kind %s with %j is %s', (kind, values, author) => {
    expect(authorOf(kind, { id: 'a', ...values })).toBe(author);
    learnAuthor(store, kind, { id: 'a', ...values });
    expect(store.preferences.userId()).toBe(author);
  });
});

it('the values of a record are all fields but the ID and the drawing', () => {
  expect(remoteValues({ id: 'a', data: drawing(), title: 'Overview', other: 1 })).toEqual({
    title: 'Overview',
    other: 1,
  });
});
