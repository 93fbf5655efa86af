import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, type Store } from './store.ts';
import { added, addSmallModel, created, node, smallModel, uuid } from './testing/small-model.ts';

const { model, overview, payments } = smallModel;
const minute = 60_000;

let store: Store;
let time: number;
const now = (): string => new Date(time).toISOString();

beforeEach(() => {
  time = Date.parse('2026-03-01T12:00:00.000Z');
  store = createStore({ path: ':memory:', now });
  addSmallModel(store);
});
afterEach(() => store.close());

const draw = (count: number, name: string): void => {
  const nodes = Array.from({ length: count }, (_, at) => node(`${name} ${at}`));
  store.changes.apply({ scope: model, label: 'draw', drawings: [added(overview, ...nodes)] });
};
const drawing = () => {
  const document = store.documents.read(overview);
  if (!document) throw new Error('The canvas is gone.');
  return document;
};
const merge = (): void => store.versions.saveBeforeMerge(overview, drawing());
const listed = () =>
  store.versions.list(overview).map(({ reason, nodes, madeAt }) => ({ reason, nodes, madeAt }));
const packed = (before?: number) =>
  store.readings.packVersion({
    canvasId: overview,
    reason: 'automatic',
    ...(before !== undefined && { before }),
  });
const query = { canvasId: overview, reason: 'automatic' };

describe('a merge that another thread prepares a version for', () => {
  it('saves the version when it is prepared, with the time of the merge', () => {
    const madeAt = now();
    store.versions.expectMerge(overview);
    store.versions.expectMerge(overview);
    merge();
    store.versions.expectMerge(overview);
    expect(listed()).toEqual([]);
    const wanted = store.versions.endMerge(overview);
    expect(wanted).toEqual([{ reason: 'beforeMerge', madeAt, query }]);
    expect(store.versions.endMerge(overview)).toEqual([]);

    time += minute;
    expect(store.versions.saveMerged(overview, wanted, [packed()])).toBe(true);
    expect(listed()).toEqual([{ reason: 'beforeMerge', nodes: 1, madeAt }]);
    expect(store.versions.saveMerged(overview, wanted, [packed()])).toBe(false);
    expect(listed()).toHaveLength(1);
  });

  it('has the state before a large change too', () => {
    draw(1, 'one');
    draw(60, 'many');
    store.versions.expectMerge(overview);
    merge();
    const wanted = store.versions.endMerge(overview);
    expect(store.versions.findWork().large).toEqual([]);
    expect(wanted.map(({ reason }) => reason)).toEqual(['beforeLarge', 'beforeMerge']);
    const [large, plain] = wanted.map((each) => each.query);
    expect(plain).toEqual(query);
    expect(large).toMatchObject(query);
    expect(store.versions.saveMerged(overview, wanted, [packed(large?.before), packed()])).toBe(
      true,
    );
    expect(listed().map(({ reason, nodes }) => [reason, nodes])).toEqual([
      ['beforeMerge', 62],
      ['beforeLarge', 2],
    ]);
  });

  it('wants no second version while the first is prepared, unless the person draws', () => {
    store.versions.expectMerge(overview);
    expect(store.versions.needsBeforeMerge(overview)).toBe(true);
    merge();
    expect(store.versions.needsBeforeMerge(overview)).toBe(false);
    const wanted = store.versions.endMerge(overview);
    expect(store.versions.needsBeforeMerge(overview)).toBe(false);
    store.versions.expectMerge(overview);
    merge();
    expect(store.versions.endMerge(overview)).toEqual([]);
    draw(1, 'one');
    expect(store.versions.needsBeforeMerge(overview)).toBe(true);

    merge();
    expect(listed()).toEqual([{ reason: 'beforeMerge', nodes: 2, madeAt: now() }]);
    expect(store.versions.saveMerged(overview, wanted, null)).toBe(false);
    expect(listed()).toHaveLength(1);
    expect(store.versions.needsBeforeMerge(overview)).toBe(false);
    time += 10 * minute;
    expect(store.versions.needsBeforeMerge(overview)).toBe(true);
    expect(store.versions.needsBeforeMerge(payments)).toBe(true);
  });

  it('can be tried again after the thread has failed', () => {
    store.versions.expectMerge(overview);
    merge();
    const wanted = store.versions.endMerge(overview);
    expect(store.versions.saveMerged(overview, wanted, null)).toBe(false);
    expect(store.versions.needsBeforeMerge(overview)).toBe(true);
  });
});

