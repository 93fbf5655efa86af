import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { createReadingThread, type ReadingThread } from '../store/reading-thread.ts';
import { createStore, type Store } from '../store/store.ts';
import { added, addSmallModel, node, smallModel } from '../store/testing/small-model.ts';
import { createSaveBeforeMerge } from './save-before-merge.ts';

const entry = join(import.meta.dirname, '../store/store-reader.ts');
const minute = 60_000;
const { model, overview, threat } = smallModel;

let folder: string;
let time: number;
let store: Store;
let reading: ReadingThread;
let beforeMerge: (canvasId: string) => Promise<void>;
/** Resolves when `beforeMerge` has saved a version. */
let saved: PromiseWithResolvers<void>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-merges-'));
  const path = join(folder, 'store.db');
  time = Date.parse('2026-03-01T12:00:00.000Z');
  store = createStore({ path, now: () => new Date(time).toISOString() });
  addSmallModel(store);
  reading = createReadingThread({ entry, path });
  saved = Promise.withResolvers();
  beforeMerge = createSaveBeforeMerge({ store, reading }, () => saved.resolve());
});
afterEach(() => {
  reading.close();
  store.close();
  rmSync(folder, { recursive: true });
});

const present = (): CanvasDocument => {
  const document = store.documents.read(overview);
  if (!document) throw new Error('no canvas');
  return document;
};

/** Merges an element that others have added into the canvas, as sync does. */
const merge = (id: string): void =>
  store.take(() => {
    const mine = present();
    const merged = { ...mine, nodes: [...mine.nodes, node(id)] };
    store.versions.saveBeforeMerge(overview, mine);
    store.documents.merge(overview, merged, merged);
  });

const draw = (...ids: string[]): void => {
  store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [added(overview, ...ids.map((id) => node(id)))],
  });
};

const rename = (title: string): void => {
  store.changes.apply({
    scope: model,
    label: 'rename',
    records: [{ op: 'update', kind: 'threat', id: threat, values: { title } }],
  });
};

const versions = () => store.versions.list(overview);
const titlesIn = (index: number): unknown[] =>
  store.versions
    .read(versions()[index]?.id ?? 0)
    ?.records?.flatMap(({ kind, values }) => (kind === 'threat' ? [values['title']] : [])) ?? [];

it('saves the state before a merge, whatever changes after it', async () => {
  await beforeMerge(overview);
  merge('theirs');
  expect(versions()).toEqual([]);
  draw('mine');
  rename('Tampering');
  await saved.promise;
  expect(versions()).toMatchObject([{ reason: 'beforeMerge', nodes: 1, threats: 1 }]);
  expect(titlesIn(0)).toEqual(['Session theft']);
});

it('also saves the state before a large change that has no version yet', async () => {
  draw(...Array.from({ length: 60 }, (_, at) => `many-${at}`));
  await beforeMerge(overview);
  merge('theirs');
  await saved.promise;
  expect(versions()).toMatchObject([
    { reason: 'beforeMerge', nodes: 61 },
    { reason: 'beforeLarge', nodes: 1 },
  ]);
  expect(store.versions.findWork().large).toEqual([]);
});

it('opens a new snapshot after a gesture in between', async () => {
  const opened = beforeMerge(overview);
  draw('meanwhile');
  rename('Tampering');
  await opened;
  merge('theirs');
  await saved.promise;
  expect(versions()).toMatchObject([{ reason: 'beforeMerge', nodes: 2 }]);
  expect(titlesIn(0)).toEqual(['Tampering']);
});

it('saves no other version for ten minutes unless the person draws', async () => {
  await beforeMerge(overview);
  merge('first');
  await nextTurn();
  await beforeMerge(overview);
  merge('second');
  await saved.promise;
  await beforeMerge(overview);
  merge('third');
  await reading.ask('modelCounts', undefined);
  expect(versions()).toHaveLength(1);

  saved = Promise.withResolvers();
  time += 11 * minute;
  await beforeMerge(overview);
  merge('fourth');
  await saved.promise;
  expect(versions()).toMatchObject([{ nodes: 4 }, { nodes: 1 }]);
});

it('prepares no version for an answer that changes nothing', async () => {
  await beforeMerge(overview);
  await nextTurn();
  await reading.ask('modelCounts', undefined);
  expect(versions()).toEqual([]);
});

it('lets the main process save the version if the thread fails', async () => {
  reading.close();
  const opened = beforeMerge(overview);
  reading.close();
  await opened;
  merge('theirs');
  expect(versions()).toMatchObject([{ reason: 'beforeMerge', nodes: 1 }]);
});
