import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createReadingThread, type ReadingThread } from './reading-thread.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, changed, node, smallModel } from './testing/small-model.ts';

const entry = join(import.meta.dirname, 'store-reader.ts');
const query = { text: 'theft', limit: 10 };

let folder: string;
let store: Store;
let reading: ReadingThread;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-reading-'));
  const path = join(folder, 'store.db');
  store = createStore({ path });
  addSmallModel(store);
  reading = createReadingThread({ entry, path });
});
afterEach(() => {
  reading.close();
  store.close();
  rmSync(folder, { recursive: true });
});

it('reads what the main process has just stored', async () => {
  expect(await reading.ask('find', query)).toEqual(store.readings.find(query));
  store.changes.apply({
    scope: smallModel.model,
    label: 'rename',
    records: [
      { op: 'update', kind: 'threat', id: smallModel.threat, values: { title: 'Tampering' } },
    ],
  });
  expect(await reading.ask('find', query)).toEqual([]);
  const scope = { kind: 'all' } as const;
  const values = await reading.ask('summary', { scope, today: '2026-11-22' });
  expect(values).toEqual(store.readings.summary({ scope, today: '2026-11-22' }));
});

it('prepares, reads, and compares versions like the main process', async () => {
  const { model, overview, payments, threat } = smallModel;
  const { versions, changes } = store;
  const before = await reading.ask('packVersion', { canvasId: overview, reason: 'named' });
  expect(versions.name(overview, 'Before', before)).toBe(true);
  const [version] = versions.list(overview);
  const id = version?.id ?? 0;
  expect(version).toMatchObject({ title: 'Before', nodes: 1, threats: 1 });
  expect(await reading.ask('version', id)).toEqual(versions.read(id));
  versions.review([overview, payments], 'Review', 'Ann Lee');

  const change = { kind: 'setNode' as const, id: 'web', data: { label: 'Front' } };
  changes.apply({
    scope: model,
    label: 'rename',
    records: [{ op: 'update', kind: 'threat', id: threat, values: { title: 'Tampering' } }],
    drawings: [{ canvasId: overview, operation: [change], inverse: [] }],
  });
  expect(await reading.ask('versionSize', id)).toMatchObject({ changed: 1, threats: 1 });
  expect(await reading.ask('versionRecords', overview)).toEqual(versions.records(overview));
  const ids = [overview, payments];
  expect(await reading.ask('reviewState', ids)).toEqual(versions.reviewState(ids));
  expect(await reading.ask('reviewState', ids)).toMatchObject({ elements: 1, threats: 1 });

  const document = store.documents.text(overview) ?? '';
  const found = { canvasId: overview, reason: 'automatic', document } as const;
  expect(versions.savePrepared(overview, 'opened', await reading.ask('packVersion', found))).toBe(
    true,
  );
  expect(versions.savePrepared(overview, 'opened', await reading.ask('packVersion', found))).toBe(
    false,
  );
  expect(await reading.ask('packVersion', { canvasId: 'gone', reason: 'named' })).toBeNull();
});

it('prepares the drawing before a large change, which is saved once', async () => {
  const { model, overview } = smallModel;
  const { versions, changes } = store;
  const addMany = (name: string): void => {
    const ids = Array.from({ length: 60 }, (_, at) => `${name}-${at}`);
    changes.apply({
      scope: model,
      label: 'paste',
      drawings: [
        changed(
          overview,
          ids.map((id) => ({ kind: 'addNode', index: 0, node: node(id) })),
          ids.map((id) => ({ kind: 'removeNode', id })),
        ),
      ],
    });
  };
  const prepared = async () => {
    const [large] = versions.findWork().large;
    const before = large?.seq ?? 0;
    return await reading.ask('packVersion', { canvasId: overview, reason: 'automatic', before });
  };
  addMany('first');
  const drawing = await prepared();
  // If the thread had failed after its first answer, this second question would report it.
  expect(await prepared()).toEqual(drawing);
  expect(versions.savePrepared(overview, 'beforeLarge', drawing)).toBe(true);
  expect(versions.list(overview)).toMatchObject([{ reason: 'beforeLarge', nodes: 1, threats: 1 }]);
  expect(versions.findWork().large).toEqual([]);

  addMany('second');
  const late = await prepared();
  versions.saveBeforeRestore(overview);
  expect(versions.savePrepared(overview, 'beforeLarge', late)).toBe(false);
  expect(versions.list(overview)).toMatchObject([
    { reason: 'beforeRestore', nodes: 121 },
    { reason: 'beforeLarge', nodes: 61 },
    { reason: 'beforeLarge', nodes: 1 },
  ]);
});

it('counts what the home page shows', async () => {
  const counts = await reading.ask('modelCounts', undefined);
  expect(store.reads.overview(counts)).toEqual(store.reads.overview());
  expect(counts.components).toMatchObject([{ model_id: smallModel.model, components: 1 }]);
});

it('reads the badges of a canvas and the import base of a model like the main process', async () => {
  const { overview, model } = smallModel;
  const badges = store.reads.componentBadges(overview);
  expect(badges).toMatchObject([{ title: 'Web app', openThreatCount: 0 }]);
  expect(await reading.ask('componentBadges', overview)).toEqual(badges);
  const key = { modelId: model, fileName: 'shop.otm' };
  expect(store.importBases.has(key)).toBe(false);
  store.importBases.save(key, (await reading.ask('importBase', model)) ?? new Uint8Array(), false);
  expect(store.importBases.has(key)).toBe(true);
  expect(store.importBases.last(key)).toEqual(store.modelContent(model, 'records'));
  expect(await reading.ask('importBase', 'gone')).toBeNull();
});

it('skips questions that were canceled while others were answered', async () => {
  const first = reading.ask('find', query);
  const abort = new AbortController();
  const second = reading.ask('find', query, abort.signal);
  abort.abort(new Error('Typed on.'));
  await expect(second).rejects.toThrow('Typed on.');
  expect(await first).toHaveLength(1);
});

it('reports a failure, and answers the next question', async () => {
  await expect(reading.ask('rows', [Number.NaN])).resolves.toEqual([]);
  const broken = { scope: { kind: 'all' }, today: 'no day' } as const;
  await expect(reading.ask('summary', broken)).rejects.toThrow('Invalid time value');
  expect(await reading.ask('find', query)).toHaveLength(1);
});

it('rejects questions when it is closed', async () => {
  const asked = reading.ask('find', query);
  reading.close();
  await expect(asked).rejects.toThrow('The store was closed.');
});
