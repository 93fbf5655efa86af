import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inOrder } from './in-order.ts';
import { createStore, type Store } from './store.ts';
import {
  added,
  addSmallModel,
  changed,
  created,
  node,
  smallModel,
  uuid,
} from './testing/small-model.ts';

const { collection, model, overview, payments, component, threat, mitigation, comment } =
  smallModel;
const [worker, card] = [uuid(30), uuid(31)];

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

const titleOf = (id: string): unknown => store.records.find('component', id)?.local['title'];
const shownOn = (canvasId: string): [string, unknown][] => {
  const { nodes = [], edges = [] } = store.documents.read(canvasId) ?? {};
  return [...nodes, ...edges].map(({ data }) => [
    String(data?.label),
    data?.componentId === undefined ? undefined : titleOf(data.componentId),
  ]);
};
const flow = (id: string, source: string, target: string, componentId?: string) => ({
  id,
  source,
  target,
  data: { label: id, ...(componentId !== undefined && { componentId }) },
});

describe('a copy of a canvas', () => {
  it('has everything in the order of the original', () => {
    const titles = Array.from({ length: 20 }, (_, at) => `Threat ${at}`);
    store.changes.apply({
      scope: model,
      label: 'new',
      records: titles.map((title, at) => created('threat', uuid(100 + at), component, { title })),
    });
    const plan = store.canvasEdits.duplicate(overview, 'Copy');
    if (!plan) throw new Error('There is no such canvas.');
    store.changes.apply(plan.change);
    const [copy] = store.records.children('component', plan.result.canvasId);
    const threats = inOrder(store.records.children('threat', copy?.id ?? ''));
    expect(threats.slice(1).map(({ local }) => local['title'])).toEqual(titles);
  });

  it('has copies of its own components, also of those that no element shows', () => {
    store.changes.apply({
      scope: model,
      label: 'new',
      records: [
        created('component', worker, overview, { title: 'Worker', description: 'Hidden' }),
        created('component', card, payments, { title: 'Card' }),
        created('threat', uuid(32), worker, { title: 'Flood', priority: 'high' }),
      ],
      drawings: [
        changed(overview, [
          { kind: 'addNode', index: 1, node: node('note') },
          { kind: 'addEdge', index: 0, edge: flow('pay', 'web', 'note', card) },
        ]),
      ],
    });
    const plan = store.canvasEdits.duplicate(overview, 'Copy');
    if (!plan) throw new Error('There is no such canvas.');
    const { canvasId } = plan.result;
    expect(plan.change).toMatchObject({
      scope: model,
      label: 'canvases.label.duplicate',
      drawings: [],
      canvasOrders: [{ modelId: model, canvasIds: [overview, canvasId, payments] }],
    });
    store.changes.apply(plan.change);
    expect(store.records.find('canvas', canvasId)?.local['title']).toBe('Copy');
    const copies = store.records.children('component', canvasId);
    expect(copies.map(({ local }) => String(local['title'])).toSorted()).toEqual([
      'Web app',
      'Worker',
    ]);
    const copied = copies.find(({ local }) => local['title'] === 'Worker');
    expect(copied?.local).toMatchObject({ description: 'Hidden' });
    expect(store.records.children('threat', copied?.id ?? '')).toMatchObject([
      { local: { title: 'Flood', priority: 'high' } },
    ]);
    expect(shownOn(canvasId)).toEqual([
      ['web', 'Web app'],
      ['note', undefined],
      ['pay', 'Card'],
    ]);
    const [before, after] = [overview, canvasId].map((id) => store.documents.read(id));
    const componentIds = (after?.nodes ?? []).map(({ data }) => data.componentId);
    expect(componentIds).not.toContain(component);
    expect(after?.edges[0]?.data?.componentId).toBe(card);
    expect(after?.nodes.map(({ id }) => id)).not.toEqual(before?.nodes.map(({ id }) => id));
    expect(after?.edges[0]?.source).toBe(after?.nodes[0]?.id);
  });

  it('has every key of the drawing that other programs use', () => {
    const drawn = { ...store.documents.read(payments), viewport: { zoom: 2 } };
    const document = { nodes: [], edges: [], ...drawn };
    store.documents.merge(payments, document, document);
    const plan = store.canvasEdits.duplicate(payments, 'Copy');
    expect(plan?.change.records).toMatchObject([
      { op: 'create', parentId: model, document: { viewport: { zoom: 2 } } },
    ]);
  });

  it('cannot be planned if the canvas is gone', () => {
    expect(store.canvasEdits.duplicate(uuid(99), 'Copy')).toBeNull();
    store.documents.remove(payments);
    expect(store.canvasEdits.duplicate(payments, 'Copy')).toBeNull();
  });
});

