import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { EditedThereConflict } from './conflicts.ts';
import { splitReference } from './outbox.ts';
import { createStore, type Store } from './store.ts';
import {
  added,
  addSmallModel,
  changed,
  created,
  node,
  smallModel,
  syncAll,
  uuid,
} from './testing/small-model.ts';

const { model, overview, payments, component, threat, mitigation, comment } = smallModel;

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

const apply = (...records: RecordChange[]): void =>
  void store.changes.apply({ scope: model, label: 'edit', records });
const remove = (kind: RecordChange['kind'], id: string): void => apply({ op: 'delete', kind, id });
const queue = () => store.outbox.all().map(({ op, kind, id }) => [op, kind, id]);
const rowOf = (kind: RecordChange['kind'], id: string) => {
  const row = store.records.find(kind, id);
  if (!row) throw new Error('The record is gone.');
  return row;
};

/** The service processes all pending deletes, and nothing else. */
const deletedThere = (): void => {
  for (const { seq, kind, id, snapshot } of store.outbox.deletes()) {
    store.idMap.remove(kind, id);
    for (const reference of Object.keys(snapshot?.held ?? {})) {
      store.idMap.remove(...splitReference(reference));
    }
    store.outbox.finish(seq);
  }
};

const contested = (kind: 'mitigation' | 'threat', id: string, parentId: string) =>
  ({
    kind,
    id,
    type: 'editedThere',
    items: [],
    theirs: { title: 'Theirs' },
    base: { title: 'Before' },
    drawing: null,
    etag: '"2"',
    parentId,
    held: { [`comment:${uuid(80)}`]: 'stamp' },
    sent: [],
    followed: [],
    unanswered: [],
    contested: [],
  }) satisfies EditedThereConflict;

describe('a record that is restored before its delete is sent', () => {
  it('has its base again, and only what differs is sent', () => {
    syncAll(store);
    apply({ op: 'update', kind: 'threat', id: threat, values: { title: 'Cookie theft' } });
    const before = rowOf('threat', threat);
    remove('threat', threat);
    store.changes.undo(model);
    expect(rowOf('threat', threat)).toEqual({ ...before, etag: null });
    expect(store.outbox.all()).toMatchObject([
      { op: 'update', kind: 'threat', id: threat, fields: ['title'] },
      { op: 'update', kind: 'mitigation', id: mitigation, fields: [] },
      { op: 'update', kind: 'comment', id: comment, fields: [] },
    ]);
  });

  it('has its drawing and the base of the drawing again', () => {
    syncAll(store);
    const base = store.documents.read(payments);
    store.changes.apply({ scope: model, label: 'draw', drawings: [added(payments, node('a'))] });
    const drawn = store.documents.read(payments);
    remove('canvas', payments);
    expect([store.documents.read(payments), store.documents.base(payments)]).toEqual([null, null]);
    store.changes.undo(model);
    expect(store.documents.read(payments)).toEqual(drawn);
    expect(store.documents.base(payments)).toEqual(base);
    expect(store.outbox.all()).toMatchObject([{ op: 'update', id: payments, fields: ['data'] }]);
  });

  it('has the base of its drawing again, also if the delete was sent without a response', () => {
    syncAll(store);
    const base = store.documents.read(payments);
    store.changes.apply({ scope: model, label: 'draw', drawings: [added(payments, node('a'))] });
    remove('canvas', payments);
    const [entry] = store.outbox.deletes();
    store.outbox.countSent(entry?.seq ?? 0, { body: null, ifMatch: null }, []);
    store.changes.undo(model);
    expect(store.documents.base(payments)).toEqual(base);
    expect(queue()).toEqual([
      ['delete', 'canvas', payments],
      ['update', 'canvas', payments],
    ]);
  });

  it('has the base of the delete if a redo restores it', () => {
    apply(created('canvas', uuid(30), model, { title: 'Login' }));
    syncAll(store);
    const base = rowOf('canvas', uuid(30)).base;
    store.changes.undo(model);
    store.changes.redo(model);
    expect(rowOf('canvas', uuid(30)).base).toEqual(base);
    expect(store.documents.base(uuid(30))).toEqual({ nodes: [], edges: [] });
  });

  it('is a new record if the service never had it', () => {
    syncAll(store);
    apply(created('threat', uuid(30), component, { title: 'New' }));
    store.records.put({ ...rowOf('threat', uuid(30)), base: { title: 'New' } });
    remove('threat', uuid(30));
    expect(queue()).toEqual([]);
    store.changes.undo(model);
    expect(queue()).toEqual([['create', 'threat', uuid(30)]]);
    expect(rowOf('threat', uuid(30)).base).toBeNull();

    apply(created('canvas', uuid(31), model, { title: 'Login' }));
    store.documents.confirm(uuid(31), { nodes: [], edges: [] });
    remove('canvas', uuid(31));
    store.changes.undo(model);
    expect(store.documents.base(uuid(31))).toBeNull();
  });

  it('has the base from its delete if a version restores it', () => {
    syncAll(store);
    store.versions.name(overview, 'Before');
    const [version] = store.versions.list(overview);
    const { base } = rowOf('component', component);
    remove('component', component);
    const from = { version: version?.id ?? 0, id: component };
    apply({ op: 'restoreVersion', kind: 'component', ...from });
    expect(rowOf('component', component).base).toEqual(base);
    expect(rowOf('threat', threat).base).toBeNull();
    expect(store.outbox.deletes()).toEqual([]);
  });

  it('has the drawing that was deleted as base if there was no other', () => {
    const drawn = store.documents.read(payments);
    store.idMap.put('canvas', payments, 'service canvas');
    remove('canvas', payments);
    store.changes.undo(model);
    expect(store.documents.base(payments)).toEqual(drawn);
  });

  it('counts as downloaded if it is a model', () => {
    expect(store.downloads.fetchedModels()).toEqual(new Set([model]));
    store.downloads.remove('threatModel', model);
    apply(created('threat', uuid(30), component, { title: 'New' }));
    expect(store.downloads.fetchedModels()).toEqual(new Set());
    const records = [{ op: 'delete', kind: 'threatModel', id: model } as const];
    store.changes.apply({ scope: 'workspace', label: 'delete', records });
    store.changes.undo('workspace');
    expect(store.downloads.fetchedModels()).toEqual(new Set([model]));
  });
});

