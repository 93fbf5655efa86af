import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecordChange } from '#shared/desktop/change.ts';
import { compareRecords } from '#shared/merge/compare-records.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, changed, created, node, smallModel, uuid } from './testing/small-model.ts';

const { model, overview, payments, component, threat, mitigation, comment } = smallModel;

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

const change = (...records: RecordChange[]): void =>
  void store.changes.apply({ scope: model, label: 'test', records });
const everything = () => store.records.subtree('component', component);
const named = (title: string): number => {
  store.versions.name(overview, title);
  const version = store.versions.list(overview).find((each) => each.title === title);
  if (!version) throw new Error('There is no version.');
  return version.id;
};

it('has components with threats, mitigations, and comments, which are restored with their IDs', () => {
  const version = named('Before');
  expect(store.versions.list(overview)[0]).toMatchObject({ threats: 1, madeBy: null });
  const before = everything();
  change({ op: 'delete', kind: 'component', id: component });
  expect(everything()).toEqual([]);

  change({ op: 'restoreVersion', kind: 'component', id: component, version });
  expect(everything().map(({ kind, id, local }) => [kind, id, local])).toEqual(
    before.map(({ kind, id, local }) => [kind, id, local]),
  );
  store.changes.undo(model);
  expect(everything()).toEqual([]);
  store.changes.redo(model);
  expect(everything()).toHaveLength(4);
});

it('restores a threat without its existing records, and a mitigation alone', () => {
  const version = named('Before');
  change({ op: 'delete', kind: 'mitigation', id: mitigation });
  change({ op: 'restoreVersion', kind: 'mitigation', id: mitigation, version });
  expect(store.records.has('mitigation', mitigation)).toBe(true);

  change({ op: 'delete', kind: 'threat', id: threat });
  change({ op: 'restoreVersion', kind: 'threat', id: threat, version });
  expect(everything().map(({ kind }) => kind)).toEqual([
    'component',
    'threat',
    'mitigation',
    'comment',
  ]);
  expect(() => change({ op: 'restoreVersion', kind: 'threat', id: threat, version: 99 })).toThrow(
    'can’t be restored',
  );
});

it('differs from the present by threats and mitigations, in words that people know', () => {
  const version = named('Before');
  const [added, more] = [uuid(30), uuid(31)];
  change(
    { op: 'update', kind: 'threat', id: threat, values: { priority: 'critical' } },
    { op: 'delete', kind: 'mitigation', id: mitigation },
    created('threat', added, component, { title: 'New' }),
    created('mitigation', more, added, { title: 'Part of it' }),
    { op: 'update', kind: 'comment', id: comment, values: { text: 'Not compared' } },
  );
  expect(store.versions.sizeSince(version)).toMatchObject({ changed: 0, threats: 3 });
  const saved = store.versions.read(version)?.records ?? [];
  expect(compareRecords(saved, store.versions.records(overview) ?? [])).toMatchObject([
    {
      kind: 'threat',
      change: 'changed',
      parentTitle: 'Web app',
      fields: [{ name: 'priority', before: 'medium', after: 'critical' }],
    },
    { kind: 'threat', change: 'added', title: 'New' },
    { kind: 'mitigation', change: 'removed', parentTitle: 'Session theft' },
  ]);
});

it.each([
  ['deleted', [payments]],
  ['left on another canvas', []],
])('before a large change has the threats that the change %s', (_what, cleared) => {
  for (const canvasId of cleared) {
    const second = node('web 2', component);
    store.changes.apply({
      scope: model,
      label: 'draw',
      drawings: [
        changed(
          canvasId,
          [{ kind: 'removeNode', id: second.id }],
          [{ kind: 'addNode', index: 0, node: second }],
        ),
      ],
    });
  }
  const nodes = Array.from({ length: 60 }, (_, at) => node(`n${at}`));
  store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [
      changed(
        overview,
        nodes.map((each) => ({ kind: 'addNode', index: 0, node: each })),
        nodes.map(({ id }) => ({ kind: 'removeNode', id })),
      ),
    ],
  });
  store.versions.saveWork();
  const document = store.documents.read(overview);
  const all = (document?.nodes ?? []).toReversed();
  store.changes.apply({
    scope: model,
    label: 'delete',
    records: [{ op: 'delete', kind: 'component', id: component }],
    drawings: [
      changed(
        overview,
        all.map(({ id }) => ({ kind: 'removeNode', id })),
        all.toReversed().map((each, index) => ({ kind: 'addNode', index, node: each })),
      ),
    ],
  });
  expect(store.records.has('threat', threat)).toBe(cleared.length === 0);
  store.versions.saveWork();
  const [version] = store.versions.list(overview);
  expect(version).toMatchObject({ reason: 'beforeLarge', threats: 1, nodes: 61 });
  const saved = version && store.versions.read(version.id);
  expect(saved?.records?.map(({ id }) => id)).toEqual([component, threat, mitigation, comment]);
});

