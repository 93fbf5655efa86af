import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportText } from '#shared/exports/export-formats.ts';
import { smallModel as content } from '#shared/exports/testing/small-model.ts';
import type { ModelContent } from '#shared/otm/content.ts';
import { createImportFiles } from '../shell/import-files.ts';
import { createStore, type Store } from '../store/store.ts';
import { createImportMerge } from './import-merge.ts';

const collectionId = '00000000-0000-4000-8000-000000000001';
const modelId = '00000000-0000-4000-8000-000000000002';
const canvasId = '00000000-0000-4000-8000-000000000003';

let store: Store;
let changes: string[][];

const files = createImportFiles(1_000_000);
const bytes = (text: string) => new TextEncoder().encode(text);

/** Returns the handle of a file that was dropped. */
const drop = async (model: ModelContent, name = 'shop.otm'): Promise<string> =>
  files.addDropped(name, bytes(await exportText(model, 'otm')));

/** Returns the content of the file to merge: the model of `content` with other titles of its threats. */
const fileModel = (): ModelContent => {
  const model = content();
  for (const threat of model.components.flatMap(({ threats }) => threats)) {
    threat.title += ` ${threat.id}`;
  }
  return model;
};

const otmImport = {
  fileOf: (handle: string) => {
    const file = files.find(handle);
    if (!file) throw new Error('no file');
    return file;
  },
  bytesOf: (file: { read: () => Promise<Uint8Array<ArrayBuffer>> }) => file.read(),
  release: files.release,
};

const merging = () =>
  createImportMerge({
    store,
    otmImport,
    readerEntry: join(import.meta.dirname, 'otm-reader.ts'),
    download: () => Promise.resolve(),
    changed: (kinds) => void changes.push(kinds),
  });

beforeEach(() => {
  store = createStore({ path: ':memory:' });
  changes = [];
  store.changes.apply({
    scope: 'workspace',
    label: 'test',
    records: [
      {
        op: 'create',
        kind: 'collection',
        id: collectionId,
        parentId: null,
        values: { title: 'C' },
      },
      {
        op: 'create',
        kind: 'threatModel',
        id: modelId,
        parentId: collectionId,
        values: { title: 'Web shop' },
      },
      {
        op: 'create',
        kind: 'canvas',
        id: canvasId,
        parentId: modelId,
        values: { title: 'Overview' },
      },
    ],
  });
});
afterEach(() => store.close());

const threatTitles = (): string[] =>
  (store.modelContent(modelId)?.components ?? [])
    .flatMap(({ threats }) => threats.map(({ title }) => title))
    .toSorted();

const mergeAll = async (handle: string) => {
  const { compare, merge } = merging();
  const { conflicts, drawings, sides } = await compare({ handle, modelId });
  expect([...conflicts, ...drawings]).toEqual([]);
  return await merge({ handle, modelId, sides, choices: {} });
};

it('a file is merged into a model in one undo step, and merged again after changes', async () => {
  expect(await mergeAll(await drop(fileModel()))).toEqual({ result: 'changed' });
  expect(changes).toHaveLength(1);
  const all = fileModel().components.flatMap(({ threats }) => threats.map(({ title }) => title));
  expect(threatTitles()).toEqual(all.toSorted());
  expect(store.documents.read(canvasId)?.nodes).toHaveLength(5);
  expect(await mergeAll(await drop(fileModel()))).toEqual({ result: 'same' });

  const later = fileModel();
  later.components[0]?.threats.pop();
  expect(await mergeAll(await drop(later))).toEqual({ result: 'changed' });
  expect(threatTitles()).toHaveLength(all.length - 1);
  store.changes.undo(modelId);
  expect(threatTitles()).toEqual(all.toSorted());
  // The base of an undone merge is not used, so the file deletes the threat again.
  expect(await mergeAll(await drop(later))).toEqual({ result: 'changed' });
  expect(threatTitles()).toHaveLength(all.length - 1);
  store.changes.undo(modelId);
  store.changes.undo(modelId);
  expect(threatTitles()).toEqual([]);
  expect(store.documents.read(canvasId)?.nodes).toEqual([]);
});

it('a merge that was undone stays without a base when the journal forgets it', async () => {
  await mergeAll(await drop(fileModel()));
  const later = fileModel();
  later.components[0]?.threats.pop();
  await mergeAll(await drop(later));
  const count = threatTitles().length;
  store.changes.undo(modelId);
  const values = { title: 'Login' };
  store.changes.apply({
    scope: modelId,
    label: 'test',
    records: [{ op: 'update', kind: 'canvas', id: canvasId, values }],
  });
  store.tidy();
  expect(await mergeAll(await drop(later))).toEqual({ result: 'changed' });
  expect(threatTitles()).toHaveLength(count);
});

it('a conflict must be resolved, and a choice resolves it', async () => {
  await mergeAll(await drop(fileModel()));
  const later = fileModel();
  const [first] = later.components[0]?.threats ?? [];
  // Records that are created in one step have no defined order, so the threat is found by its title.
  const stored = store.modelContent(modelId, 'records')?.components.flatMap((each) => each.threats);
  const threat = stored?.find(({ title }) => title === first?.title);
  store.changes.apply({
    scope: modelId,
    label: 'test',
    records: [
      { op: 'update', kind: 'threat', id: threat?.id ?? '', values: { description: 'Mine' } },
    ],
  });
  if (first) first.description = 'Theirs';
  const { compare, merge } = merging();
  const handle = await drop(later);
  const { conflicts, hasBase, sides } = await compare({ handle, modelId });
  expect(hasBase).toBe(true);
  expect(conflicts).toMatchObject([
    { kind: 'threat', field: { field: 'description', mine: 'Mine', theirs: 'Theirs' } },
  ]);
  expect(await merge({ handle, modelId, sides, choices: {} })).toEqual({ result: 'outdated' });
  const choices = { [conflicts[0]?.key ?? '']: 'theirs' as const };
  expect(await merge({ handle, modelId, sides, choices })).toEqual({ result: 'changed' });
  const found = store.modelContent(modelId)?.components.flatMap(({ threats }) => threats);
  expect(found?.find(({ title }) => title === threat?.title)?.description).toBe('Theirs');
});

it('a merge changes nothing if the model has changed since the comparison', async () => {
  const { compare, merge } = merging();
  const handle = await drop(fileModel());
  const { sides } = await compare({ handle, modelId });
  store.changes.apply({
    scope: modelId,
    label: 'test',
    records: [{ op: 'update', kind: 'canvas', id: canvasId, values: { title: 'Checkout' } }],
  });
  expect(await merge({ handle, modelId, sides, choices: {} })).toEqual({ result: 'outdated' });
  expect(threatTitles()).toEqual([]);
});

it('a canceled merge changes nothing', async () => {
  const handle = await drop(fileModel());
  const canceled = new AbortController();
  const run = merging().merge({ handle, modelId, sides: '', choices: {} }, canceled.signal);
  canceled.abort();
  await expect(run).rejects.toThrow('canceled');
  expect(threatTitles()).toEqual([]);
});
