import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, changed, node, smallModel } from './testing/small-model.ts';

const { model, overview, payments } = smallModel;

let store: Store;

beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

const rename = (label: string): void => {
  const operation = [{ kind: 'setNode' as const, id: 'web', data: { label } }];
  store.changes.apply({ scope: model, label: 'test', drawings: [changed(overview, operation)] });
};
const labels = (canvasId = overview): unknown[] | undefined =>
  store.documents.read(canvasId)?.nodes.map(({ data }) => data['label']);

it('follows gestures and snapshots', () => {
  const before = store.documents.read(overview);
  expect(store.documents.read(overview)).toBe(before);
  rename('Shop');
  expect(labels()).toEqual(['Shop']);
  expect(labels(payments)).toEqual(['web 2']);
  rename('Store');
  expect(labels()).toEqual(['Store']);
  store.tidy();
  rename('Kiosk');
  expect(labels()).toEqual(['Kiosk']);
});

it('shares what a gesture did not change', () => {
  const drawings = [changed(overview, [{ kind: 'addNode', index: 1, node: node('other') }])];
  store.changes.apply({ scope: model, label: 'test', drawings });
  const [, other] = store.documents.read(overview)?.nodes ?? [];
  rename('Shop');
  expect(store.documents.read(overview)?.nodes[1]).toBe(other);
});

it('forgets what a failed transaction has drawn', () => {
  expect(labels()).toEqual(['web']);
  const failing = (): void => {
    rename('Lost');
    expect(labels()).toEqual(['Lost']);
    store.documents.confirm(overview, store.documents.read(overview) ?? empty);
    throw new Error('full');
  };
  expect(() => store.transaction(failing)).toThrow('full');
  expect(labels()).toEqual(['web']);
  expect(store.documents.base(overview)).toBeNull();
  rename('Kept');
  expect(labels()).toEqual(['Kept']);
});

it('forgets a drawing and a base that sync replaces', () => {
  const { documents } = store;
  const drawn = documents.read(overview) ?? empty;
  documents.confirm(overview, drawn);
  expect(documents.base(overview)).toBe(drawn);
  documents.merge(overview, empty, empty);
  expect(documents.read(overview)).toEqual(empty);
  expect(documents.base(overview)).toEqual(empty);
  documents.confirm(overview, drawn);
  expect(documents.base(overview)).toEqual(drawn);
  documents.forgetBase(overview);
  expect(documents.base(overview)).toBeNull();
  documents.remove(overview);
  expect(documents.read(overview)).toBeNull();
});

it('forgets what another connection replaces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-last-drawing-'));
  const path = join(folder, 'store.db');
  const [one, other] = [createStore({ path }), createStore({ path })];
  try {
    addSmallModel(one);
    expect(one.documents.read(overview)?.nodes).toHaveLength(1);
    other.take(() => other.documents.merge(overview, empty, empty));
    expect(one.documents.read(overview)).toEqual(empty);
    expect(one.documents.base(overview)).toEqual(empty);
  } finally {
    one.close();
    other.close();
    rmSync(folder, { recursive: true });
  }
});

const empty: CanvasDocument = { nodes: [], edges: [] };
