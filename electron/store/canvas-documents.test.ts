import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
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

const { model, overview, payments, component } = smallModel;

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

const draw = (operation: CanvasOperation, inverse: CanvasOperation = []): void =>
  void store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [changed(overview, operation, inverse)],
  });
const drawing = (...ids: string[]): CanvasDocument => ({
  nodes: ids.map((id) => node(id)),
  edges: [],
});

describe('the base of a drawing', () => {
  const base = () => store.documents.base(overview);

  it('stays what both sides had, whatever is drawn', () => {
    expect(base()).toBeNull();
    store.documents.merge(overview, drawing('a', 'b'), drawing('a'));
    expect(base()).toEqual(drawing('a'));
    draw([{ kind: 'removeNode', id: 'a' }]);
    store.documents.write(overview, drawing('c'), null);
    expect(base()).toEqual(drawing('a'));
    expect(store.documents.read(overview)).toEqual(drawing('c'));
  });

  it('is replaced alone, or forgotten', () => {
    store.documents.merge(overview, drawing('a', 'b'), drawing('a'));
    expect(base()).toEqual(drawing('a'));
    store.documents.merge(overview, drawing('a', 'b'), drawing('c'));
    expect(base()).toEqual(drawing('c'));
    store.documents.confirm(overview, drawing('b'));
    expect(base()).toEqual(drawing('b'));
    const read = store.documents.read(overview);
    if (read) store.documents.confirm(overview, read);
    expect(base()).toEqual(drawing('a', 'b'));
    store.documents.forgetBase(overview);
    expect(base()).toBeNull();
    expect(store.documents.read(overview)).toEqual(drawing('a', 'b'));
  });

  it('is the drawing itself if the drawing comes from the service', () => {
    expect(base()).toBeNull();
    const document = drawing('a', 'b');
    store.documents.add(overview, document, JSON.stringify(document));
    expect([store.documents.read(overview), base()]).toEqual([document, document]);
    const next = drawing('c');
    store.documents.add(overview, next, JSON.stringify(next));
    expect([store.documents.read(overview), base()]).toEqual([next, next]);
    store.documents.remove(overview);
    expect([store.documents.read(overview), base()]).toEqual([null, null]);
    expect(store.documents.text(overview)).toBeNull();
    expect(store.documents.readAside(overview)).toBeNull();
  });
});

it('knows the last merge of a drawing', () => {
  expect(store.documents.mergedSeq(uuid(99))).toBe(0);
  const before = store.documents.mergedSeq(overview);
  draw([{ kind: 'removeNode', id: 'web' }]);
  expect(store.documents.mergedSeq(overview)).toBe(before);
  store.documents.merge(overview, drawing('a'), drawing('a'));
  const merged = store.documents.mergedSeq(overview);
  expect(merged).toBeGreaterThan(before);
  store.changes.apply({ scope: model, label: 'draw', drawings: [added(payments, node('b'))] });
  store.documents.add(overview, drawing('a'), JSON.stringify(drawing('a')));
  expect(store.documents.mergedSeq(overview)).toBe(merged + 1);
});

it('leaves out flows and parents that an operation mentions after a merge removed them', () => {
  store.documents.merge(overview, drawing('a'), drawing('a'));
  draw([
    { kind: 'addEdge', index: 0, edge: { id: 'f', source: 'a', target: 'web' } },
    { kind: 'addNode', index: 1, node: node('b', undefined, { parentId: 'zone' }) },
  ]);
  const shown = { nodes: [node('a'), node('b')], edges: [] };
  expect(store.documents.read(overview)).toEqual(shown);
  expect(JSON.parse(store.documents.text(overview) ?? '')).toEqual(shown);
  draw([{ kind: 'addNode', index: 2, node: node('web') }]);
  expect(store.documents.read(overview)?.edges).toEqual([{ id: 'f', source: 'a', target: 'web' }]);
});

it('has another revision after each change, and the same one otherwise', () => {
  const revisions = [store.documents.revision(overview)];
  const changes = [
    () =>
      draw([{ kind: 'removeNode', id: 'web' }], [{ kind: 'addNode', index: 0, node: node('web') }]),
    () => store.changes.undo(model),
    () => store.documents.merge(overview, drawing('a'), drawing('a')),
    () => store.documents.merge(overview, drawing('a'), drawing('a')),
    () => store.documents.remove(overview),
  ];
  for (const change of changes) {
    change();
    revisions.push(store.documents.revision(overview));
    expect(store.documents.revision(overview)).toBe(revisions.at(-1));
  }
  expect(new Set(revisions).size).toBe(6);
});

