import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeleteSnapshot } from './delete-snapshot.ts';
import { createStore, type Store } from './store.ts';

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
});
afterEach(() => store.close());

const snapshotIn = (parentId: string, more: Partial<DeleteSnapshot> = {}): DeleteSnapshot => ({
  base: { text: 'Seen last year' },
  drawing: null,
  parentId,
  etag: '"1"',
  held: {},
  sent: [],
  followed: [],
  unanswered: [],
  contested: [],
  ...more,
});
const create = {
  kind: 'comment',
  id: 'a',
  idempotencyKey: 'key',
  body: {},
  attempts: 1,
  sentAfter: null,
  honorsKey: true,
} as const;
const keep = (id: string, wasMissing: boolean, snapshot = snapshotIn('theft')): void =>
  store.endedDeletes.keep({ kind: 'comment', id, snapshot }, wasMissing);

describe('the snapshot of an ended delete', () => {
  it.each<[string, Partial<DeleteSnapshot>]>([
    ['unanswered updates', { sent: [{ body: { text: 'Seen' }, ifMatch: '"1"' }] }],
    [
      'unanswered requests for a descendant',
      { followed: [{ kind: 'comment', id: 'a', sent: [] }] },
    ],
    ['an unanswered create', { unanswered: [create] }],
    ['conflicts', { contested: [{ kind: 'comment' }] }],
  ])('is kept if it has %s, until it is taken', (_, more) => {
    const snapshot = snapshotIn('theft', more);
    keep('seen', false, snapshot);
    expect(store.endedDeletes.take('threat', 'seen')).toBeNull();
    expect(store.endedDeletes.take('comment', 'seen')).toEqual(snapshot);
    expect(store.endedDeletes.take('comment', 'seen')).toBeNull();
  });

  it('is kept without anything in it only if the delete was not executed', () => {
    keep('executed', false);
    keep('missing', true);
    expect(store.endedDeletes.take('comment', 'executed')).toBeNull();
    expect(store.endedDeletes.take('comment', 'missing')).toEqual(snapshotIn('theft'));
  });

  it('is replaced by that of a later delete', () => {
    keep('seen', true);
    keep('seen', false);
    expect(store.endedDeletes.take('comment', 'seen')).toBeNull();
  });

  it('is found by the parent only if the delete was not executed', () => {
    keep('first', true);
    keep('second', true);
    keep('executed', false, snapshotIn('theft', { contested: [{}] }));
    keep('elsewhere', true, snapshotIn('flooding'));
    expect(store.endedDeletes.takeMissingIn('component', 'theft')).toEqual([]);
    expect(store.endedDeletes.takeMissingIn('threat', 'theft')).toEqual(
      ['first', 'second'].map((id) => ({ kind: 'comment', id, snapshot: snapshotIn('theft') })),
    );
    expect(store.endedDeletes.takeMissingIn('threat', 'theft')).toEqual([]);
    expect(store.endedDeletes.take('comment', 'executed')).not.toBeNull();
    expect(store.endedDeletes.take('comment', 'elsewhere')).not.toBeNull();
  });

  it('tells which creates got no response, until it is taken', () => {
    const { endedDeletes } = store;
    expect(endedDeletes.unansweredCreates('comment')).toEqual([]);
    keep('seen', false, snapshotIn('theft', { unanswered: [create] }));
    expect(endedDeletes.unansweredCreates('comment')).toEqual([create]);
    expect(endedDeletes.unansweredCreates('threat')).toEqual([]);
    endedDeletes.take('comment', 'seen');
    expect(endedDeletes.unansweredCreates('comment')).toEqual([]);
  });

  it('gives its conflicts when others have restored the record, and does not delete it again', () => {
    const contested = [{ kind: 'comment' }];
    keep('seen', true, snapshotIn('theft', { contested, unanswered: [create] }));
    expect(store.endedDeletes.cameBack('comment', 'seen')).toEqual(contested);
    expect(store.endedDeletes.cameBack('comment', 'seen')).toEqual([]);
    expect(store.endedDeletes.cameBack('comment', 'unknown')).toEqual([]);
    expect(store.endedDeletes.takeMissingIn('threat', 'theft')).toEqual([]);
    expect(store.endedDeletes.take('comment', 'seen')?.unanswered).toEqual([create]);
  });

  it('is dropped when there are 1,000 newer ones', () => {
    store.transaction(() => {
      for (let n = 0; n < 1001; n += 1) keep(`comment ${n}`, true);
    });
    expect(store.endedDeletes.take('comment', 'comment 0')).toBeNull();
    expect(store.endedDeletes.take('comment', 'comment 1')).not.toBeNull();
  });
});