it('restores a record that the service has deleted, once for all of its descendants', () => {
  syncAll(store);
  remove('component', component);
  deletedThere();
  expect(store.idMap.serviceId('threat', threat)).toBeNull();
  store.changes.undo(model);
  expect(store.outbox.deletes()).toMatchObject([
    {
      kind: 'component',
      id: component,
      attempts: 1,
      sent: [{ body: null, ifMatch: null }],
      snapshot: { base: null, drawing: null, parentId: overview, etag: null, held: {} },
    },
  ]);
  expect(queue()).toEqual([
    ['delete', 'component', component],
    ['update', 'component', component],
    ['update', 'threat', threat],
    ['update', 'mitigation', mitigation],
    ['update', 'comment', comment],
  ]);
  expect(store.idMap.serviceId('threat', threat)).toBe(`service ${threat}`);
  expect(store.idMap.isReturning('threat', threat)).toBe(true);
  expect(rowOf('threat', threat).base).toMatchObject({ title: 'Session theft' });
});

describe('the delete of a record with a contested delete in it', () => {
  beforeEach(() => {
    syncAll(store);
    store.conflicts.put(contested('mitigation', uuid(40), threat));
    store.conflicts.put(contested('mitigation', uuid(41), uuid(99)));
  });
  const open = () => store.conflicts.keys().map(({ kind, id }) => [kind, id]);

  it('takes over the conflict, and is a conflict itself', () => {
    remove('component', component);
    expect(open()).toEqual([['mitigation', uuid(41)]]);
    const [entry] = store.outbox.deletes();
    expect(entry?.snapshot?.contested).toEqual([contested('mitigation', uuid(40), threat)]);
    expect(entry?.snapshot?.held).toMatchObject({
      [`mitigation:${uuid(40)}`]: '',
      [`comment:${uuid(80)}`]: 'stamp',
      [`threat:${threat}`]: expect.stringMatching(/./),
    });
    expect(entry?.snapshot?.held).not.toHaveProperty(`component:${component}`);
  });

  it('opens the conflict again if it is undone', () => {
    remove('component', component);
    store.changes.undo(model);
    expect(store.conflicts.find('mitigation', uuid(40))).toEqual(
      contested('mitigation', uuid(40), threat),
    );
    expect(store.conflicts.count()).toBe(2);
    expect(store.outbox.deletes()).toEqual([]);
  });
});