it('tells if a component may come back through an undo or a decision', () => {
  const shown = { nodes: [node('a', component)], edges: [] };
  const mayReturn = (id = component): boolean => store.documents.mayReturn(overview, id);
  const finish = (): void => {
    for (const { seq } of store.outbox.all()) store.outbox.finish(seq);
  };
  store.documents.merge(overview, shown, shown);
  expect([mayReturn(), mayReturn(uuid(99))]).toEqual([true, false]);
  finish();
  expect(mayReturn()).toBe(false);
  store.conflicts.put({ kind: 'canvas', id: overview, type: 'accessLost', items: [] });
  expect(mayReturn()).toBe(true);
  store.documents.merge(overview, shown, drawing('a'));
  expect(mayReturn()).toBe(false);
});

describe('the components that a drawing shows', () => {
  const [card, worker] = [uuid(30), uuid(31)];
  const shown = () => Object.fromEntries(store.documents.drawnComponents.on(overview));
  const flow = (componentId?: string) => ({
    id: 'web',
    source: 'web',
    target: 'web',
    ...(componentId !== undefined && { data: { componentId } }),
  });
  beforeEach(() => {
    const records = [card, worker].map((id) => created('component', id, overview, { title: 'C' }));
    store.changes.apply({ scope: model, label: 'new', records });
  });

  it('are counted by element, after each change of the drawing', () => {
    expect(shown()).toEqual({ [component]: 1 });
    draw([{ kind: 'addNode', index: 0, node: node('web 2', component) }]);
    draw([{ kind: 'addEdge', index: 0, edge: flow(card) }]);
    draw([{ kind: 'addNode', index: 0, node: node('plain') }]);
    expect(shown()).toEqual({ [component]: 2, [card]: 1 });
    expect(store.documents.drawnComponents.isOn(overview, card)).toBe(true);
    draw([{ kind: 'setEdge', id: 'web', data: { componentId: worker } }]);
    draw([{ kind: 'setNode', id: 'web 2', data: { label: 'Renamed' } }]);
    expect(shown()).toEqual({ [component]: 2, [worker]: 1 });
    expect(store.documents.drawnComponents.isOn(overview, card)).toBe(false);
    draw([{ kind: 'removeNode', id: 'web 2' }]);
    expect(shown()).toEqual({ [component]: 1, [worker]: 1 });
    draw([{ kind: 'removeEdge', id: 'web' }]);
    expect(shown()).toEqual({ [component]: 1 });
    draw([{ kind: 'removeNode', id: 'web' }]);
    expect(shown()).toEqual({});
  });

  it.each<[string, CanvasOperation, Record<string, number>]>([
    ['other data', [{ kind: 'setNode', id: 'web', fields: { data: { label: 'A' } } }], {}],
    [
      'data with another component',
      [{ kind: 'setNode', id: 'web', fields: { data: { componentId: card } } }],
      { [card]: 1 },
    ],
    [
      'data, and then another component',
      [
        {
          kind: 'setNode',
          id: 'web',
          fields: { data: { componentId: card } },
          data: { componentId: worker },
        },
      ],
      { [worker]: 1 },
    ],
    ['another size', [{ kind: 'setNode', id: 'web', fields: { width: 9 } }], { [component]: 1 }],
    ['no data', [{ kind: 'setNode', id: 'web', unset: ['data'] }], {}],
    ['no component', [{ kind: 'setNode', id: 'web', unsetData: ['componentId'] }], {}],
    ['no name', [{ kind: 'setNode', id: 'web', unsetData: ['label'] }], { [component]: 1 }],
    ['no width', [{ kind: 'setNode', id: 'web', unset: ['width'] }], { [component]: 1 }],
    ['unreadable data', [{ kind: 'setNode', id: 'web', fields: { data: { componentId: 7 } } }], {}],
  ])('are counted after an element gets %s', (_what, operation, counts) => {
    expect(shown()).toEqual({ [component]: 1 });
    draw(operation);
    expect(shown()).toEqual(counts);
  });

  it('are counted again after the drawing was replaced, or a change failed', () => {
    expect(shown()).toEqual({ [component]: 1 });
    store.documents.write(overview, { nodes: [node('a', card)], edges: [flow(card)] }, null);
    expect(shown()).toEqual({ [card]: 2 });
    const failing = (): void => {
      draw([{ kind: 'removeEdge', id: 'web' }]);
      expect(shown()).toEqual({ [card]: 1 });
      throw new Error('The disk is full.');
    };
    expect(() => store.transaction(failing)).toThrow('The disk is full.');
    expect(shown()).toEqual({ [card]: 2 });
  });
});