describe('a move of elements', () => {
  beforeEach(() => {
    store.changes.apply({
      scope: model,
      label: 'draw',
      drawings: [
        changed(overview, [
          { kind: 'addNode', index: 1, node: node('b') },
          { kind: 'addEdge', index: 0, edge: flow('f', 'web', 'b') },
        ]),
      ],
    });
  });

  it('leaves elements that are gone, and cuts flows to those that stay', () => {
    const plan = store.canvasEdits.moveElements({
      canvasId: overview,
      nodeIds: ['b', 'gone'],
      to: { canvasId: payments },
    });
    expect(plan?.change).toMatchObject({
      scope: model,
      label: 'canvases.label.move',
      records: [],
      canvasOrders: [],
    });
    expect(plan?.result).toEqual({
      canvasId: payments,
      elementIds: ['b'],
      cutFlows: 1,
      drawings: plan?.change.drawings.map(({ canvasId, operation }) => ({ canvasId, operation })),
    });
    expect(plan?.result.drawings.map(({ canvasId }) => canvasId)).toEqual([overview, payments]);
  });

  it('to a new canvas draws only on the canvas that they leave', () => {
    const plan = store.canvasEdits.moveElements({
      canvasId: overview,
      nodeIds: ['web', 'b'],
      to: { title: 'Login' },
    });
    if (!plan) throw new Error('There is no such canvas.');
    const { canvasId } = plan.result;
    expect(plan.result.drawings.map((each) => each.canvasId)).toEqual([overview]);
    expect(plan.result.cutFlows).toBe(0);
    store.changes.apply(plan.change);
    expect([shownOn(overview), shownOn(canvasId)]).toEqual([
      [],
      [
        ['web', 'Web app'],
        ['b', undefined],
        ['f', undefined],
      ],
    ]);
    expect(store.reads.canvasTabs(model).map(({ title }) => title)).toEqual([
      'Overview',
      'Payments',
      'Login',
    ]);
  });

  it('cannot be planned if one of the canvases is gone', () => {
    const plan = (canvasId: string, to: { canvasId: string } | { title: string }) =>
      store.canvasEdits.moveElements({ canvasId, nodeIds: ['web'], to });
    expect(plan(uuid(99), { title: 'Login' })).toBeNull();
    expect(plan(overview, { canvasId: uuid(99) })).toBeNull();
  });
});

describe('a move of threats', () => {
  const [flood, later] = [uuid(33), uuid(34)];
  beforeEach(() => {
    store.changes.apply({
      scope: model,
      label: 'new',
      records: [
        created('component', worker, payments, { title: 'Worker' }),
        created('threat', flood, worker, { title: 'Flood' }),
        created('threat', later, component, { title: 'Later' }),
      ],
    });
  });
  const plan = (ids: string[], componentId = worker) => store.moveThreats({ ids, componentId });
  const number = (id: string, ref_id: string): void => {
    const row = store.records.find('threat', id);
    if (row) store.records.put({ ...row, local: { ...row.local, ref_id } });
    store.idMap.put('threat', id, `service ${id}`);
  };

  it('creates them again with all they have, in their order, and leaves those in place', () => {
    number(threat, 'T-7');
    const change = plan([later, flood, threat]);
    expect(change).toMatchObject({ scope: model, label: 'threats.label.move' });
    expect(change?.records?.map(({ op, kind }) => `${op} ${kind}`)).toEqual([
      'create threat',
      'create mitigation',
      'create comment',
      'delete threat',
      'create threat',
      'delete threat',
    ]);
    const [first, measure, said, gone, second] = change?.records ?? [];
    expect(first).toMatchObject({
      parentId: worker,
      movedFrom: threat,
      values: { title: 'Session theft', status: 'accepted' },
    });
    expect(measure).toMatchObject({ parentId: first?.id, values: { title: 'Short sessions' } });
    expect(measure).not.toHaveProperty('movedFrom');
    expect(said).toMatchObject({ parentId: first?.id, values: { text: 'Seen in the last test' } });
    expect(gone?.id).toBe(threat);
    expect(String(first?.id) < String(second?.id)).toBe(true);
    if (change) store.changes.apply(change);
    const listed = store.reads.componentDetail(worker)?.threats;
    expect(listed?.map(({ title, ref_id }) => [title, ref_id])).toEqual([
      ['Flood', ''],
      ['Session theft', 'T-7'],
      ['Later', ''],
    ]);
    expect(store.records.find('threat', first?.id ?? '')?.local).toMatchObject({
      moved_from: `service ${threat}`,
    });
    expect(store.records.find('threat', second?.id ?? '')?.local).not.toHaveProperty('moved_from');
    const left = [
      store.records.has('threat', threat),
      store.records.has('mitigation', mitigation),
      store.records.has('comment', comment),
    ];
    expect(left).toEqual([false, false, false]);
  });

  it('cannot be planned for missing threats, and to missing or other models', () => {
    expect(plan([threat, uuid(99)])).toBeNull();
    expect([plan([threat], uuid(99)), plan([], uuid(99))]).toEqual([null, null]);
    const [bank, ledger, vault] = [uuid(40), uuid(41), uuid(42)];
    store.changes.apply({
      scope: 'workspace',
      label: 'new',
      records: [
        created('threatModel', bank, collection, { title: 'Bank' }),
        created('canvas', ledger, bank, { title: 'Ledger' }),
        created('component', vault, ledger, { title: 'Vault' }),
      ],
    });
    expect(plan([threat, flood], vault)).toBeNull();
    expect(plan([])).toMatchObject({ scope: model, records: [] });
  });
});

