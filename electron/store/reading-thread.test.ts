import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createReadingThread, type ReadingThread } from './reading-thread.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, smallModel } from './testing/small-model.ts';

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

it('leaves out questions that were canceled while others were answered', async () => {
  const first = reading.ask('find', query);
  const abort = new AbortController();
  const second = reading.ask('find', query, abort.signal);
  abort.abort(new Error('Typed on.'));
  await expect(second).rejects.toThrow('Typed on.');
  expect(await first).toHaveLength(1);
});

it('tells what failed, and answers the next question', async () => {
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
