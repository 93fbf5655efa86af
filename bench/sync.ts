import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceScope } from '#shared/desktop/change.ts';
import { createApiClient } from '../electron/connection/api-client.ts';
import { createConnectionFetch } from '../electron/connection/connection-fetch.ts';
import { createStore, type Store } from '../electron/store/store.ts';
import { createSyncEngine } from '../electron/sync/engine.ts';
import { migrate } from '../service/database/migrate.ts';
import { openSqlite } from '../service/database/sqlite.ts';
import { startProcess } from './service/process.ts';
import { seed, type Seeded } from './service/seed.ts';
import { timed, type LoopDelay } from './sync/event-loop.ts';
import { mergeRatios } from './sync/merge-ratio.ts';
import type { Table } from './table.ts';

/**
 * Together with one collection, 100 models, 100 canvases of 500 nodes, and 2,000 components, these
 * threats are 10,000 records.
 */
const threats = 7_799;
const edits = { drawings: 100, changes: 450, creates: 450 };
const runs = 3;

/**
 * Measures the sync engine against the real service over HTTP. The service runs in another process,
 * so that the engine has its own process, as in the app.
 */
export const sync = async (): Promise<Table> => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-bench-'));
  try {
    const file = join(folder, 'seeded.db');
    const database = openSqlite(file);
    await migrate(database);
    const seeded = await seed(database, threats);
    await database.destroy();
    const results: Run[] = [];
    for (let run = 0; run < runs; run += 1) {
      const own = join(folder, `service-${run}.db`);
      copyFileSync(file, own);
      results.push(await measure(own, join(folder, `store-${run}.db`), seeded));
    }
    return {
      versions: { node: process.version },
      rows: [
        ...rowsOf(
          'pull 10,000 records',
          results.map(({ pull }) => pull),
        ),
        ...rowsOf(
          'send 1,000 queued edits',
          results.map(({ send }) => send),
        ),
        {
          figure: 'send 1,000 queued edits',
          unit: 'requests',
          values: results.map(({ requests }) => requests),
          aim: 'below 60',
        },
        {
          figure: 'merge two canvases of 10,000 nodes',
          unit: 'of JSON.parse',
          values: mergeRatios(),
          aim: 'below 3',
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

type Run = { pull: LoopDelay; send: LoopDelay; requests: number };

const rowsOf = (figure: string, delays: readonly LoopDelay[]): Table['rows'] => [
  { figure, unit: 'ms', values: delays.map(({ ms }) => ms) },
  {
    figure: `${figure}: event loop late`,
    unit: 'p99 ms',
    values: delays.map(({ p99Ms }) => p99Ms),
    aim: 'below 20',
  },
  {
    figure: `${figure}: event loop late`,
    unit: 'most ms',
    values: delays.map(({ maxMs }) => maxMs),
  },
];

const measure = async (file: string, storePath: string, seeded: Seeded): Promise<Run> => {
  const served = await startProcess('service-under-load.ts', file);
  const store = createStore({ path: storePath });
  let requests = 0;
  const engine = engineOf(store, served.url, seeded, () => (requests += 1));
  try {
    store.downloads.add('collection', seeded.collectionId);
    const pull = await timed(() => engine.syncAll());
    queueEdits(store, seeded);
    requests = 0;
    const send = await timed(() => engine.flush());
    assertSynced(store);
    return { pull, send, requests };
  } finally {
    await engine.stop();
    store.close();
    await served.stop();
  }
};

const engineOf = (store: Store, url: string, { credentials }: Seeded, requested: () => void) => {
  const baseUrl = `${url}/api/v1`;
  return createSyncEngine({
    store,
    client: createApiClient(
      baseUrl,
      createConnectionFetch({
        baseUrl,
        credentials: () => Promise.resolve(credentials),
        fetch: (request) => {
          requested();
          return fetch(request);
        },
      }),
    ),
    connectionName: 'Bench',
    changed: () => {},
    announce: () => {},
    log: () => {},
  });
};

/** Queues each edit as a separate gesture, as if a person had made the edits offline. */
const queueEdits = ({ changes, records }: Store, { threatIds, componentIds }: Seeded): void => {
  for (const { id, parentId } of records.all('canvas').slice(0, edits.drawings)) {
    const drawing = {
      canvasId: id,
      operation: [{ kind: 'setNode' as const, id: 'n7', data: { label: 'Drawn offline' } }],
      inverse: [{ kind: 'setNode' as const, id: 'n7', data: { label: 'Process 7' } }],
    };
    changes.apply({ scope: parentId ?? workspaceScope, label: 'bench', drawings: [drawing] });
  }
  for (const id of threatIds.slice(0, edits.changes)) {
    const values = { title: 'Changed offline' };
    const change = { op: 'update', kind: 'threat', id, values } as const;
    changes.apply({ scope: 'workspace', label: 'bench', records: [change] });
  }
  for (const parentId of componentIds.slice(0, edits.creates)) {
    const values = { title: 'Made offline' };
    const change = { op: 'create', kind: 'threat', id: randomUUID(), parentId, values } as const;
    changes.apply({ scope: 'workspace', label: 'bench', records: [change] });
  }
};

const assertSynced = ({ outbox, conflicts, records }: Store): void => {
  const { changes } = outbox.counts();
  const stored = records.all('threat').length;
  if (changes > 0 || conflicts.count() > 0 || stored !== threats + edits.creates) {
    throw new Error(`${changes} pending, ${conflicts.count()} conflicts, ${stored} threats`);
  }
};
