import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DrawingChange, RecordChange } from '#shared/desktop/change.ts';
import { createStore, type Store } from './store.ts';
import {
  added,
  addSmallModel,
  created,
  node,
  renamed,
  smallModel,
  syncAll,
  uuid,
} from './testing/small-model.ts';

const { model, overview, payments, component, threat, mitigation } = smallModel;

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

const apply = (records: RecordChange[], drawings: DrawingChange[] = []) =>
  store.changes.apply({ scope: model, label: 'edit', records, drawings });
const titleOf = (kind: RecordChange['kind'], id: string): unknown =>
  store.records.find(kind, id)?.local['title'];
const labelsOn = (id: string) => store.documents.read(id)?.nodes.map(({ data }) => data.label);

/** Stores a title that another person has written at the service. */
const writtenByOthers = (kind: RecordChange['kind'], id: string, title: string): void => {
  const row = store.records.find(kind, id);
  if (!row) throw new Error('The record is gone.');
  const values = { ...row.local, title };
  store.records.put({ ...row, local: values, base: values });
};

const noPlace = { canvasIds: [], deletedCanvasIds: [], componentIds: [] };

describe('a step', () => {
  it('has nothing to undo after sync has deleted the record or the canvas', () => {
    apply([renamed('threat', threat, 'Cookie theft')]);
    store.records.remove('threat', threat);
    apply([], [added(payments, node('a'))]);
    store.records.remove('canvas', payments);
    const gone = { isTargetDeleted: true, drawings: [], ...noPlace };
    expect(store.changes.undo(model).step).toEqual({ label: 'edit', ...gone });
    expect(store.changes.undo(model)).toEqual({
      step: { label: 'edit', ...gone },
      kinds: ['threat'],
    });
    expect(store.records.has('threat', threat)).toBe(false);
    expect(store.changes.redo(model).step).toMatchObject(gone);
  });

  it('restores nothing in a record, and orders nothing in a model, that others deleted', () => {
    apply([{ op: 'delete', kind: 'threat', id: threat }]);
    store.records.remove('component', component);
    expect(store.changes.undo(model).step).toMatchObject({ isTargetDeleted: true });
    const found = [
      store.records.has('threat', threat),
      store.records.has('mitigation', mitigation),
    ];
    expect(found).toEqual([false, false]);
    const canvasOrders = [{ modelId: model, canvasIds: [payments, overview] }];
    store.changes.apply({ scope: model, label: 'order', canvasOrders });
    store.records.remove('threatModel', model);
    expect(store.changes.undo(model).step).toMatchObject({ isTargetDeleted: true });
  });

  it('without any change deletes no target, and there is none before the first one', () => {
    store.changes.undo(model);
    expect(store.changes.undo(model)).toEqual({ step: null, kinds: [] });
    expect(store.changes.redo('another model')).toEqual({ step: null, kinds: [] });
    apply([]);
    expect(store.changes.undo(model)).toEqual({
      step: { label: 'edit', isTargetDeleted: false, drawings: [], ...noPlace },
      kinds: [],
    });
  });

  it('is undone as far as others left something of it', () => {
    apply([renamed('threat', threat, 'Cookie theft'), renamed('component', component, 'Portal')]);
    apply([], [added(overview, node('a'), node('b'))]);
    const drawn = store.documents.read(overview);
    const merged = { nodes: drawn?.nodes.filter(({ id }) => id !== 'a') ?? [], edges: [] };
    store.documents.merge(overview, merged, merged);
    expect(store.changes.undo(model).step).toEqual({
      label: 'edit',
      isTargetDeleted: false,
      drawings: [{ canvasId: overview, operation: [{ kind: 'removeNode', id: 'b' }] }],
      canvasIds: [overview],
      deletedCanvasIds: [],
      componentIds: [],
    });
    expect(labelsOn(overview)).toEqual(['web']);
    store.records.remove('threat', threat);
    expect(store.changes.undo(model).step?.isTargetDeleted).toBe(false);
    expect(titleOf('component', component)).toBe('Web app');
    expect(store.records.has('threat', threat)).toBe(false);
  });

  it('has the canvas and the component that it changed, once each', () => {
    apply([renamed('threat', threat, 'Cookie theft'), renamed('mitigation', mitigation, 'Long')]);
    apply([created('threat', uuid(30), component, { title: 'New' })]);
    const place = { canvasIds: [overview], deletedCanvasIds: [] };
    expect(store.changes.undo(model)).toMatchObject({
      step: { ...place, componentIds: [] },
      kinds: ['threat', 'mitigation', 'comment'],
    });
    expect(store.changes.undo(model)).toMatchObject({
      step: { ...place, componentIds: [component] },
      kinds: ['mitigation', 'threat'],
    });
    store.changes.redo(model);
    expect(store.changes.redo(model)).toMatchObject({
      step: { ...place, componentIds: [component] },
      kinds: ['threat'],
    });
  });

  it('has the deleted canvas once, although several records of it were removed', () => {
    const canvas = created('canvas', uuid(30), model, { title: 'Login' });
    const records = [31, 32].map((at) => created('component', uuid(at), uuid(30), { title: 'C' }));
    apply([canvas, ...records]);
    apply([renamed('component', uuid(31), 'D'), renamed('component', uuid(32), 'D')]);
    expect(store.changes.undo(model).step).toMatchObject({
      canvasIds: [uuid(30)],
      componentIds: [uuid(32), uuid(31)],
    });
    expect(store.changes.undo(model).step).toMatchObject({
      canvasIds: [],
      deletedCanvasIds: [uuid(30)],
      componentIds: [],
    });
  });
});

