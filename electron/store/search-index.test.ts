import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import { emptyFilter } from '#shared/desktop/register.ts';
import { manyDownloaded } from './search-index.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, changed, created, node, smallModel, uuid } from './testing/small-model.ts';

const { model } = smallModel;
const canvasId = uuid(9);
const count = 5000;
const patience = { timeout: 20_000 };
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

const add = (): void => store.documents.add(canvasId, document, JSON.stringify(document));
const found = (text: string): string[] =>
  store.readings.find({ text, limit: 80 }).map(({ title }) => title);
const finishIndexing = (): number => [...store.searchIndex.catchUp()].length;

it('finds the elements of a new drawing when its names were indexed in several slices', () => {
  store.take(add);
  expect(store.documents.read(canvasId)).toEqual(document);
  expect(store.documents.base(canvasId)).toEqual(document);
  expect(found('element 14999')).toEqual([]);
  expect(finishIndexing()).toBe(25);
  expect(found('element 10000')).toEqual(['element 10000']);
  expect(found('element 14999')).toEqual(['element 14999']);
  expect(finishIndexing()).toBe(0);
});

/** Stores the drawing, draws after the first slice, and returns the other slices. */
const drawAfterFirstSlice = (operation: CanvasOperation): Generator<void, void> => {
  store.take(add);
  const slices = store.searchIndex.catchUp();
  slices.next();
  const drawings = [changed(canvasId, operation)];
  store.changes.apply({ scope: model, label: 'draw', drawings });
  return slices;
};

it('indexes what a person draws between two slices', () => {
  const slices = drawAfterFirstSlice([
    { kind: 'setNode', id: 'element 14999', data: { label: 'Renamed' } },
    { kind: 'removeNode', id: 'element 14998' },
    { kind: 'removeNode', id: 'element 10000' },
    { kind: 'addNode', index: 0, node: node('Another') },
  ]);
  expect([...slices]).toHaveLength(1);
  expect(found('renamed')).toEqual(['Renamed']);
  expect(found('another')).toEqual(['Another']);
  expect(found('element 14997')).toEqual(['element 14997']);
  expect(['element 14999', 'element 14998'].flatMap(found)).toEqual([]);
  expect(found('element 10000')).toEqual([]);
});

it('indexes the rest at the next start if the app ends between two slices', () => {
  drawAfterFirstSlice([{ kind: 'removeNode', id: 'element 14998' }]);
  store.close();
  store = createStore({ path });
  finishIndexing();
  expect(['element 10000', 'element 14999'].map((each) => found(each).length)).toEqual([1, 1]);
  expect(found('element 14998')).toEqual([]);
  expect(finishIndexing()).toBe(0);
});

