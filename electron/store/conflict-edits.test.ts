import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { Values } from './records.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, changed, smallModel } from './testing/small-model.ts';

const { model, overview, threat } = smallModel;
const canvas = { kind: 'canvas', id: overview } as const;

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

const rowOf = (kind: 'threat' | 'canvas', id: string) => {
  const row = store.records.find(kind, id);
  if (!row) throw new Error('The record is gone.');
  return row;
};

const update = (kind: 'threat' | 'canvas', id: string, values: Values): void =>
  void store.changes.apply({
    scope: model,
    label: 'edit',
    records: [{ op: 'update', kind, id, values }],
  });

describe('an edit of a field in conflict', () => {
  const base = { title: 'Session theft', priority: 'medium', description: '' };
  const theirs = { title: 'Token theft', priority: 'low', description: 'By cookie' };
  const baseOf = (): Values | null => rowOf('threat', threat).base;
  const items = () => store.conflicts.find('threat', threat)?.items;

  beforeEach(() => {
    store.records.put({ ...rowOf('threat', threat), base });
    update('threat', threat, { title: 'Cookie theft', priority: 'high' });
    store.conflicts.put({
      kind: 'threat',
      id: threat,
      type: 'fields',
      items: ['title', 'priority'],
      theirs,
      drawing: null,
      etag: '"7"',
    });
  });

  it('decides about this field only, and the last one ends the conflict', () => {
    update('threat', threat, { title: 'Stolen cookie', description: 'Mine' });
    expect(baseOf()).toEqual({ ...base, title: 'Token theft' });
    expect(store.conflicts.find('threat', threat)).toEqual({
      kind: 'threat',
      id: threat,
      type: 'fields',
      items: ['priority'],
      theirs,
      drawing: null,
      etag: '"7"',
    });
    update('threat', threat, { priority: 'medium' });
    expect(baseOf()).toEqual({ ...base, title: 'Token theft', priority: 'low' });
    expect(store.conflicts.count()).toBe(0);
  });

  it('decides nothing if the value stays the same, or if another field changes', () => {
    update('threat', threat, { title: 'Cookie theft' });
    update('threat', threat, { description: 'Mine' });
    expect(baseOf()).toEqual(base);
    expect(items()).toEqual(['title', 'priority']);
  });

  it('decides nothing if it is undone or redone, and the conflict stays', () => {
    store.changes.undo(model);
    expect(rowOf('threat', threat).local).toMatchObject({ title: 'Session theft' });
    expect(baseOf()).toEqual({ description: '' });
    expect(items()).toEqual(['title', 'priority']);
    store.changes.redo(model);
    expect(rowOf('threat', threat).local).toMatchObject({ title: 'Cookie theft' });
    expect(baseOf()).toEqual({ description: '' });
    expect(items()).toEqual(['title', 'priority']);
  });

  it('decides nothing about a record that others deleted', () => {
    store.conflicts.put({ kind: 'threat', id: threat, type: 'deletedThere', items: [] });
    update('threat', threat, { title: 'Stolen cookie' });
    expect(baseOf()).toEqual(base);
    expect(store.conflicts.find('threat', threat)?.type).toBe('deletedThere');
  });
});

const node = (id: string, data: CanvasNode['data'] = {}, x = 0): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x, y: 0 },
  data: { label: id, ...data },
});
const flow = (id: string, source: string, target: string, label = id): CanvasEdge => ({
  id,
  source,
  target,
  data: { label },
});
const drawing = (nodes: CanvasNode[], edges: CanvasEdge[] = []): CanvasDocument => ({
  nodes,
  edges,
});

/** Stores a canvas that both sides have changed since `base`, and the conflict about it. */
const disagree = (
  [base, mine, theirs]: readonly [CanvasDocument, CanvasDocument, CanvasDocument],
  items: string[],
): void => {
  store.records.put({
    ...rowOf('canvas', overview),
    base: { title: 'Overview', format: 'diagram' },
  });
  store.documents.merge(overview, mine, base);
  store.conflicts.put({
    ...canvas,
    type: 'canvas',
    items,
    theirs: { title: 'Everything' },
    drawing: theirs,
    etag: null,
  });
};

const draw = (operation: CanvasOperation, inverse: CanvasOperation = []): void =>
  void store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [changed(overview, operation, inverse)],
  });
const drawingBase = () => store.documents.base(overview);
const conflict = () => {
  const found = store.conflicts.find('canvas', overview);
  return found && [found.type, found.items];
};

