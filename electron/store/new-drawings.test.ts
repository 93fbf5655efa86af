import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, changed, created, node, smallModel, uuid } from './testing/small-model.ts';

const { model } = smallModel;
const canvasId = uuid(9);
const count = 5000;
const document: CanvasDocument = {
  nodes: Array.from({ length: count }, (_, at) => node(`element ${10_000 + at}`)),
  edges: [],
};

let folder: string;
let path: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-new-drawings-'));
  path = join(folder, 'store.db');
  store = createStore({ path });
  addSmallModel(store);
  store.changes.apply({
    scope: 'workspace',
    label: 'test',
    records: [created('canvas', canvasId, model, { title: 'Imported' })],
  });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const add = (): void => store.newDrawings.add(canvasId, document, JSON.stringify(document));
const found = (text: string): string[] =>
  store.readings.find({ text, limit: 80 }).map(({ title }) => title);
const finishIndexing = (): number => [...store.newDrawings.indexNames()].length;

it('finds the elements of a new drawing when its names were indexed in several slices', () => {
  store.take(add);
  expect(store.documents.read(canvasId)).toEqual(document);
  expect(store.documents.base(canvasId)).toEqual(document);
  expect(found('element 14999')).toEqual([]);
  expect(finishIndexing()).toBe(5);
  expect(found('element 10000')).toEqual(['element 10000']);
  expect(found('element 14999')).toEqual(['element 14999']);
  expect(finishIndexing()).toBe(0);
});

it('indexes what a person draws between two slices', () => {
  store.take(add);
  const slices = store.newDrawings.indexNames();
  slices.next();
  store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [
      changed(canvasId, [
        { kind: 'setNode', id: 'element 14999', data: { label: 'Renamed' } },
        { kind: 'removeNode', id: 'element 14998' },
        { kind: 'removeNode', id: 'element 10000' },
        { kind: 'addNode', index: 0, node: node('Another') },
      ]),
    ],
  });
  expect([...slices]).toEqual([]);
  expect(found('renamed')).toEqual(['Renamed']);
  expect(found('another')).toEqual(['Another']);
  expect(found('element 14997')).toEqual(['element 14997']);
  expect(['element 14999', 'element 14998'].flatMap(found)).toEqual([]);
  expect(found('element 10000')).toEqual([]);
});

it('indexes the rest at the next start if the app ends between two slices', () => {
  store.take(add);
  const slices = store.newDrawings.indexNames();
  slices.next();
  store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [changed(canvasId, [{ kind: 'removeNode', id: 'element 14998' }])],
  });
  store.close();
  store = createStore({ path });
  expect(['element 10000', 'element 14999'].map((each) => found(each).length)).toEqual([1, 1]);
  expect(found('element 14998')).toEqual([]);
  expect(finishIndexing()).toBe(0);
});

it('indexes the last of several elements with one ID', () => {
  const twin = { ...node('element 10000'), data: { label: 'Twin' } };
  const twice = { nodes: [...document.nodes, twin], edges: [] };
  store.take(() => store.newDrawings.add(canvasId, twice, JSON.stringify(twice)));
  store.newDrawings.indexNames().next();
  store.close();
  store = createStore({ path });
  expect(found('twin')).toEqual(['Twin']);
  expect(found('element 10000')).toEqual([]);
  store.take(() => store.documents.write(canvasId, twice, null));
  expect(found('twin')).toEqual(['Twin']);
  store.take(() => store.newDrawings.add(uuid(10), twice, JSON.stringify(twice)));
  expect(finishIndexing()).toBe(5);
});

it('indexes nothing of a drawing that could not be stored', () => {
  const failing = (): void => {
    add();
    throw new Error('full');
  };
  expect(() => store.take(failing)).toThrow('full');
  expect(finishIndexing()).toBe(0);
  expect(found('element 1')).toEqual([]);
});

it('indexes nothing of a drawing that was deleted meanwhile', () => {
  store.take(add);
  const slices = store.newDrawings.indexNames();
  slices.next();
  const records = [{ op: 'delete', kind: 'canvas', id: canvasId } as const];
  store.changes.apply({ scope: 'workspace', label: 'delete', records });
  expect([...slices]).toEqual([]);
  expect(found('element 1')).toEqual([]);
  store.changes.undo('workspace');
  expect(found('element 14999')).toEqual(['element 14999']);
});