it('ends the conflict about a delete that is undone, and opens those in it again', () => {
  syncAll(store);
  remove('threat', threat);
  const [entry] = store.outbox.deletes();
  store.outbox.finish(entry?.seq ?? 0);
  const below = contested('mitigation', uuid(40), threat);
  store.conflicts.put({
    ...contested('threat', threat, component),
    contested: [below],
    unanswered: [
      {
        kind: 'comment',
        id: comment,
        idempotencyKey: 'the first key',
        body: { text: 'Seen' },
        attempts: 2,
        sentAfter: null,
        honorsKey: false,
      },
    ],
  });
  store.idMap.remove('comment', comment);
  store.idMap.forgetFormer('comment', comment);
  store.changes.undo(model);
  expect(store.conflicts.find('threat', threat)).toBeNull();
  expect(store.conflicts.find('mitigation', uuid(40))).toEqual(below);
  expect(store.outbox.forRecord('comment', comment)).toMatchObject([
    { op: 'create', idempotencyKey: 'the first key', attempts: 2, body: { text: 'Seen' } },
  ]);
  expect(rowOf('threat', threat).base).toMatchObject({ title: 'Session theft' });
});

it('removes the conflicts of all deleted records', () => {
  syncAll(store);
  const edited = {
    type: 'fields',
    theirs: {},
    drawing: null,
    etag: null,
  } as const;
  const items = ['title'];
  store.conflicts.put({ kind: 'threat', id: threat, items, ...edited });
  store.conflicts.put({ kind: 'mitigation', id: mitigation, items, ...edited });
  store.conflicts.put({ kind: 'canvas', id: overview, items, ...edited });
  remove('component', component);
  expect(store.conflicts.keys()).toEqual([
    { kind: 'canvas', id: overview, type: 'fields', items: ['title'] },
  ]);
});

describe('the drawing of the service in a conflict', () => {
  const theirs = {
    nodes: [node('web', component), node('b', uuid(30))],
    edges: [{ id: 'f', source: 'web', target: 'b', data: { componentId: uuid(30) } }],
  };
  const conflict = {
    kind: 'canvas',
    id: payments,
    type: 'canvas',
    items: ['node:web'],
    theirs: {},
    drawing: theirs,
    etag: null,
  } as const;
  const shown = () => {
    const drawing = store.conflicts.theirDrawing(payments);
    return [...(drawing?.nodes ?? []), ...(drawing?.edges ?? [])].map(
      ({ data }) => data?.componentId,
    );
  };

  it('loses a deleted component that the service never had, and no other', () => {
    syncAll(store);
    apply(created('component', uuid(30), overview, { title: 'New' }));
    store.conflicts.put({ ...conflict, drawing: theirs, items: [...conflict.items] });
    expect(shown()).toEqual([component, uuid(30), uuid(30)]);
    remove('component', uuid(30));
    expect(shown()).toEqual([component, undefined, undefined]);
    remove('component', component);
    expect(shown()).toEqual([component, undefined, undefined]);
    expect(store.conflicts.find('canvas', payments)).toMatchObject({ items: ['node:web'] });
  });

  it('keeps a component that the service had', () => {
    syncAll(store);
    store.conflicts.put({ ...conflict, drawing: theirs, items: [...conflict.items] });
    store.idMap.remove('component', component);
    remove('component', component);
    expect(shown()[0]).toBe(component);
  });

  it('is known only if both sides changed the canvas', () => {
    expect(store.conflicts.theirDrawing(payments)).toBeNull();
    store.conflicts.put({ kind: 'canvas', id: payments, type: 'deletedThere', items: [] });
    expect(store.conflicts.theirDrawing(payments)).toBeNull();
    apply(created('component', uuid(30), overview, { title: 'New' }));
    remove('component', uuid(30));
    expect(store.conflicts.keys()).toHaveLength(1);
    store.conflicts.put({ ...conflict, drawing: theirs, items: [...conflict.items] });
    expect(store.conflicts.theirDrawing(payments)).toEqual(theirs);
  });
});

