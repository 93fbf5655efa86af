import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
  type Database,
} from '#service/service.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { ExportKind, ExportSource } from '#shared/desktop/exports.ts';
import { createAuthorizedFetch } from '../connection/access-token.ts';
import { createApiClient } from '../connection/api-client.ts';
import { createFileHandles } from '../shell/file-handles.ts';
import { createStore, type Store } from '../store/store.ts';
import { createSyncEngine, type SyncEngine } from '../sync/engine.ts';
import { createFileExport, type FileExport } from './file-export.ts';

const baseUrl = 'http://service.invalid/api/v1';
const collectionId = '00000000-0000-4000-8000-000000000001';
const modelId = '00000000-0000-4000-8000-000000000002';
const canvasId = '00000000-0000-4000-8000-000000000003';
const model: ExportSource = { kind: 'otm', id: modelId };

let folder: string;
let database: Database;
let store: Store;
let sync: SyncEngine;
let fileExport: FileExport;
/** What the network does to a request; tests replace it. */
let network: (request: Request) => Promise<Response>;
/** What was offered as the name, and what the person answers. */
let offered: { fileName: string; type: string } | null;
let chosen: string | null;
let shown: string | null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-export-'));
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
  const client = createApiClient(baseUrl, fetch);
  store = createStore({ path: ':memory:' });
  const quiet = { changed: () => {}, announce: () => {}, log: () => {} };
  sync = createSyncEngine({ store, client, connectionName: 'Test', ...quiet });
  [offered, chosen, shown] = [null, null, null];
  fileExport = createFileExport({
    store,
    sync,
    client,
    files: createFileHandles(),
    choosePath: (fileName, { name: type }) => {
      offered = { fileName, type };
      return Promise.resolve(chosen);
    },
    showInFolder: (path) => {
      shown = path;
    },
  });
  change([
    create('collection', collectionId, null, { title: 'Shop', color: '#4c6ef5' }),
    create('threatModel', modelId, collectionId, { title: 'Web shop / 2', status: 'Review' }),
    create('canvas', canvasId, modelId, { title: 'Check: out' }),
  ]);
});
afterEach(async () => {
  await sync.stop();
  store.close();
  await database.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const create = (
  kind: RecordChange['kind'],
  id: string,
  parentId: string | null,
  values: Record<string, unknown>,
): RecordChange => ({ op: 'create', kind, id, parentId, values });

const change = (records: RecordChange[]): void => {
  store.changes.apply({ scope: 'workspace', label: 'test', records });
};

/** The handle of a file of that name, as the person chose it. */
const choose = async (source: ExportSource, name: string): Promise<string> => {
  chosen = join(folder, name);
  const target = await fileExport.choose(source);
  expect(target?.fileName).toBe(name);
  return target?.handle ?? '';
};

it.each<[ExportKind, string, string]>([
  ['report', 'Web shop 2 – Check out.pdf', 'PDF'],
  ['image', 'Web shop 2 – Check out.png', 'PNG'],
  ['svg', 'Web shop 2 – Check out.svg', 'SVG'],
  ['graph', 'Web shop 2 – Check out.graph.json', 'JSON'],
  ['otm', 'Web shop 2.otm.json', 'Open Threat Model'],
])('a file of kind %s is offered as %s', async (kind, fileName, type) => {
  const id = kind === 'otm' ? modelId : canvasId;
  expect(await fileExport.choose({ kind, id })).toBeNull();
  expect(offered).toEqual({ fileName, type });
});

it('what was not sent yet is in the file', async () => {
  const handle = await choose(model, 'shop.otm.json');
  change([{ op: 'update', kind: 'threatModel', id: modelId, values: { title: 'Renamed' } }]);
  await fileExport.save(model, handle);
  const document: unknown = JSON.parse(readFileSync(join(folder, 'shop.otm.json'), 'utf8'));
  expect(document).toMatchObject({ project: { name: 'Renamed' } });
  fileExport.reveal(handle);
  expect(shown).toBe(join(folder, 'shop.otm.json'));
});

it('a service that cannot be reached is said to be so, and no file is left', async () => {
  const handle = await choose(model, 'shop.otm.json');
  await sync.flush();
  network = () => Promise.reject(new TypeError('connection lost'));
  await expect(fileExport.save(model, handle)).rejects.toMatchObject({
    code: 'SERVICE_UNREACHABLE',
    data: { detail: 'connection lost' },
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('a refusal is told in the words of the service', async () => {
  const handle = await choose(model, 'shop.otm.json');
  await sync.flush();
  const serviceId = store.idMap.serviceId('threatModel', modelId);
  await database.deleteFrom('threat_models').execute();
  await expect(fileExport.save(model, handle)).rejects.toMatchObject({
    code: 'SERVICE_REFUSED',
    data: { detail: `there is no threat model ${serviceId}` },
  });
});

it('a cancelled export leaves no file, however late the service answers', async () => {
  const handle = await choose(model, 'shop.otm.json');
  await sync.flush();
  const reach = network;
  const abort = new AbortController();
  network = async (request) => {
    abort.abort();
    return await reach(request);
  };
  await fileExport.save(model, handle, abort.signal);
  expect(readdirSync(folder)).toEqual([]);
});

it('a file that cannot be written is said so in the words of the system', async () => {
  const handle = await choose(model, 'shop.otm.json');
  rmSync(folder, { recursive: true });
  await expect(fileExport.save(model, handle)).rejects.toMatchObject({
    code: 'FILE_NOT_WRITTEN',
    data: { detail: 'ENOENT: no such file or directory' },
  });
  expect(existsSync(folder)).toBe(false);
});

it('writes nowhere but where the person said', async () => {
  await expect(fileExport.save(model, '/etc/passwd')).rejects.toMatchObject({
    code: 'FILE_NOT_WRITTEN',
  });
  await expect(fileExport.choose({ kind: 'report', id: modelId })).rejects.toMatchObject({
    code: 'RECORD_GONE',
  });
});