describe('a redo', () => {
  it('creates a record as it was before the undo, with what others wrote', () => {
    apply([
      created('threat', uuid(30), component, { title: 'New' }),
      created('mitigation', uuid(31), uuid(30), { title: 'Bind' }),
      renamed('threat', threat, 'Cookie theft'),
    ]);
    syncAll(store);
    writtenByOthers('threat', uuid(30), 'Theirs');
    store.records.remove('mitigation', uuid(31));
    store.changes.undo(model);
    expect(store.outbox.all().map(({ op, id }) => [op, id])).toEqual([
      ['update', threat],
      ['delete', uuid(30)],
    ]);
    store.changes.redo(model);
    expect(store.records.find('threat', uuid(30))).toMatchObject({
      local: { title: 'Theirs' },
      base: { title: 'Theirs' },
    });
    expect(titleOf('threat', threat)).toBe('Cookie theft');
    expect(store.records.has('mitigation', uuid(31))).toBe(true);
    expect(store.outbox.all()).toMatchObject([
      { op: 'update', id: threat, fields: ['title'] },
      { op: 'update', id: uuid(30), fields: [] },
      { op: 'update', id: uuid(31) },
    ]);
  });

  it('changes only the field that the gesture changed', () => {
    apply([renamed('threat', threat, 'Cookie theft')]);
    store.changes.undo(model);
    apply([created('comment', uuid(30), threat, { text: 'Later' })]);
    expect(store.changes.history(model)).toEqual({ undo: 'edit', redo: null });
    expect(store.changes.redo(model).step).toBeNull();
    store.changes.undo(model);
    expect(store.changes.history(model)).toEqual({ undo: 'draw', redo: 'edit' });
    store.changes.redo(model);
    expect(store.records.has('comment', uuid(30))).toBe(true);
    expect(titleOf('threat', threat)).toBe('Session theft');
  });

  it('draws again, and is one step of the history', () => {
    apply([], [added(overview, node('a')), added(payments, node('b'))]);
    for (let time = 0; time < 3; time += 1) {
      syncAll(store);
      store.changes.undo(model);
      expect(store.outbox.all()).toMatchObject([
        { op: 'update', id: overview, fields: ['data'] },
        { op: 'update', id: payments, fields: ['data'] },
      ]);
      expect([labelsOn(overview), labelsOn(payments)]).toEqual([['web'], ['web 2']]);
      const { step, kinds } = store.changes.redo(model);
      expect(step?.canvasIds).toEqual([overview, payments]);
      expect(kinds).toEqual(['canvas']);
      expect([labelsOn(overview), labelsOn(payments)]).toEqual([
        ['a', 'web'],
        ['b', 'web 2'],
      ]);
    }
    expect(store.changes.history(model)).toEqual({ undo: 'edit', redo: null });
  });
});