it('marks all canvases of a model as reviewed, and tells what changed since', () => {
  expect(store.versions.reviewState([overview, payments])).toBeNull();
  store.versions.review([overview, payments], 'Spring review', 'Ann Lee');
  expect(store.versions.list(payments)[0]).toMatchObject({
    title: 'Spring review',
    reason: 'reviewed',
    madeBy: 'Ann Lee',
  });
  const state = () => store.versions.reviewState([overview, payments]);
  expect(state()).toMatchObject({ madeBy: 'Ann Lee', elements: 0, threats: 0, mitigations: 0 });

  change({ op: 'delete', kind: 'mitigation', id: mitigation });
  // Both canvases show the component, but its deleted mitigation counts only once.
  expect(state()).toMatchObject({ elements: 0, threats: 0, mitigations: 1 });
  expect(state()?.canvases.map(({ changes }) => changes)).toEqual([1, 1]);
});

it('is left out of an automatic version with too many threats', () => {
  const many = Array.from({ length: 2001 }, (_, at) =>
    created('threat', uuid(1000 + at), component, { title: `Threat ${at}` }),
  );
  change(...many);
  const document = store.documents.read(overview);
  if (!document) throw new Error('There is no canvas.');
  store.versions.save(overview, 'opened', document);
  expect(store.versions.list(overview)[0]).toMatchObject({ reason: 'opened', threats: null });
  named('Asked for');
  expect(store.versions.list(overview)[0]).toMatchObject({ title: 'Asked for', threats: 2002 });
});

it('before a large change has neither later edits nor later threats', () => {
  const nodes = Array.from({ length: 60 }, (_, at) => node(`n${at}`));
  const draw = changed(
    overview,
    nodes.map((each) => ({ kind: 'addNode', index: 0, node: each })),
    nodes.map(({ id }) => ({ kind: 'removeNode', id })),
  );
  store.changes.apply({ scope: model, label: 'draw', drawings: [draw] });
  for (const title of ['One', 'Two']) {
    change({ op: 'update', kind: 'threat', id: threat, values: { title } });
  }
  change(created('threat', uuid(30), component, { title: 'Later' }));
  store.versions.saveWork();
  const [version] = store.versions.list(overview);
  expect(version).toMatchObject({ reason: 'beforeLarge', threats: 1 });
  const saved = store.versions.read(version?.id ?? 0)?.records ?? [];
  const threats = saved.filter(({ kind }) => kind === 'threat');
  expect(threats.map(({ values }) => values['title'])).toEqual(['Session theft']);
});

const flow = (id: string, componentId: string) => ({
  id,
  source: 'web',
  target: 'web',
  data: { label: id, componentId },
});

it('before a large change has the components of flows, and the records as they were then', () => {
  const [card, worker] = [uuid(30), uuid(31)];
  change(
    created('component', card, payments, { title: 'Card data' }),
    created('threat', uuid(32), card, { title: 'Sniffing', priority: 'high' }),
    created('component', uuid(34), overview, { title: 'Not drawn' }),
    created('component', uuid(35), payments, { title: 'Elsewhere' }),
    created('threat', uuid(36), uuid(35), { title: 'Elsewhere' }),
  );
  store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [
      changed(overview, [{ kind: 'addEdge', index: 0, edge: flow('f', card) }]),
      changed(payments, [{ kind: 'addEdge', index: 0, edge: flow('g', card) }]),
    ],
  });
  store.versions.saveWork();
  const nodes = Array.from({ length: 60 }, (_, at) => node(`n${at}`));
  store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [
      changed(
        overview,
        [
          { kind: 'removeEdge', id: 'f' },
          ...nodes.map((each) => ({ kind: 'addNode', index: 0, node: each }) as const),
        ],
        [
          ...nodes.map(({ id }) => ({ kind: 'removeNode', id }) as const),
          { kind: 'addEdge', index: 0, edge: flow('f', card) },
        ],
      ),
    ],
  });
  const canvasOrders = [{ modelId: model, canvasIds: [payments, overview] }];
  store.changes.apply({ scope: model, label: 'order', canvasOrders });
  change(
    { op: 'update', kind: 'canvas', id: overview, values: { title: 'Everything' } },
    { op: 'update', kind: 'threat', id: uuid(32), values: { title: 'Tapping' } },
    { op: 'delete', kind: 'comment', id: comment },
    { op: 'delete', kind: 'threat', id: uuid(36) },
    created('component', worker, payments, { title: 'Worker' }),
    created('threat', uuid(33), worker, { title: 'Flood' }),
  );
  change({ op: 'update', kind: 'threat', id: uuid(32), values: { priority: 'low' } });
  store.versions.saveWork();
  const [version] = store.versions.list(overview);
  expect(version).toMatchObject({ reason: 'beforeLarge', nodes: 1, flows: 1, threats: 2 });
  const saved = store.versions.read(version?.id ?? 0)?.records;
  expect(saved?.map(({ id }) => id)).toEqual([
    component,
    card,
    uuid(34),
    threat,
    uuid(32),
    mitigation,
    comment,
  ]);
  expect(saved?.[4]?.values).toMatchObject({ title: 'Sniffing', priority: 'high' });
  expect(saved?.[1]).toMatchObject({ kind: 'component', parentId: payments });
});

