import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exportText } from '#shared/exports/export-formats.ts';
import { smallModel } from '#shared/exports/testing/small-model.ts';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { createImportFiles } from '../shell/import-files.ts';
import { packedContent } from '../store/import-bases.ts';
import { createReadingThread, type ReadingThread } from '../store/reading-thread.ts';
import {
  change,
  created,
  openOffice,
  uuid,
  type App,
  type Office,
} from '../sync/testing/office.ts';
import { createOtmImport } from './otm-import.ts';

const fileName = 'shop.otm';

let folder: string;
let office: Office;
let app: App;
let reading: ReadingThread;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-otm-import-'));
  const path = join(folder, 'store.db');
  office = await openOffice();
  app = await office.openApp({ path, later: () => () => {} });
  reading = createReadingThread({
    entry: join(import.meta.dirname, '../store/store-reader.ts'),
    path,
  });
  change(app.store, [created('collection', uuid(1), null, { title: 'Shop' })]);
});
afterEach(async () => {
  reading.close();
  await office.close();
  rmSync(folder, { recursive: true });
});

type Wanted = {
  ask?: ReadingThread['ask'];
  drawn?: (canvasId: string) => Promise<void>;
  readAhead?: (file: Uint8Array | null) => void;
};

const importOf = ({
  ask = reading.ask,
  drawn = () => Promise.resolve(),
  readAhead = () => {},
}: Wanted = {}) =>
  createOtmImport({
    store: app.store,
    reading: { ask },
    sync: app.engine,
    client: app.client,
    files: createImportFiles(1_000_000),
    readerEntry: join(import.meta.dirname, 'otm-reader.ts'),
    chooseFile: () => Promise.resolve(null),
    readAhead,
    drawn,
    changed: () => {},
  });

/** Imports a file and returns the IDs of its model and of the canvas to open. */
const imported = async ({ otm, ...wanted }: Wanted & { otm?: string } = {}) => {
  const bytes = new TextEncoder().encode(otm ?? (await exportText(smallModel(), 'otm')));
  const { offer, run } = importOf(wanted);
  const { handle } = offer({ name: fileName, bytes });
  const { modelIds, canvasId } = await run({ handle, collectionId: uuid(1), tidiesUp: false });
  return { modelId: modelIds[0] ?? '', canvasId };
};

it('keeps what the model has after an import as the base of the next one', async () => {
  const { modelId } = await imported();
  const { importBases, modelContent } = app.store;
  const base = await vi.waitUntil(() => importBases.last({ modelId, fileName }), 10_000);
  expect(base).toEqual(modelContent(modelId, 'records'));
  expect(base.components.length).toBeGreaterThan(0);
});

it('does not replace the base of a merge that came meanwhile', async () => {
  const { importBases, modelContent } = app.store;
  const asked = Promise.withResolvers<unknown>();
  const answered = Promise.withResolvers<void>();
  const { modelId } = await imported({
    ask: async (what, input) => {
      const answer = await reading.ask(what, input);
      asked.resolve(input);
      await answered.promise;
      return answer;
    },
  });
  expect(await asked.promise).toBe(modelId);
  const content = modelContent(modelId, 'records');
  if (!content) throw new Error('no model');
  const merged = { ...content, title: 'Merged' };
  importBases.save({ modelId, fileName }, packedContent(merged), false);
  answered.resolve();
  await new Promise(setImmediate);
  expect(importBases.last({ modelId, fileName })?.title).toBe('Merged');
});

it('downloads the components of a large file only when its drawing is on the screen', async () => {
  const awaited: string[] = [];
  const drawn = Promise.withResolvers<void>();
  const { modelId, canvasId } = await imported({
    otm: largeModel('Large', 2500),
    drawn: async (id) => {
      awaited.push(id);
      await drawn.promise;
    },
  });
  const { records, documents } = app.store;
  await app.engine.idle();
  expect(awaited).toEqual([canvasId]);
  expect(documents.read(canvasId ?? '')?.nodes.length).toBeGreaterThan(2500);
  expect(records.all('component')).toEqual([]);
  drawn.resolve();
  const key = { modelId, fileName };
  const base = await vi.waitUntil(() => app.store.importBases.last(key), 10_000);
  expect(base.components).toHaveLength(2500);
});

it('lets the service read a large file ahead, until the file is released', async () => {
  const ahead: (Uint8Array | null)[] = [];
  const { offer, preview, release } = importOf({ readAhead: (file) => void ahead.push(file) });
  const large = new TextEncoder().encode(largeModel('Large', 2500));
  const { handle } = offer({ name: fileName, bytes: large });
  expect((await preview(handle)).result.ok).toBe(true);
  expect(ahead).toEqual([large]);
  release(handle);
  expect(ahead).toEqual([large, null]);
});

it.each([
  { what: 'a small file', bytes: () => largeModel('Small', 3) },
  { what: 'a file of another tool', bytes: () => `<mxfile>${' '.repeat(600_000)}</mxfile>` },
])('does not let the service read $what ahead', async ({ bytes }) => {
  const ahead: unknown[] = [];
  const { offer, preview } = importOf({ readAhead: (file) => void ahead.push(file) });
  await preview(offer({ name: fileName, bytes: new TextEncoder().encode(bytes()) }).handle);
  expect(ahead).toEqual([]);
});
