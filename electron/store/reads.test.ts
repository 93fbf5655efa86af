import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, changed, created, smallModel, uuid } from './testing/small-model.ts';

const { collection, model, overview, payments, component, threat, comment } = smallModel;

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

/** Stores values that only a service sets. */
const put = (kind: RecordKind, id: string, values: Record<string, unknown>): void => {
  const row = store.records.find(kind, id);
  if (!row) throw new Error('The record is gone.');
  store.records.put({ ...row, local: { ...row.local, ...values } });
};

it('opens a canvas with its model, its collection, and the other canvases', () => {
  expect(store.reads.openCanvas(payments)).toEqual({
    canvas: { id: payments, title: 'Payments' },
    model: { id: model, title: 'Web shop' },
    collection: { id: collection, title: 'Shop' },
    siblings: [
      { id: overview, title: 'Overview' },
      { id: payments, title: 'Payments' },
    ],
    document: store.documents.text(payments),
  });
  put('threatModel', model, { title: 7 });
  expect(store.reads.openCanvas(payments)?.model).toEqual({ id: model, title: '' });
});

it('opens no canvas without a drawing, a model, or a collection', () => {
  expect(store.reads.openCanvas('gone')).toBeNull();
  store.records.remove('collection', collection);
  expect(store.reads.openCanvas(payments)).toBeNull();
  store.records.put({
    kind: 'collection',
    id: collection,
    parentId: null,
    local: { title: 'Shop' },
    base: null,
    etag: null,
  });
  expect(store.reads.openCanvas(payments)).not.toBeNull();
  store.documents.remove(payments);
  expect(store.reads.openCanvas(payments)).toBeNull();
  store.records.remove('threatModel', model);
  expect(store.reads.openCanvas(overview)).toBeNull();
});

it('tells which models and collections are downloaded', () => {
  const offline = () =>
    store.reads
      .overview()
      .map(({ keptOffline, models }) => [
        keptOffline,
        models.map(({ isDownloaded }) => isDownloaded),
      ]);
  expect(offline()).toEqual([[false, [true]]]);
  store.downloads.add('collection', collection);
  store.downloads.remove('threatModel', model);
  expect(offline()).toEqual([[true, [false]]]);
  store.downloads.add('threatModel', model);
  expect(offline()).toEqual([[true, [false]]]);
  store.downloads.markFetched(model);
  expect(offline()).toEqual([[true, [true]]]);
});

it('counts a model without open threats or components', () => {
  const records = [created('threatModel', uuid(30), collection, { title: 'Bank' })];
  store.changes.apply({ scope: 'workspace', label: 'new', records });
  const models = store.reads.overview()[0]?.models;
  const facts = models?.map(({ title, componentCount, openThreatCount, openByPriority }) => [
    title,
    componentCount,
    openThreatCount,
    openByPriority,
  ]);
  expect(facts).toEqual([
    ['Web shop', 1, 0, {}],
    ['Bank', 0, 0, {}],
  ]);
});

it('shows who wrote a comment', () => {
  const isMine = () =>
    store.reads.componentDetail(component)?.threats[0]?.comments.map((each) => each.isMine);
  expect(isMine()).toEqual([true]);
  put('comment', comment, { user: { id: 'ann' } });
  expect(isMine()).toEqual([false]);
  store.preferences.learnUserId('ann');
  expect(isMine()).toEqual([true]);
  expect(store.reads.componentDetail('gone')).toBeNull();
  expect(store.reads.canvasesOfComponent('gone')).toBeNull();
});

it('shows the worst priority of open threats, and one that it does not know', () => {
  const badge = () => store.reads.componentBadges(overview)[0];
  expect(badge()).toMatchObject({ openThreatCount: 0, worstPriority: null, openByPriority: {} });
  put('threat', threat, { status: 'open', priority: 'urgent' });
  expect(badge()).toMatchObject({ openThreatCount: 1, worstPriority: 'urgent' });
  const records = ['low', 'high', 'low'].map((priority, at) =>
    created('threat', uuid(30 + at), component, { title: 'T', priority }),
  );
  store.changes.apply({ scope: model, label: 'new', records });
  expect(badge()).toMatchObject({
    openThreatCount: 4,
    worstPriority: 'high',
    openByPriority: { urgent: 1, low: 2, high: 1 },
  });
});

it('lists a component on its canvas until only other canvases show it', () => {
  const listed = () => [overview, payments].map((id) => store.reads.componentBadges(id).length);
  const far = [
    created('threatModel', uuid(40), collection, { title: 'Bank' }),
    created('canvas', uuid(41), uuid(40), { title: 'Ledger' }),
    created('component', uuid(42), uuid(41), { title: 'Vault' }),
  ];
  store.changes.apply({ scope: 'workspace', label: 'new', records: far });
  expect(listed()).toEqual([1, 1]);
  const draw = (canvasId: string, id: string, componentId?: string): void => {
    const change =
      componentId === undefined
        ? ({ kind: 'removeNode', id } as const)
        : ({ kind: 'setNode', id, data: { componentId } } as const);
    const drawings = [changed(canvasId, [change])];
    store.changes.apply({ scope: model, label: 'draw', drawings });
  };
  draw(overview, 'web');
  expect(listed()).toEqual([0, 1]);
  draw(payments, 'web 2', uuid(42));
  expect(listed()).toEqual([1, 0]);
});

it('tells if a store is small, and if a canvas has many components', () => {
  const add = (
    kind: 'threat' | 'component',
    parentId: string,
    from: number,
    count: number,
  ): void => {
    store.take(() => {
      for (let at = from; at < from + count; at += 1) {
        const local = { title: `Record ${at}`, created_at: '2026', updated_at: '2026' };
        store.records.put({ kind, id: uuid(at), parentId, local, base: null, etag: null });
      }
    });
  };
  add('component', overview, 10_000, 998);
  expect(store.reads.hasManyComponents(overview)).toBe(false);
  add('component', overview, 20_000, 1);
  expect(store.reads.hasManyComponents(overview)).toBe(true);
  expect(store.reads.hasManyComponents(payments)).toBe(false);
  add('threat', component, 30_000, 993);
  expect(store.reads.isSmall()).toBe(true);
  add('threat', component, 40_000, 1);
  expect(store.reads.isSmall()).toBe(false);
});

it('keeps the rules and frameworks of the codex', () => {
  const none = { rules: [], frameworks: [], disabledRules: [] };
  expect(store.extensions.read()).toEqual({ local: none, base: none, etag: null });
  const local = { ...none, disabledRules: ['rule 1'] };
  store.extensions.write({ local, base: none, etag: '"1"' });
  expect(store.extensions.read()).toEqual({ local, base: none, etag: '"1"' });
});
