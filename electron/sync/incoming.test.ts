import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { stampOfValues } from '../store/record-stamp.ts';
import type { RecordRow, Values } from '../store/records.ts';
import { createStore, type Store } from '../store/store.ts';
import { createIncoming, noFindings, type Findings, type Taking } from './incoming.ts';
import { change, created, syncAll } from './testing/office.ts';

let store: Store;
let findings: Findings;
const [earlier, later] = ['2000-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z'];

/** Fills the store with records that the service has, as they are here. */
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  findings = noFindings();
  change(store, [
    created('collection', 'all', null, { title: 'All' }),
    created('threatModel', 'shop', 'all', { title: 'Shop' }),
    created('canvas', 'overview', 'shop', { title: 'Overview' }),
    created('component', 'web', 'overview', { title: 'Web app' }),
    created('component', 'orders', 'overview', { title: 'Orders' }),
    created('threat', 'theft', 'web', { title: 'Theft' }),
  ]);
  syncAll(store, 'v1');
});
afterEach(() => store.close());

const rowOf = (kind: RecordKind, id: string): RecordRow => {
  const row = store.records.find(kind, id);
  if (!row) throw new Error(`There is no ${kind}.`);
  return row;
};
const receive = (
  kind: RecordKind,
  remote: { id: string } & Values,
  { taking = 'merge', etag = null }: { taking?: Taking; etag?: string | null } = {},
): boolean => createIncoming(store, taking, findings)(kind, [{ remote, etag }]);
/** Receives a version of a record that the store had when the test began. */
const known = (kind: RecordKind, id: string): { id: string } & Values => ({
  ...rowOf(kind, id).base,
  id: `there ${id}`,
});
const newThreat = (values: Values = {}): { id: string } & Values => ({
  id: 'T9',
  title: 'Spoofing',
  component: { id: 'there web' },
  ...values,
});
const queued = () => store.outbox.all().map(({ op, id, fields }) => [op, id, fields]);
const threats = (): string[] => store.records.all('threat').map(({ id }) => id);

describe('a new record', () => {
  it('is stored in its parent, under the ID that it has at the service', () => {
    expect(receive('threat', newThreat(), { etag: 'v1' })).toBe(true);
    const values = { title: 'Spoofing', component: { id: 'there web' } };
    expect(rowOf('threat', 'T9')).toEqual({
      kind: 'threat',
      id: 'T9',
      parentId: 'web',
      local: values,
      base: values,
      etag: 'v1',
    });
    expect(store.idMap.serviceId('threat', 'T9')).toBe('T9');
    expect(queued()).toEqual([]);
  });

  it('gets another ID if that is the ID of another record here', () => {
    expect(receive('threat', newThreat({ id: 'theft' }))).toBe(true);
    const id = store.idMap.localId('threat', 'theft') ?? '';
    expect(['', 'theft']).not.toContain(id);
    expect(rowOf('threat', id).local['title']).toBe('Spoofing');
    expect(rowOf('threat', 'theft').local['title']).toBe('Theft');
  });

  it('has its former ID here if others have restored it', () => {
    store.records.remove('threat', 'theft');
    store.idMap.remove('threat', 'theft');
    receive('threat', newThreat({ id: 'there theft' }));
    expect(threats()).toEqual(['theft']);
  });

  it('has no former ID that is in use', () => {
    store.idMap.remove('threat', 'theft');
    receive('threat', newThreat({ id: 'there theft' }));
    expect(threats().toSorted()).toEqual(['theft', 'there theft']);
  });

  test.each([
    ['its parent is not here', { component: { id: 'unknown' } }],
    ['it names no parent', { component: undefined }],
  ])('is ignored if %s', (_why, values) => {
    expect(receive('threat', newThreat(values))).toBe(false);
    expect(threats()).toEqual(['theft']);
    expect([...findings.passedOver]).toEqual([]);
  });

  const sendCreate = (kind: RecordKind, id: string, body: Values): void => {
    store.outbox.create(kind, id);
    const [entry] = store.outbox.forRecord(kind, id);
    store.outbox.countAttempt(entry?.seq ?? 0, body);
  };

  it('is read again later if its parent may be one whose create has no answer', () => {
    sendCreate('canvas', 'new', { title: 'New', threatModelId: 'there shop' });
    expect(receive('threat', newThreat({ component: { id: 'unknown' } }))).toBe(false);
    expect([...findings.passedOver]).toEqual(['threat']);
  });

  test.each([
    ['is not stored yet', 'there web', ['theft'], ['threat']],
    ['is another one', 'there orders', ['T9', 'theft'], []],
  ])('%s if a create in %s has no answer', (_what, componentId, expected, passedOver) => {
    sendCreate('threat', 'own', { title: 'Own', componentId });
    receive('threat', newThreat());
    expect(threats().toSorted()).toEqual(expected);
    expect([...findings.passedOver]).toEqual(passedOver);
  });

  it('is nothing if there is none', () => {
    expect(createIncoming(store, 'merge', findings)('threat', [])).toBe(false);
  });
});