describe('work that another thread prepares versions for', () => {
  const isDue = (): boolean => store.versions.findWork().due.includes(overview);

  it('is due ten minutes after the first change, and is saved once', () => {
    draw(1, 'one');
    expect(store.versions.findWork()).toEqual({ due: [], large: [] });
    time += 9 * minute;
    draw(1, 'two');
    expect(isDue()).toBe(false);
    time += minute;
    expect(isDue()).toBe(true);
    expect(store.versions.savePrepared(overview, 'work', packed())).toBe(true);
    expect(listed()).toEqual([{ reason: 'work', nodes: 3, madeAt: now() }]);
    expect(isDue()).toBe(false);
    expect(store.versions.savePrepared(overview, 'opened', packed())).toBe(false);
    expect(store.versions.savePrepared(overview, 'opened', null)).toBe(false);
  });

  it('has the state before a large change once', () => {
    draw(60, 'many');
    const [large] = store.versions.findWork().large;
    expect(large?.canvasId).toBe(overview);
    const before = packed(large?.seq);
    expect(store.versions.savePrepared(overview, 'work', packed())).toBe(true);
    expect(store.versions.needsBeforeMerge(overview)).toBe(true);
    expect(store.versions.savePrepared(overview, 'beforeLarge', before)).toBe(true);
    expect(store.versions.needsBeforeMerge(overview)).toBe(false);
    expect(listed()).toMatchObject([
      { reason: 'beforeLarge', nodes: 1 },
      { reason: 'work', nodes: 61 },
    ]);
    expect(store.versions.findWork().large).toEqual([]);
    draw(1, 'one');
    store.versions.name(overview, 'Named');
    expect(store.versions.savePrepared(overview, 'beforeLarge', before)).toBe(false);
    expect(listed()).toHaveLength(3);
  });

  it('is saved in this thread too, and tells if a version was saved', () => {
    expect(store.versions.saveWork()).toBe(false);
    draw(60, 'many');
    expect(store.versions.saveWork()).toBe(true);
    time += 10 * minute;
    expect(store.versions.saveWork()).toBe(true);
    expect(store.versions.saveWork()).toBe(false);
    expect(listed().map(({ reason }) => reason)).toEqual(['work', 'beforeLarge']);
  });

  it('is no longer due after a version of any kind', () => {
    const isDueAfter = (save: () => void): boolean => {
      draw(1, `node at ${time}`);
      expect(isDue()).toBe(false);
      save();
      time += 10 * minute;
      return isDue();
    };
    expect(isDueAfter(() => {})).toBe(true);
    const saves = [
      () => store.versions.name(overview, 'Named'),
      () => store.versions.review([overview, uuid(99)], 'Reviewed', 'Ann'),
      () => store.versions.saveBeforeRestore(overview),
      merge,
    ];
    store.versions.saveWork();
    expect(saves.map(isDueAfter)).toEqual([false, false, false, false]);
    expect(listed().map(({ reason }) => reason)).toEqual([
      'beforeMerge',
      'beforeRestore',
      'reviewed',
      'named',
      'work',
    ]);
    expect(store.versions.list(uuid(99))).toEqual([]);
  });

  it('is not saved for a canvas that was deleted meanwhile', () => {
    const other = uuid(30);
    const canvas = created('canvas', other, model, { title: 'Login' });
    store.changes.apply({ scope: model, label: 'new', records: [canvas] });
    store.changes.apply({ scope: model, label: 'draw', drawings: [added(other, node('a'))] });
    store.versions.findWork();
    const records = [{ op: 'delete', kind: 'canvas', id: other } as const];
    store.changes.apply({ scope: model, label: 'delete', records });
    time += 10 * minute;
    expect(store.versions.findWork().due).toContain(other);
    store.versions.saveWork();
    expect(store.versions.findWork().due).toEqual([]);
    expect(store.versions.name(other, 'Named')).toBe(false);
    expect(store.versions.list(other)).toEqual([]);
  });
});
