import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { nameWaitMs } from '../store/changed-names.ts';
import { createStore, type Store } from '../store/store.ts';
import { changedWith, followName, labelsAfter, noteTitle, titlesAfter } from './names.ts';
import { change } from './testing/office.ts';
import { canvasId, componentId, webShop } from './testing/web-shop.ts';

let store: Store;

/** Fills the store with records that the service has, as they are here. */
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  change(store, webShop);
  for (const { seq, kind, id } of store.outbox.all()) {
    store.outbox.finish(seq);
    store.idMap.put(kind, id, `there ${id}`);
    const record = store.records.find(kind, id);
    if (record) store.records.put({ ...record, base: record.local });
  }
});
afterEach(() => store.close());

const named = (label: string | undefined, component: string | undefined = componentId) => {
  const data = {
    ...(label !== undefined && { label }),
    ...(component !== '' && { componentId: component }),
  };
  const drawing: CanvasDocument = {
    nodes: [{ id: 'a', position: { x: 0, y: 0 }, data }],
    edges: [{ id: 'flow', source: 'a', target: 'a', data }],
  };
  return drawing;
};
const row = () => {
  const found = store.records.find('component', componentId);
  if (!found) throw new Error('There is no component.');
  return found;
};
const contest = (kind: 'canvas' | 'component', id: string, items: string[]): void =>
  store.conflicts.put({ kind, id, type: 'fields', items, theirs: {}, drawing: null, etag: null });

describe('a title follows a label', () => {
  const patch = { op: 'patch', kind: 'component', id: componentId, values: { title: 'Shop' } };

  test.each([
    ['that was the same', named('Web app'), named('Shop'), [patch, patch]],
    ['that was another one', named('Front'), named('Shop'), []],
    ['that is the same', named('Web app'), named('Web app'), []],
    ['that is empty now', named('Web app'), named(''), []],
    ['that is gone', named('Web app'), named(undefined), []],
    ['that is new', named(undefined), named('Shop'), []],
    ['of a new element', { nodes: [], edges: [] }, named('Shop'), []],
    ['of an element without a component', named('Web app', ''), named('Shop', ''), []],
    ['of an unknown component', named('Web app', 'unknown'), named('Shop', 'unknown'), []],
  ])('%s', (_what, before, after, expected) => {
    expect(titlesAfter(store, before, after)).toEqual(expected);
  });

  it('unless the component is in conflict', () => {
    contest('component', componentId, ['description']);
    expect(titlesAfter(store, named('Web app'), named('Shop'))).toEqual([]);
  });
});

describe('labels follow a title', () => {
  const changes = (title: unknown) => labelsAfter(store, row(), title);
  beforeEach(() => store.documents.merge(canvasId, named('Web app'), named('Web app')));

  it('in all elements with the former title', () => {
    expect(changes('Shop')).toEqual([
      {
        canvasId,
        operation: [
          { kind: 'setNode', id: 'a', data: { label: 'Shop' } },
          { kind: 'setEdge', id: 'flow', data: { label: 'Shop' } },
        ],
        inverse: [
          { kind: 'setEdge', id: 'flow', data: { label: 'Web app' } },
          { kind: 'setNode', id: 'a', data: { label: 'Web app' } },
        ],
      },
    ]);
  });

  test.each([['Web app'], [''], [7], [undefined]])('but not if the title is %j', (title) => {
    expect(changes(title)).toEqual([]);
  });

  it('but not in elements with another label, or without one', () => {
    const mixed = { nodes: named('Front').nodes, edges: named(undefined).edges };
    store.documents.merge(canvasId, mixed, mixed);
    expect(changes('Shop')).toEqual([]);
  });

  it('but not in elements that are in conflict', () => {
    contest('canvas', canvasId, ['node:a']);
    expect(changes('Shop')).toMatchObject([{ operation: [{ kind: 'setEdge' }] }]);
    contest('canvas', canvasId, ['edge:flow']);
    expect(changes('Shop')).toMatchObject([{ operation: [{ kind: 'setNode' }] }]);
    contest('canvas', canvasId, ['node:a', 'edge:flow']);
    expect(changes('Shop')).toEqual([]);
  });
});