describe('an edit of a drawing in conflict', () => {
  const plain = drawing([node('a'), node('b')], [flow('f', 'a', 'b')]);

  it('decides about the edited fields of an element, one after another', () => {
    const mine = drawing([node('a', { label: 'Web', color: 'red' }), node('b')], plain.edges);
    const theirs = drawing(
      [node('a', { label: 'App', color: 'blue' }), node('b', { label: 'Store' })],
      plain.edges,
    );
    disagree([plain, mine, theirs], ['node:a']);

    draw([{ kind: 'setNode', id: 'a', fields: { position: { x: 9, y: 9 } } }]);
    expect(drawingBase()).toEqual(plain);

    draw([{ kind: 'setNode', id: 'a', data: { label: 'Portal' } }]);
    expect(drawingBase()?.nodes).toEqual([node('a', { label: 'App' }), node('b')]);
    expect(conflict()).toEqual(['canvas', ['node:a']]);

    draw([{ kind: 'setNode', id: 'a', data: { color: 'green' } }]);
    expect(drawingBase()?.nodes).toEqual([theirs.nodes[0], node('b')]);
    expect(conflict()).toBeNull();
  });

  it('decides about one element, and leaves the others and the fields of the canvas', () => {
    const mine = drawing([node('a', { label: 'Web' }), node('b')], [flow('f', 'a', 'b', 'Login')]);
    const theirs = drawing([node('a', { label: 'App' }), node('b')], [flow('f', 'a', 'b', 'Data')]);
    disagree([plain, mine, theirs], ['title', 'node:a', 'edge:f']);
    update('canvas', overview, { title: 'All' });
    expect(rowOf('canvas', overview).base).toEqual({ title: 'Everything', format: 'diagram' });
    expect(conflict()).toEqual(['canvas', ['node:a', 'edge:f']]);

    draw([{ kind: 'setEdge', id: 'f', data: { label: 'Cards' } }]);
    expect(drawingBase()).toEqual({ nodes: plain.nodes, edges: theirs.edges });
    expect(conflict()).toEqual(['canvas', ['node:a']]);
    draw([{ kind: 'setNode', id: 'a', data: { label: 'Portal' } }]);
    expect(drawingBase()).toEqual(theirs);
    expect(conflict()).toBeNull();
  });

  it('leaves a conflict about the fields of the canvas alone', () => {
    const mine = drawing([node('a', { label: 'Web' }), node('b')], [flow('f', 'a', 'b', 'Login')]);
    const theirs = drawing([node('a', { label: 'App' }), node('b')], [flow('f', 'a', 'b', 'Data')]);
    disagree([plain, mine, theirs], ['title', 'node:a', 'edge:f']);
    draw([{ kind: 'setNode', id: 'a', data: { label: 'Portal' } }]);
    expect(conflict()).toEqual(['canvas', ['title', 'edge:f']]);
    draw([{ kind: 'setEdge', id: 'f', data: { label: 'Cards' } }]);
    expect(conflict()).toEqual(['fields', ['title']]);
  });

  it('keeps what others changed in the element in conflict until it is merged', () => {
    const mine = drawing([node('a', { label: 'Web' }), node('b')], plain.edges);
    const theirs = drawing([node('a', { label: 'App' }, 50), node('b')], plain.edges);
    disagree([plain, mine, theirs], ['node:a']);
    draw([{ kind: 'setNode', id: 'a', data: { label: 'Portal' } }]);
    expect(drawingBase()?.nodes[0]).toEqual(node('a', { label: 'App' }));
    expect(conflict()).toEqual(['canvas', ['node:a']]);
    draw([{ kind: 'addNode', index: 0, node: node('c') }]);
    expect(conflict()).toEqual(['canvas', ['node:a']]);

    const [login, data] = [flow('f', 'a', 'b', 'Login'), flow('f', 'a', 'b', 'Data')];
    const moved = { ...data, sourceHandle: 'left' };
    const [here, there] = [drawing(plain.nodes, [login]), drawing(plain.nodes, [moved])];
    disagree([plain, here, there], ['edge:f']);
    draw([{ kind: 'setEdge', id: 'f', data: { label: 'Cards' } }]);
    expect(drawingBase()?.edges).toEqual([data]);
    expect(conflict()).toEqual(['canvas', ['edge:f']]);
  });

  it('keeps an element that others deleted as a new one', () => {
    const mine = drawing([node('a', { label: 'Web' }), node('b')]);
    const theirs = drawing([node('b')]);
    disagree([drawing([node('a'), node('b')]), mine, theirs], ['node:a']);
    draw([{ kind: 'setNode', id: 'a', fields: { position: { x: 9, y: 9 } } }]);
    expect(drawingBase()).toEqual(theirs);
    expect(conflict()).toBeNull();
  });

  it.each([
    ['others deleted it', drawing([node('b')])],
    ['others changed it', drawing([node('a', { label: 'App' }), node('b')])],
  ])('deletes the element for both sides if %s', (_what, theirs) => {
    const mine = drawing([node('a', { label: 'Web' }), node('b')]);
    disagree([drawing([node('a'), node('b')]), mine, theirs], ['node:a']);
    draw([{ kind: 'removeNode', id: 'a' }]);
    expect(drawingBase()).toEqual(theirs);
    expect(conflict()).toBeNull();
  });

  it('has no decision in an element that comes back from another canvas', () => {
    const theirs = drawing([node('a', { label: 'App' }), node('b')]);
    disagree([drawing([node('a'), node('b')]), drawing([node('b')]), theirs], ['node:a']);
    draw([{ kind: 'addNode', index: 0, node: node('a', { label: 'Web' }) }]);
    expect(drawingBase()).toEqual(drawing([node('b')]));
    expect(conflict()).toEqual(['canvas', ['node:a']]);
  });

  it('decides about a flow as about a node', () => {
    const mine = drawing(plain.nodes, [flow('f', 'a', 'b', 'Login')]);
    const theirs = drawing(plain.nodes);
    disagree([plain, mine, theirs], ['edge:f']);
    draw([{ kind: 'setEdge', id: 'f', data: { label: 'Cards' } }]);
    expect(drawingBase()).toEqual(theirs);
    expect(conflict()).toBeNull();
  });

  it('decides about a node and a flow with the same ID', () => {
    const mine = drawing([node('a', { label: 'Web' }), node('b')], [flow('a', 'a', 'b', 'Login')]);
    const theirs = drawing([node('a', { label: 'App' }), node('b')], [flow('a', 'a', 'b', 'Data')]);
    disagree([drawing(plain.nodes, [flow('a', 'a', 'b')]), mine, theirs], ['node:a', 'edge:a']);
    draw([
      { kind: 'setNode', id: 'a', data: { label: 'Portal' } },
      { kind: 'setEdge', id: 'a', data: { label: 'Cards' } },
    ]);
    expect(drawingBase()).toEqual(theirs);
    expect(conflict()).toBeNull();
  });

  it('keeps a node that others deleted in conflict after its new flow is deleted', () => {
    const mine = drawing(plain.nodes, [flow('f', 'a', 'b', 'Login')]);
    const theirs = drawing([node('a')]);
    disagree([plain, mine, theirs], ['node:b', 'edge:f']);
    draw([{ kind: 'removeEdge', id: 'f' }]);
    expect(drawingBase()).toEqual(drawing(plain.nodes));
    expect(conflict()).toEqual(['canvas', ['node:b']]);
  });

  it('is no decision if the canvas has a conflict only about its fields', () => {
    const mine = drawing([node('a', { label: 'Web' }), node('b')], plain.edges);
    disagree([plain, mine, mine], ['title']);
    store.conflicts.put({
      ...canvas,
      type: 'fields',
      items: ['title'],
      theirs: { title: 'Everything' },
      drawing: null,
      etag: null,
    });
    draw([{ kind: 'setNode', id: 'a', data: { label: 'Portal' } }]);
    expect(drawingBase()).toEqual(plain);
    expect(conflict()).toEqual(['fields', ['title']]);
  });
});