describe('a known record', () => {
  it('without a change is no news', () => {
    expect(receive('threat', known('threat', 'theft'))).toBe(false);
    expect(rowOf('threat', 'theft').etag).toBe('v1');
  });

  it('in a list keeps its ETag unless its content has changed', () => {
    receive('threat', { ...known('threat', 'theft'), updated_at: later });
    expect(rowOf('threat', 'theft').etag).toBe('v1');
    receive('threat', { ...known('threat', 'theft'), title: 'Theirs' });
    expect(rowOf('threat', 'theft')).toMatchObject({ etag: null, local: { title: 'Theirs' } });
  });

  test.each([
    ['merge', false, 'Theft', 1],
    ['theirs', true, 'Older', 0],
    ['mine', false, 'Theft', 0],
  ] as const)('in an older version, with %s', (taking, isNews, title, older) => {
    const version = { ...known('threat', 'theft'), title: 'Older', updated_at: earlier };
    expect(receive('threat', version, { taking })).toBe(isNews);
    expect(rowOf('threat', 'theft').local['title']).toBe(title);
    expect(findings.older).toHaveLength(older);
    expect(queued()).toEqual(taking === 'mine' ? [['update', 'theft', ['title']]] : []);
  });

  it('is moved if others moved it', () => {
    const moved = { ...known('threat', 'theft'), component: { id: 'there orders' } };
    expect(receive('threat', moved)).toBe(true);
    expect(rowOf('threat', 'theft').parentId).toBe('orders');
  });

  it.each(['deletedThere', 'accessLost'] as const)(
    'that seemed to be missing is back: %s',
    (type) => {
      store.conflicts.put({ kind: 'threat', id: 'theft', type, items: ['record'] });
      expect(receive('threat', known('threat', 'theft'))).toBe(true);
      expect(store.conflicts.count()).toBe(0);
    },
  );

  it('has no conflict any more if others return to the value here', () => {
    const row = rowOf('threat', 'theft');
    store.records.put({ ...row, local: { ...row.local, title: 'Mine' } });
    receive('threat', { ...known('threat', 'theft'), title: 'Theirs' });
    expect(store.conflicts.count()).toBe(1);
    receive('threat', known('threat', 'theft'));
    expect(store.conflicts.count()).toBe(0);
  });
});

describe('a record that is deleted here', () => {
  const remove = (kind: RecordKind, id: string): number => {
    change(store, [{ op: 'delete', kind, id }]);
    return store.outbox.newestSeq();
  };

  it('contests the delete of an ancestor if others have changed it', () => {
    const [same, other] = [
      known('threat', 'theft'),
      { ...known('threat', 'theft'), title: 'Theirs' },
    ];
    const { id: _id, ...values } = other;
    const seq = remove('component', 'web');
    expect(receive('threat', same)).toBe(false);
    expect([...findings.contested]).toEqual([]);
    expect(receive('threat', other)).toBe(false);
    expect([...findings.contested]).toEqual([
      [seq, { 'threat:theft': stampOfValues('threat', values) }],
    ]);
    expect(threats()).toEqual([]);
  });

  it('contests all deletes around it', () => {
    const other = { ...known('threat', 'theft'), title: 'Theirs' };
    const seqs = [remove('component', 'web'), remove('canvas', 'overview')];
    receive('threat', other);
    expect([...findings.contested.keys()]).toEqual(seqs);
  });

  it('does not contest its own delete, because it is compared just before that is sent', () => {
    const other = { ...known('threat', 'theft'), title: 'Theirs' };
    remove('threat', 'theft');
    expect(receive('threat', other)).toBe(false);
    expect(findings.contested.size).toBe(0);
  });

  it('contests its delete if others added something to it', () => {
    const seq = remove('component', 'web');
    expect(receive('threat', newThreat())).toBe(false);
    expect([...findings.contested.keys()]).toEqual([seq]);
    expect(threats()).toEqual([]);
  });

  it('has the latest version of others in its conflict', () => {
    remove('threat', 'theft');
    for (const { seq } of store.outbox.all()) store.outbox.finish(seq);
    store.conflicts.put({
      kind: 'threat',
      id: 'theft',
      type: 'editedThere',
      items: ['record'],
      theirs: { title: 'Theirs' },
      drawing: null,
      etag: 'v2',
      base: { title: 'Theft' },
      parentId: 'web',
      held: {},
      sent: [],
      followed: [],
      unanswered: [],
      contested: [],
    });
    expect(receive('threat', newThreat({ id: 'there theft' }), { etag: 'v3' })).toBe(false);
    expect(store.conflicts.find('threat', 'theft')).toMatchObject({
      type: 'editedThere',
      theirs: { title: 'Spoofing' },
      base: { title: 'Theft' },
      etag: 'v3',
    });
    expect(threats()).toEqual([]);
  });
});