it('undoes and redoes a patch of several fields with the values before each', () => {
  const values = { title: 'Cookie theft', owner: 'Ann' };
  apply({ op: 'update', kind: 'threat', id: threat, values });
  expect(rowOf('threat', threat).local).toMatchObject(values);
  store.changes.undo(model);
  expect(rowOf('threat', threat).local).toMatchObject({ title: 'Session theft', owner: null });
  store.changes.redo(model);
  expect(rowOf('threat', threat).local).toMatchObject(values);
});

it('draws nothing on a canvas that is deleted in the same gesture', () => {
  syncAll(store);
  store.changes.apply({
    scope: model,
    label: 'delete',
    records: [{ op: 'delete', kind: 'canvas', id: payments }],
    drawings: [changed(payments, [{ kind: 'removeNode', id: 'web 2' }])],
  });
  expect(queue()).toEqual([['delete', 'canvas', payments]]);
});

describe('many new records of one gesture', () => {
  const count = 250;
  const componentOf = (at: number): string => uuid(1000 + at);
  const threatOf = (at: number): string => uuid(2000 + at);
  const creates = Array.from({ length: count }, (_, at) => [
    created('component', componentOf(at), overview, { title: `Component ${at}` }),
    created('threat', threatOf(at), componentOf(at), { title: `Threat ${at}` }),
  ]).flat();

  it('are stored and queued in order, removed by undo, and stored again by redo', () => {
    const before = queue();
    apply(...creates);
    const queued = creates.map(({ kind, id }) => ['create', kind, id]);
    expect(queue()).toEqual([...before, ...queued]);
    const rows = (): unknown[] => creates.map(({ kind, id }) => rowOf(kind, id));
    const stored = rows();
    expect(stored[2 * count - 1]).toMatchObject({
      parentId: componentOf(count - 1),
      local: { title: `Threat ${count - 1}`, status: 'open' },
      base: null,
      etag: null,
    });
    store.changes.undo(model);
    expect(store.records.children('component', overview)).toHaveLength(1);
    expect(queue()).toEqual(before);
    store.changes.redo(model);
    expect(rows()).toEqual(stored);
    expect(queue()).toEqual([...before, ...queued]);
  });

  it('are not stored if the parent of one of them is missing', () => {
    const before = queue();
    const orphan = created('threat', uuid(5000), uuid(5001), { title: 'Orphan' });
    expect(() => apply(...creates, orphan)).toThrow('The parent no longer exists.');
    expect(store.records.has('component', componentOf(0))).toBe(false);
    expect(queue()).toEqual(before);
  });

  it('can be changed in the same gesture', () => {
    apply(
      ...creates,
      { op: 'update', kind: 'threat', id: threatOf(1), values: { title: 'Renamed' } },
      created('component', componentOf(0), overview, { title: 'Again' }),
      { op: 'delete', kind: 'component', id: componentOf(2) },
    );
    expect(rowOf('threat', threatOf(1)).local).toMatchObject({ title: 'Renamed' });
    expect(rowOf('component', componentOf(0)).local).toMatchObject({ title: 'Again' });
    expect(store.records.has('threat', threatOf(2))).toBe(false);
    const own = (id: string): unknown[] => queue().filter((entry) => entry[2] === id);
    expect(own(threatOf(1))).toEqual([['create', 'threat', threatOf(1)]]);
    expect(own(componentOf(0))).toEqual([['create', 'component', componentOf(0)]]);
    expect(own(threatOf(2))).toEqual([]);
  });

  it('are stored once if one is created twice', () => {
    const [first, ...rest] = creates;
    const again = created('component', componentOf(0), overview, { title: 'Again' });
    apply(...(first ? [first] : []), again, ...rest);
    expect(rowOf('component', componentOf(0)).local).toMatchObject({ title: 'Again' });
    expect(queue().filter(([, , id]) => id === componentOf(0))).toHaveLength(1);
    expect(rowOf('threat', threatOf(count - 1)).parentId).toBe(componentOf(count - 1));
  });
});
