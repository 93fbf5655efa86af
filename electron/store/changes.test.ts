import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DrawingChange, RecordChange } from '#shared/desktop/change.ts';
import { createStore, type Store } from './store.ts';
import {
  added,
  addSmallModel,
  changed,
  created,
  node,
  renamed,
  smallModel,
  syncAll,
  uuid,
} from './testing/small-model.ts';

const { model, overview, payments, component, threat, comment } = smallModel;

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

describe('a change', () => {
  const kindsOf = (records: RecordChange[], drawings: DrawingChange[] = []) =>
    apply(records, drawings).toSorted();
  const setNode = { kind: 'setNode', id: 'web' } as const;
  const edge = { id: 'f', source: 'web', target: 'web' };

  it.each<[string, DrawingChange, string[]]>([
    ['a node', added(overview, node('a')), ['canvas']],
    ['the node of a component', added(overview, node('a', component)), ['canvas', 'component']],
    ['a flow', changed(overview, [{ kind: 'addEdge', index: 0, edge }]), ['canvas']],
    [
      'the flow of a component',
      changed(overview, [
        { kind: 'addEdge', index: 0, edge: { ...edge, data: { componentId: component } } },
      ]),
      ['canvas', 'component'],
    ],
    ['a name', changed(overview, [{ ...setNode, data: { label: 'A' } }]), ['canvas']],
    ['a position', changed(overview, [{ ...setNode, fields: { width: 9 } }]), ['canvas']],
    [
      'a component for an element',
      changed(overview, [{ ...setNode, data: { componentId: component } }]),
      ['canvas', 'component'],
    ],
    [
      'a component for a flow',
      changed(overview, [
        { kind: 'addEdge', index: 0, edge },
        { kind: 'setEdge', id: 'f', data: { componentId: component } },
      ]),
      ['canvas', 'component'],
    ],
    ['a deletion', changed(overview, [{ kind: 'removeNode', id: 'web' }]), ['canvas']],
  ])('of a drawing by %s tells which records to read again', (_what, drawing, kinds) => {
    expect(kindsOf([], [drawing])).toEqual(kinds);
  });

  it('of records tells which records to read again', () => {
    expect(kindsOf([renamed('threat', threat, 'Cookie theft')])).toEqual(['threat']);
    expect(kindsOf([created('comment', uuid(30), threat, { text: 'Yes' })])).toEqual(['comment']);
    expect(kindsOf([{ op: 'delete', kind: 'comment', id: comment }])).toEqual(['comment']);
    expect(kindsOf([{ op: 'delete', kind: 'component', id: component }])).toEqual([
      'comment',
      'component',
      'mitigation',
      'threat',
    ]);
    const canvasOrders = [{ modelId: model, canvasIds: [payments, overview] }];
    expect(store.changes.apply({ scope: model, label: 'order', canvasOrders })).toEqual(['canvas']);
  });

  it('of a drawing is queued for the service as a change of the canvas, with its time', () => {
    syncAll(store);
    const before = store.records.find('canvas', overview)?.local;
    apply([], [added(overview, node('a'))]);
    const after = store.records.find('canvas', overview)?.local;
    expect(store.outbox.all()).toMatchObject([{ op: 'update', id: overview, fields: ['data'] }]);
    expect({ ...after, updated_at: null }).toEqual({ ...before, updated_at: null });
    expect(String(after?.['updated_at']) >= String(before?.['updated_at'])).toBe(true);
  });

  it('with the child of a record that it also deletes is rejected', () => {
    const child = created('threat', uuid(31), uuid(30), { title: 'Orphan' });
    const parent = created('component', uuid(30), overview, { title: 'Short-lived' });
    const deletion = { op: 'delete', kind: 'component', id: uuid(30) } as const;
    expect(() => apply([parent, deletion, child])).toThrow('The parent no longer exists.');
    expect(store.records.has('component', uuid(30))).toBe(false);
  });

  it.each<[string, RecordChange, string]>([
    ['an update of a missing record', renamed('threat', uuid(99), 'A'), 'record no longer exists'],
    ['a threat without a parent', created('threat', uuid(30), null, { title: 'A' }), 'missing'],
    [
      'a collection with a parent',
      created('collection', uuid(30), model, { title: 'A' }),
      'missing',
    ],
    [
      'a record from a version that does not exist',
      { op: 'restoreVersion', kind: 'threat', id: threat, version: 7 },
      'can’t be restored',
    ],
  ])('is rejected if it has %s', (_what, record, message) => {
    const first = renamed('component', component, 'Portal');
    expect(() => apply([first, record])).toThrow(message);
    expect(titleOf('component', component)).toBe('Web app');
  });

  it('may delete a record that is already gone', () => {
    const deletion = { op: 'delete', kind: 'threat', id: uuid(99) } as const;
    expect(apply([deletion, renamed('threat', threat, 'Cookie theft')])).toContain('threat');
    expect(titleOf('threat', threat)).toBe('Cookie theft');
    store.changes.undo(model);
    expect(titleOf('threat', threat)).toBe('Session theft');
  });

  it('is rejected in the history of a model that does not exist', () => {
    const records = [renamed('threat', threat, 'Cookie theft')];
    const change = { scope: uuid(99), label: 'edit', records };
    expect(() => store.changes.apply(change)).toThrow('The threat model no longer exists.');
    expect(titleOf('threat', threat)).toBe('Session theft');
  });
});