it('restores a component on the canvas of the version if its own canvas is gone', () => {
  store.versions.name(payments, 'Before');
  const version = store.versions.list(payments)[0]?.id ?? 0;
  store.changes.apply({
    scope: model,
    label: 'delete',
    records: [
      { op: 'delete', kind: 'canvas', id: overview },
      { op: 'delete', kind: 'mitigation', id: mitigation },
    ],
  });
  change({ op: 'restoreVersion', kind: 'component', id: component, version });
  expect(store.records.find('component', component)?.parentId).toBe(payments);
  expect(store.records.find('threat', threat)?.parentId).toBe(component);
  change({ op: 'delete', kind: 'component', id: component });
  const restored = { op: 'restoreVersion', kind: 'threat', id: threat, version } as const;
  expect(() => change(restored)).toThrow('The parent no longer exists.');
});

it('is the same version after sync has changed only times and numbers', () => {
  const document = store.documents.read(overview);
  if (!document) throw new Error('There is no canvas.');
  const put = (values: Record<string, unknown>): void => {
    const row = store.records.find('threat', threat);
    if (row) store.records.put({ ...row, local: { ...row.local, ...values } });
  };
  expect(store.versions.save(overview, 'opened', document)).toBe(true);
  put({ updated_at: '2099-01-01T00:00:00.000Z', ref_id: 'T-7' });
  expect(store.versions.save(overview, 'opened', document)).toBe(false);
  named('Before');
  expect(store.versions.list(overview)).toHaveLength(1);
  put({ title: 'Cookie theft' });
  named('After');
  expect(store.versions.list(overview).map(({ title, reason }) => [title, reason])).toEqual([
    ['After', 'named'],
    ['Before', 'named'],
  ]);
});

it('is copied with its reviewer and order if it has a name, and with one new ID per record', () => {
  const first = named('First');
  change({ op: 'delete', kind: 'mitigation', id: mitigation });
  store.versions.review([overview], 'Second', 'Ann Lee');
  change({ op: 'update', kind: 'threat', id: threat, values: { title: 'Cookie theft' } });
  store.versions.save(
    overview,
    'opened',
    store.documents.read(overview) ?? { nodes: [], edges: [] },
  );
  const ids = new Map([
    [component, uuid(50)],
    [threat, uuid(51)],
  ]);
  store.versions.copyNamed([{ from: overview, to: uuid(60) }], ids);
  const copies = store.versions.list(uuid(60));
  const dated = ({ title, reason, madeAt, madeBy }: (typeof copies)[number]) => [
    title,
    reason,
    madeAt,
    madeBy,
  ];
  const originals = store.versions.list(overview).filter(({ title }) => title !== null);
  expect(originals.map(({ title }) => title)).toEqual(['Second', 'First']);
  expect(copies.map(dated)).toEqual(originals.map(dated));
  const [second, one] = copies.map(({ id }) => store.versions.read(id));
  const places = (records = one?.records) =>
    records?.map(({ kind, id, parentId }) => [kind, id, parentId]);
  const oneComment = one?.records?.find(({ kind }) => kind === 'comment')?.id;
  const oneMitigation = one?.records?.find(({ kind }) => kind === 'mitigation')?.id;
  expect(places()).toEqual([
    ['component', uuid(50), uuid(60)],
    ['threat', uuid(51), uuid(50)],
    ['mitigation', oneMitigation, uuid(51)],
    ['comment', oneComment, uuid(51)],
  ]);
  expect([oneMitigation, oneComment]).not.toContain(mitigation);
  expect(places(second?.records)).toEqual(places()?.filter(([kind]) => kind !== 'mitigation'));
  expect(one?.document.nodes[0]?.data.componentId).toBe(uuid(50));
  expect(store.versions.read(first)?.records?.[0]?.id).toBe(component);
});

it('is compared with nothing if it, or its canvas, does not exist', () => {
  const version = named('Before');
  expect([store.versions.sizeSince(99), store.versions.read(99)]).toEqual([null, null]);
  change({ op: 'delete', kind: 'canvas', id: overview });
  expect(store.versions.sizeSince(version)).toBeNull();
});

it('counts everything on a canvas that was never reviewed, if another one was', () => {
  store.versions.review([payments], 'Spring review', 'Ann Lee');
  const [reviewed] = store.versions.list(payments);
  expect(store.versions.reviewState([overview, payments])).toEqual({
    title: 'Spring review',
    madeAt: reviewed?.madeAt,
    madeBy: 'Ann Lee',
    elements: 1,
    // The mitigation of a new threat is a part of this threat.
    threats: 1,
    mitigations: 0,
    canvases: [
      { id: overview, version: null, changes: 2 },
      { id: payments, version: reviewed?.id, changes: 0 },
    ],
  });
});
