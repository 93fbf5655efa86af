import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
  type Database,
} from '#service/service.ts';
import type { BackupProgress } from '#shared/desktop/storage.ts';
import { createAuthorizedFetch } from '../connection/access-token.ts';
import { createApiClient, type SyncClient } from '../connection/api-client.ts';
import { createFileHandles, type FileHandles } from '../shell/file-handles.ts';
import { createStore, type Store } from '../store/store.ts';
import { createSyncEngine, type SyncEngine } from '../sync/engine.ts';
import { createBackup } from './backup.ts';
import { createCodex } from './codex.ts';
import { createSample } from './sample.ts';

const baseUrl = 'http://service.invalid/api/v1';

let folder: string;
let database: Database;
let store: Store;
let sync: SyncEngine;
let client: SyncClient;
let files: FileHandles;
/** Handles a request; tests replace it. */
let network: (request: Request) => Promise<Response>;
let backup: ReturnType<typeof createBackup>;
const sampleText = readFileSync(
  join(import.meta.dirname, '../../shared/sample/web-shop.otm.yaml'),
  'utf8',
);
const pathOf = (name: string): string => join(folder, name);
const never = new AbortController().signal;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-backup-'));
  database = openSqlite(':memory:');
  await migrate(database);
  const service = createService({ database, logger: { info: () => {}, error: () => {} } });
  network = (request) => service.fetch(request);
  const person = { email: 'ann@example.org', firstName: 'Ann', lastName: 'Lee' };
  const { id: userId } = await ensureOwner(database, person);
  const scopes = ['*:read', '*:write'];
  const credentials = await issueApiToken(database, { userId, name: 'test', scopes });
  const fetch = createAuthorizedFetch({
    baseUrl,
    fetch: (request) => network(request),
    credentials: () => Promise.resolve(credentials),
  });
  client = createApiClient(baseUrl, fetch);
  store = createStore({ path: ':memory:' });
  const quiet = { changed: () => {}, announce: () => {}, log: () => {} };
  sync = createSyncEngine({ store, client, connectionName: 'Test', ...quiet });
  files = createFileHandles();
  backup = createBackup({
    store,
    sync,
    client,
    codex: createCodex({ client }),
    documents: {
      file: () =>
        Promise.resolve({
          content: '{"otmVersion":"0.2.0","local":true}',
          lacksService: true,
          notice: null,
        }),
    },
    files,
    choosePath: () => Promise.resolve(pathOf('saved.parapet-backup')),
    chooseBackup: () => Promise.resolve(pathOf('saved.parapet-backup')),
  });
  await createSample({ store, sync, client, file: sampleText }).add();
});
afterEach(async () => {
  await sync.stop();
  store.close();
  await database.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const ended = async (events: AsyncIterable<BackupProgress>): Promise<BackupProgress | null> => {
  let last: BackupProgress | null = null;
  for await (const event of events) last = event;
  return last;
};
const exported = async () => await ended(backup.exportEverything(never));
const lines = (): { type?: string; otm?: string }[] =>
  gunzipSync(readFileSync(pathOf('saved.parapet-backup')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const workspace = () =>
  store.reads.overview().map(({ title, models }) => ({
    title,
    models: models.map(({ title: name, componentCount, openThreatCount }) => ({
      name,
      componentCount,
      openThreatCount,
    })),
  }));

it('adds everything again as new collections, and changes nothing that exists', async () => {
  await client.codexThreats.create({ title: 'Spoofed badge', description: 'a', priority: 'high' });
  const [before] = workspace();
  expect((await exported())?.file?.fileName).toBe('saved.parapet-backup');
  const chosen = await backup.chooseBackup();
  expect(chosen?.content).toMatchObject({ collections: 1, models: 1, codexEntries: 1 });
  const last = await ended(backup.restoreBackup(chosen?.handle ?? '', never));
  expect(last).toMatchObject({ done: 1, total: 1, file: { fileName: 'saved.parapet-backup' } });
  const after = workspace();
  expect(after).toHaveLength(2);
  expect(after).toContainEqual(before);
  const copy = after.find(({ title }) => title !== 'Examples');
  expect(copy?.title).toMatch(/^Examples \(backup of \d{4}-\d\d-\d\d\)$/);
  expect(copy?.models).toEqual(before?.models);
  // The codex already has an entry with this title, so restoring the backup adds no entry.
  expect((await client.codexThreats.list({})).count).toBe(1);
});

it('is made from the local copy if the service cannot be reached', async () => {
  network = () => Promise.reject(new TypeError('fetch failed'));
  expect((await exported())?.file).not.toBeNull();
  expect(lines().map(({ type }) => type)).toEqual([undefined, 'collection', 'model']);
  expect(lines()[2]?.otm).toContain('"local":true');
});

it('leaves no file when it is canceled', async () => {
  const abort = new AbortController();
  const real = network;
  network = async (request) => {
    if (request.url.includes('/otm/')) abort.abort();
    return await real(request);
  };
  expect((await ended(backup.exportEverything(abort.signal)))?.file).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

it('removes everything it has added when the service rejects a model', async () => {
  await exported();
  const before = workspace();
  const real = network;
  network = async (request) =>
    request.method === 'POST' && request.url.includes('/otm/')
      ? new Response('{"message":"no"}', { status: 400 })
      : await real(request);
  const chosen = await backup.chooseBackup();
  await expect(ended(backup.restoreBackup(chosen?.handle ?? '', never))).rejects.toMatchObject({
    code: 'SERVICE_REFUSED',
  });
  expect(workspace()).toEqual(before);
});

it.each([
  ['another file', Buffer.from('not a backup')],
  ['another compressed file', gzipSync('{"format":"other","version":1}\n')],
  ['a version that this app does not know', gzipSync('{"format":"parapet-backup","version":2}\n')],
  ['an empty file', gzipSync('')],
  [
    'a file that ends early',
    gzipSync('{"format":"parapet-backup","version":1,"createdAt":"x"}\n{"type":"coll'),
  ],
  [
    'a line that no app writes',
    gzipSync('{"format":"parapet-backup","version":1,"createdAt":"x"}\n{"type":"secret"}\n'),
  ],
])('reports that %s cannot be read', async (_name, bytes) => {
  writeFileSync(pathOf('saved.parapet-backup'), bytes);
  await expect(backup.chooseBackup()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  expect(existsSync(pathOf('saved.parapet-backup'))).toBe(true);
});