describe('decisions', () => {
  const decide = (id: string, title: string, drawings: DrawingChange[], scope = model) =>
    store.changes.decide({
      scope,
      label: `decide ${title}`,
      steps: [{ op: 'patch', kind: 'threat', id, values: { title } }],
      drawings,
    });

  it('that are made together are one step of each history', () => {
    const other = uuid(40);
    store.changes.apply({
      scope: 'workspace',
      label: 'new',
      records: [created('threatModel', other, smallModel.collection, { title: 'Bank' })],
    });
    const scopes = store.changes.decideTogether(() => {
      decide(threat, 'One', [added(overview, node('a'))]);
      decide(threat, 'Two', [added(overview, node('b')), added(payments, node('c'))]);
      decide(threat, 'Three', [], other);
      store.changes.decide({
        scope: model,
        label: 'decide Four',
        steps: [{ op: 'patch', kind: 'component', id: component, values: { title: 'Portal' } }],
      });
    });
    expect(titleOf('component', component)).toBe('Portal');
    expect(scopes).toEqual([model, other]);
    expect(labelsOn(overview)).toEqual(['b', 'a', 'web']);
    expect(store.changes.history(other)).toEqual({ undo: 'decide Three', redo: null });
    store.changes.undo(other);
    expect(titleOf('threat', threat)).toBe('Two');
    const { step } = store.changes.undo(model);
    expect(step).toMatchObject({ label: 'decide One', canvasIds: [overview, payments] });
    expect(titleOf('threat', threat)).toBe('Session theft');
    expect(titleOf('component', component)).toBe('Web app');
    expect([labelsOn(overview), labelsOn(payments)]).toEqual([['web'], ['web 2']]);
    store.changes.redo(model);
    expect(titleOf('threat', threat)).toBe('Two');
    expect(titleOf('component', component)).toBe('Portal');
    expect([labelsOn(overview), labelsOn(payments)]).toEqual([
      ['b', 'a', 'web'],
      ['c', 'web 2'],
    ]);
  });

  it('are each a step if the ones before failed', () => {
    const failing = (): void => {
      decide(threat, 'One', []);
      throw new Error('The disk is full.');
    };
    expect(() => store.changes.decideTogether(failing)).toThrow('The disk is full.');
    expect(titleOf('threat', threat)).toBe('Session theft');
    decide(threat, 'Two', []);
    decide(threat, 'Three', []);
    expect(store.changes.undo(model).step?.label).toBe('decide Three');
    expect(store.changes.undo(model).step?.label).toBe('decide Two');
    expect(store.changes.decideTogether(() => {})).toEqual([]);
  });

  it('that restore a canvas and draw on it are done again with what was drawn', () => {
    const login = uuid(30);
    const values = { title: 'Login', created_at: '2026', updated_at: '2026' };
    const canvas = { op: 'put', kind: 'canvas', id: login, parentId: model, values } as const;
    const bases = { document: { nodes: [], edges: [] }, base: null, documentBase: null };
    store.changes.decideTogether(() => {
      store.changes.decide({ scope: model, label: 'restore', steps: [{ ...canvas, ...bases }] });
      decide(threat, 'One', [added(login, node('a'))]);
    });
    expect(store.changes.undo(model).step).toMatchObject({ deletedCanvasIds: [login] });
    expect(store.changes.redo(model).step).toMatchObject({
      canvasIds: [login, overview],
      drawings: [{ canvasId: login, operation: added(login, node('a')).operation }],
    });
    expect(labelsOn(login)).toEqual(['a']);
  });

  it('that remove a component leave its elements on other canvases without it', () => {
    const kinds = store.changes.decide({
      scope: model,
      label: 'decide',
      steps: [{ op: 'remove', kind: 'canvas', id: overview }],
    });
    expect(kinds.toSorted()).toEqual(['canvas', 'comment', 'component', 'mitigation', 'threat']);
    expect(store.documents.read(payments)?.nodes[0]?.data).toEqual({ label: 'web 2' });
    expect(store.outbox.all().map(({ id }) => id)).toContain(payments);
    store.changes.undo(model);
    expect(store.documents.read(payments)?.nodes[0]?.data).toEqual({
      label: 'web 2',
      componentId: component,
    });
    expect(store.records.has('comment', comment)).toBe(true);
  });
});