describe('a gesture on one canvas', () => {
  beforeEach(() => {
    store.changes.apply({
      scope: model,
      label: 'new',
      records: [
        created('component', worker, overview, { title: 'Worker' }),
        created('canvas', uuid(35), model, { title: 'Login' }),
      ],
    });
    const worked = { ...node('worker', worker), data: { label: 'Worker', componentId: worker } };
    const other = changed(payments, [
      { kind: 'addEdge', index: 0, edge: flow('pay', 'web 2', 'web 2', component) },
    ]);
    store.changes.apply({
      scope: model,
      label: 'draw',
      drawings: [added(overview, worked), other, added(uuid(35), worked)],
    });
  });
  const named = (label: string) =>
    changed(
      overview,
      [{ kind: 'setNode', id: 'web', data: { label } }],
      [{ kind: 'setNode', id: 'web', data: { label: 'web' } }],
    );
  const renaming = (id: string, title: string) =>
    ({ op: 'update', kind: 'component', id, values: { title } }) as const;

  it('renames a component only where another canvas shows it', () => {
    store.changes.apply({
      scope: model,
      label: 'rename',
      records: [renaming(component, 'Portal'), renaming(worker, 'Worker')],
      drawings: [named('Portal')],
    });
    expect(shownOn(overview)).toEqual([
      ['Worker', 'Worker'],
      ['Portal', 'Portal'],
    ]);
    expect(shownOn(payments)).toEqual([
      ['Portal', 'Portal'],
      ['Portal', 'Portal'],
    ]);
    expect(shownOn(uuid(35))).toEqual([['Worker', 'Worker']]);
    expect(store.outbox.forRecord('canvas', uuid(35)).map(({ op }) => op)).toEqual(['create']);
    store.changes.undo(model);
    expect(shownOn(payments)).toEqual([
      ['web 2', 'Web app'],
      ['pay', 'Web app'],
    ]);
  });

  it('renames nothing without a new title, or without a drawing', () => {
    const before = shownOn(payments);
    const records = [
      renaming(component, 'Web app'),
      { ...renaming(component, ''), values: { description: 'The back' } },
    ];
    store.changes.apply({ scope: model, label: 'edit', records, drawings: [named('Portal')] });
    expect(shownOn(payments)).toEqual(before);
    store.changes.apply({ scope: model, label: 'edit', records: [renaming(component, 'Portal')] });
    expect(shownOn(payments).map(([label]) => label)).toEqual(['web 2', 'pay']);
  });

  it('moves the components of a deleted canvas to the first canvas that shows them', () => {
    store.changes.apply({
      scope: model,
      label: 'delete',
      records: [{ op: 'delete', kind: 'canvas', id: overview }],
    });
    expect(shownOn(payments)).toEqual([
      ['web 2', 'Web app'],
      ['pay', 'Web app'],
    ]);
    expect(shownOn(uuid(35))).toEqual([['Worker', 'Worker']]);
    const [copy] = store.records.children('component', payments);
    const [threatCopy] = store.records.children('threat', copy?.id ?? '');
    expect(threatCopy?.local).toMatchObject({ title: 'Session theft', status: 'accepted' });
    expect(store.records.children('comment', threatCopy?.id ?? '')).toHaveLength(1);
    expect(store.records.all('component')).toHaveLength(2);
    expect(store.records.has('component', component)).toBe(false);
  });

  it('draws on one canvas and deletes another', () => {
    store.changes.apply({
      scope: model,
      label: 'delete',
      records: [{ op: 'delete', kind: 'canvas', id: uuid(35) }],
      drawings: [named('Portal')],
    });
    expect(store.records.has('canvas', uuid(35))).toBe(false);
    expect(shownOn(overview)).toContainEqual(['Portal', 'Web app']);
  });

  it('deletes a component with all canvases that show it', () => {
    const deletion = (id: string) => ({ op: 'delete', kind: 'canvas', id }) as const;
    store.changes.apply({
      scope: model,
      label: 'delete',
      records: [deletion(overview), deletion(payments)],
    });
    expect(store.records.all('component').map(({ parentId }) => parentId)).toEqual([uuid(35)]);
    store.changes.apply({ scope: model, label: 'delete', records: [deletion(uuid(35))] });
    expect(store.records.all('component')).toEqual([]);
  });
});