describe('a changed name is copied later', () => {
  const follow = (elementId: string | null, was = 'Web app') =>
    followName(store, { componentId, elementId, was });
  const pending = () => store.outbox.all().map(({ kind, fields }) => [kind, fields]);
  const show = (label: string): void => store.documents.merge(canvasId, named(label), named(label));

  it('from the element whose label was changed', () => {
    show('Shop');
    expect(follow('a')).toEqual(['component']);
    expect(row().local['title']).toBe('Shop');
    expect(pending()).toEqual([['component', ['title']]]);
  });

  it('from the title to the labels', () => {
    show('Front');
    expect(follow(null, 'Front')).toEqual(['canvas']);
    expect(store.documents.read(canvasId)).toEqual(named('Web app'));
    expect(store.documents.base(canvasId)).toEqual(named('Front'));
    expect(pending()).toEqual([['canvas', ['data']]]);
  });

  it('from the title to labels of a drawing that the service does not have', () => {
    show('Front');
    store.documents.forgetBase(canvasId);
    expect(follow(null, 'Front')).toEqual(['canvas']);
    expect(store.documents.read(canvasId)).toEqual(named('Web app'));
    expect(store.documents.base(canvasId)).toBeNull();
  });

  it.each([
    ['the label is the title again', 'Web app', 'a', 'Web app'],
    ['the element is gone', 'Shop', 'b', 'Web app'],
    ['the title is the former one again', 'Shop', null, 'Web app'],
    ['the labels were different', 'Shop', null, 'Front'],
    ['the label is empty', '', 'a', 'Web app'],
  ])('but not if %s', (_why, label, elementId, was) => {
    show(label);
    expect(follow(elementId, was)).toEqual([]);
    expect(pending()).toEqual([]);
  });

  it('but not if somebody set the title after the drawing was changed', () => {
    show('Shop');
    const drawn = String(store.records.find('canvas', canvasId)?.base?.['updated_at']);
    store.changedNames.noteTitled(componentId, '9999');
    expect(follow('a')).toEqual([]);
    store.changedNames.noteTitled(componentId, drawn);
    expect(follow('a')).toEqual(['component']);
  });

  it('but not if the component is in conflict, or gone', () => {
    show('Shop');
    contest('component', componentId, ['title']);
    expect(follow('a')).toEqual([]);
    expect(followName(store, { componentId: 'gone', elementId: 'a', was: 'Web app' })).toEqual([]);
  });
});

describe('the time of a title', () => {
  const later = '9999-01-01T00:00:00.000Z';
  const receive = (values: Record<string, unknown>): string => {
    const before = row();
    noteTitle(store, before, { ...before, base: { ...before.base, ...values } });
    return store.changedNames.titledAt(componentId);
  };

  test.each([
    ['is that of a version with another title', { title: 'Shop', updated_at: later }, later],
    ['may be that of a version without any change', { updated_at: later }, later],
    ['is not that of another change', { description: 'Sells', updated_at: later }, ''],
    ['is not that of an older version', { title: 'Shop', updated_at: '2000' }, ''],
    ['is unknown if the version has none', { title: 'Shop', updated_at: undefined }, ''],
  ])('%s', (_what, values, expected) => expect(receive(values)).toBe(expected));

  it('is unknown if no version was known before', () => {
    const before = { ...row(), base: null };
    noteTitle(store, before, { ...before, base: { title: 'Shop', updated_at: later } });
    expect(store.changedNames.titledAt(componentId)).toBe('');
  });

  it('comes with the former title if a merge has changed it', () => {
    noteTitle(store, row(), row());
    expect(store.changedNames.isEmpty()).toBe(true);
    noteTitle(store, row(), { ...row(), local: { ...row().local, title: 'Shop' } });
    store.changedNames.stamp(0);
    expect(store.changedNames.takeDue(nameWaitMs)).toMatchObject([
      { componentId, elementId: null, was: 'Web app' },
    ]);
  });
});

it('a drawing may change the titles of its components', () => {
  expect(changedWith('canvas')).toEqual(['canvas', 'component']);
  expect(changedWith('component')).toEqual(['component']);
});