it('indexes the last of several elements with one ID', () => {
  const twin = { ...node('element 10000'), data: { label: 'Twin' } };
  const twice = { nodes: [...document.nodes, twin], edges: [] };
  store.take(() => store.documents.add(canvasId, twice, JSON.stringify(twice)));
  store.searchIndex.catchUp().next();
  store.close();
  store = createStore({ path });
  finishIndexing();
  expect(found('twin')).toEqual(['Twin']);
  expect(found('element 10000')).toEqual([]);
  store.take(() => store.documents.write(canvasId, twice, null));
  expect(found('twin')).toEqual(['Twin']);
  store.take(() => store.documents.add(uuid(10), twice, JSON.stringify(twice)));
  expect(finishIndexing()).toBe(25);
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

it('indexes the stored drawing if replacing it fails before its names are indexed', () => {
  store.take(add);
  const other = { nodes: document.nodes.map((each) => node(`other ${each.id}`)), edges: [] };
  const failing = (): void => {
    store.documents.write(canvasId, other, null);
    throw new Error('full');
  };
  expect(() => store.take(failing)).toThrow('full');
  finishIndexing();
  expect(found('element 14999')).toEqual(['element 14999']);
  expect(found('other element 14999')).toEqual([]);
});

it('indexes nothing of a drawing that was deleted meanwhile', () => {
  store.take(add);
  const slices = store.searchIndex.catchUp();
  slices.next();
  const records = [{ op: 'delete', kind: 'canvas', id: canvasId } as const];
  store.changes.apply({ scope: 'workspace', label: 'delete', records });
  expect([...slices]).toEqual([]);
  expect(found('element 1')).toEqual([]);
  store.changes.undo('workspace');
  expect(found('element 14999')).toEqual([]);
  finishIndexing();
  expect(found('element 14999')).toEqual(['element 14999']);
});

const componentId = (at: number): string => uuid(1000 + at);
const manyComponents = Array.from({ length: 600 }, (_, at) =>
  created('component', componentId(at), canvasId, { title: `Service ${1000 + at}` }),
);
const apply = (records: RecordChange[]): void => {
  store.changes.apply({ scope: model, label: 'test', records });
};
const ofComponent = (at: number, values: Record<string, unknown>): RecordChange => ({
  op: 'update',
  kind: 'component',
  id: componentId(at),
  values,
});
const removed = (at: number): RecordChange => ({
  op: 'delete',
  kind: 'component',
  id: componentId(at),
});

it('indexes the components of a large gesture in several slices', () => {
  apply(manyComponents);
  expect(found('service 1000')).toEqual([]);
  expect(finishIndexing()).toBe(12);
  expect(found('service 1000')).toEqual(['Service 1000']);
  expect(found('service 1599')).toEqual(['Service 1599']);
});

it('indexes postponed components without being asked', async () => {
  apply(manyComponents);
  await expect.poll(() => found('service 1599'), patience).toEqual(['Service 1599']);
});

it('finds the new names after a large gesture that renames components', () => {
  apply(manyComponents);
  finishIndexing();
  apply(manyComponents.map((_, at) => ofComponent(at, { title: `Queue ${1000 + at}` })));
  finishIndexing();
  expect(found('queue 1599')).toEqual(['Queue 1599']);
  expect(found('service 1599')).toEqual([]);
});

it('finds no component that a large gesture deleted', () => {
  apply(manyComponents);
  finishIndexing();
  apply([{ op: 'delete', kind: 'canvas', id: canvasId }]);
  expect(found('service 1000')).toEqual([]);
  finishIndexing();
  expect(indexed('component')).toEqual([[smallModel.component, 'Web app', 1, 1]]);
});

it('indexes what a person changes between two slices, and after a restart', () => {
  apply(manyComponents);
  const slices = store.searchIndex.catchUp();
  slices.next();
  // The first slice has the first 50 components.
  apply([ofComponent(0, { title: 'Gateway' }), removed(1)]);
  apply([ofComponent(500, { title: 'Mailer' }), removed(501), removed(502)]);
  store.changes.undo(model);
  apply([{ op: 'delete', kind: 'canvas', id: canvasId }]);
  store.changes.undo(model);
  slices.next();
  store.close();
  store = createStore({ path });
  finishIndexing();
  const titles = manyComponents.map((_, at) => [componentId(at), `Service ${1000 + at}`, 1, 1]);
  titles[0] = [componentId(0), 'Gateway', 1, 1];
  titles.splice(1, 1);
  expect(indexed('component')).toEqual([[smallModel.component, 'Web app', 1, 1], ...titles]);
});

const threatId = (at: number): string => uuid(5000 + at);
const newThreat = (at: number, title = `Attack ${1000 + at}`): RecordChange =>
  created('threat', threatId(at), smallModel.component, { title });
const manyThreats = Array.from({ length: 600 }, (_, at) => newThreat(at));
const ownThreats = (): unknown[][] =>
  indexed('threat').filter(([id]) => manyThreats.some((threat) => threat.id === id));

it('indexes the threats of a large gesture in several slices, and then says so', () => {
  let said = 0;
  store.searchIndex.onTextsAdded(() => (said += 1));
  apply(manyThreats);
  expect(found('attack 1599')).toEqual([]);
  expect(ownThreats()).toHaveLength(600);
  expect(finishIndexing()).toBe(12);
  expect(found('attack 1000')).toEqual(['Attack 1000']);
  expect(found('attack 1599')).toEqual(['Attack 1599']);
  expect(said).toBe(1);
  apply([newThreat(600)]);
  expect(found('attack 1600')).toEqual(['Attack 1600']);
  expect(finishIndexing()).toBe(0);
  expect(said).toBe(1);
});

it('indexes the threats of a page of a download afterwards', async () => {
  const page = manyThreats.slice(0, manyDownloaded);
  store.take(() => store.searchIndex.together(page.length, () => apply(page), manyDownloaded));
  expect(found('attack 1000')).toEqual([]);
  await expect.poll(() => found('attack 1000'), patience).toEqual(['Attack 1000']);
});

it('indexes the rest of the threats after a restart', () => {
  apply(manyThreats);
  store.searchIndex.catchUp().next();
  store.close();
  store = createStore({ path });
  expect(finishIndexing()).toBe(11);
  expect(ownThreats()).toEqual(
    manyThreats.map((_, at) => [threatId(at), `Attack ${1000 + at}`, 1, 1]),
  );
});

const fewElements = { nodes: document.nodes.slice(0, 300), edges: [] };
const addFew = (): void => store.documents.add(canvasId, fewElements, JSON.stringify(fewElements));

it('indexes a drawing with a few hundred elements afterwards', () => {
  store.take(addFew);
  expect(found('element 10299')).toEqual([]);
  expect(finishIndexing()).toBe(2);
  expect(found('element 10299')).toEqual(['element 10299']);
});

it('indexes what a person draws between two slices of a few hundred elements', () => {
  store.take(addFew);
  const slices = store.searchIndex.catchUp();
  slices.next();
  const operation = [
    { kind: 'setNode' as const, id: 'element 10299', data: { label: 'Renamed' } },
    { kind: 'removeNode' as const, id: 'element 10000' },
  ];
  store.changes.apply({ scope: model, label: 'draw', drawings: [changed(canvasId, operation)] });
  expect([...slices]).toHaveLength(1);
  expect(found('renamed')).toEqual(['Renamed']);
  expect(found('element 10298')).toEqual(['element 10298']);
  expect(['element 10299', 'element 10000'].flatMap(found)).toEqual([]);
  expect(finishIndexing()).toBe(0);
});

it('indexes what a person changes while threats are indexed', () => {
  apply(manyThreats);
  const slices = store.searchIndex.catchUp();
  slices.next();
  const last = manyThreats.length - 1;
  apply([{ op: 'update', kind: 'threat', id: threatId(0), values: { title: 'Spoofing' } }]);
  apply([{ op: 'update', kind: 'threat', id: threatId(500), values: { title: 'Tampering' } }]);
  apply([1, 501, last].map((at) => ({ op: 'delete', kind: 'threat', id: threatId(at) })));
  // The next threat gets the number of the last one.
  apply([newThreat(last + 1, 'Repudiation')]);
  expect(found('repudiation')).toEqual(['Repudiation']);
  expect(found('tampering')).toEqual([]);
  finishIndexing();
  const titles = new Map(manyThreats.map((_, at) => [threatId(at), `Attack ${1000 + at}`]));
  titles.set(threatId(0), 'Spoofing').set(threatId(500), 'Tampering');
  for (const at of [1, 501, last]) titles.delete(threatId(at));
  expect(ownThreats()).toEqual([...titles].map(([id, title]) => [id, title, 1, 1]));
  expect(found('tampering')).toEqual(['Tampering']);
  expect(found('attack 1500')).toEqual([]);
});

it('filters threats by their present texts before these are indexed', () => {
  const listed = (text: string): string[] => {
    const { numbers } = store.readings.list({
      of: 'threat',
      scope: store.storedScope({ kind: 'all' }),
      filter: { ...emptyFilter, text },
      sort: [],
      grouping: null,
      today: '2026-01-01',
    });
    return store.readings.rows(numbers).map(({ id }) => id);
  };
  const values = { title: 'Attack', description: 'Over the fence' };
  const first = created('threat', threatId(0), smallModel.component, values);
  apply([first, ...manyThreats.slice(1)]);
  expect(listed('attack 1599')).toEqual([threatId(599)]);
  expect(listed('FENCE over')).toEqual([threatId(0)]);
  apply(
    manyThreats.map(({ id }) => ({
      op: 'update',
      kind: 'threat',
      id,
      values: { title: 'Misuse' },
    })),
  );
  expect(listed('attack 1599')).toEqual([]);
  expect(listed('misuse')).toHaveLength(600);
  finishIndexing();
  expect(listed('misuse')).toHaveLength(600);
});

it('finds the new texts after a large gesture that changes threats', () => {
  apply(manyThreats);
  finishIndexing();
  apply(
    manyThreats.map((_, at) => ({
      op: 'update',
      kind: 'threat',
      id: threatId(at),
      values: { title: `Misuse ${1000 + at}` },
    })),
  );
  expect(found('attack 1599')).toEqual([]);
  finishIndexing();
  expect(found('misuse 1599')).toEqual(['Misuse 1599']);
  apply(manyThreats.map((_, at) => ({ op: 'delete', kind: 'threat', id: threatId(at) })));
  expect(found('misuse 1599')).toEqual([]);
  finishIndexing();
  expect(ownThreats()).toEqual([]);
});

/** Returns the ID and the title of each entry, and the numbers of its titles and texts. */
const indexed = (kind: string): unknown[][] => {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database
    .prepare(
      `SELECT id, title,
              (SELECT count(*) FROM search_title WHERE rowid = number) AS titles,
              (SELECT count(*) FROM search_text WHERE rowid = number) AS texts
       FROM search_entry WHERE kind = ? ORDER BY id`,
    )
    .all(kind)
    .map((row) => Object.values(row));
  database.close();
  return rows;
};