describe('undo and redo of an edit of a drawing in conflict', () => {
  const named = (label: string): CanvasOperation => [{ kind: 'setNode', id: 'a', data: { label } }];
  const base = drawing([node('a'), node('b')]);

  const edit = (operation: CanvasOperation, inverse: CanvasOperation): void => {
    store.documents.merge(overview, base, base);
    draw(operation, inverse);
  };
  /** Opens the conflict without a merge of the drawing, so that all edits can still be undone. */
  const open = (theirs: CanvasDocument, items: string[]): void =>
    store.conflicts.put({
      ...canvas,
      type: 'canvas',
      items,
      theirs: {},
      drawing: theirs,
      etag: null,
    });

  it('leave the conflict open, although a value equals that of the base', () => {
    edit(named('Web'), named('a'));
    open(drawing([node('a', { label: 'App' }), node('b')]), ['node:a']);
    store.changes.undo(model);
    expect(drawingBase()).toEqual(drawing([node('b')]));
    expect(conflict()).toEqual(['canvas', ['node:a']]);
    store.changes.redo(model);
    expect(drawingBase()).toEqual(drawing([node('b')]));
    expect(conflict()).toEqual(['canvas', ['node:a']]);
  });

  it('leave the conflict open about an element that others deleted', () => {
    edit(named('Web'), named('a'));
    open(drawing([node('b')]), ['node:a']);
    store.changes.undo(model);
    expect(drawingBase()).toEqual(drawing([node('a', { label: 'Web' }), node('b')]));
    expect(conflict()).toEqual(['canvas', ['node:a']]);
  });

  it('leave the conflict open about an element that is no longer deleted here', () => {
    edit([{ kind: 'removeNode', id: 'a' }], [{ kind: 'addNode', index: 0, node: node('a') }]);
    open(drawing([node('a', { label: 'App' }), node('b')]), ['node:a']);
    store.changes.undo(model);
    expect(drawingBase()).toEqual(drawing([node('b')]));
    expect(conflict()).toEqual(['canvas', ['node:a']]);
    store.changes.redo(model);
    expect(drawingBase()).toEqual(base);
    expect(conflict()).toEqual(['canvas', ['node:a']]);
  });
});
