import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
  type Database,
} from '#service/service.ts';
import type { Credentials } from '#shared/api/auth.ts';
import { createConnectionList } from '../connection/connection-list.ts';
import type { Fetch } from '../connection/fetch.ts';
import { readManagedSettings } from '../connection/managed-settings.ts';
import { SignInNeeded, type ServiceConnection } from '../connection/service-connection.ts';
import { createVault } from '../connection/vault.ts';
import { createFileHandles } from '../shell/file-handles.ts';
import { createImportFiles } from '../shell/import-files.ts';
import { createEventPublisher } from './app-events.ts';
import { createConnections } from './connections.ts';
import { createExportOptions } from './export-options.ts';
import { createSession } from './session.ts';
import { createSessions } from './sessions.ts';

const address = 'https://threats.example.com';
let folder: string;
let database: Database;
let token: Credentials;
/** The URLs and bodies of the requests. */
let sent: { url: string; body: string }[];
let fetch: Fetch;
let isReachable: boolean;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-connections-'));
  database = openSqlite(':memory:');
  await migrate(database);
  const person = { email: 'ann@example.org', firstName: 'Ann', lastName: 'Lee' };
  const { id: userId } = await ensureOwner(database, person);
  token = await issueApiToken(database, { userId, name: 't', scopes: ['*:read', '*:write'] });
  const service = createService({ database, logger: { info: () => {}, error: () => {} } });
  sent = [];
  isReachable = true;
  fetch = async (request) => {
    sent.push({ url: request.url, body: await request.clone().text() });
    if (!isReachable) throw new Error('net::ERR_CONNECTION_REFUSED');
    return await service.fetch(request);
  };
});
afterEach(async () => {
  for (const { session } of opened.splice(0)) await session.close().catch(() => undefined);
  await database.destroy();
  rmSync(folder, { recursive: true });
});

const noStore = {
  backend: () => Promise.resolve('basic_text' as const),
  isAvailable: () => Promise.resolve(false),
  encrypt: () => Promise.reject(new Error('there is no store')),
  decrypt: () => Promise.reject(new Error('there is no store')),
};

const opened: { session: ReturnType<typeof createSession> }[] = [];

/** The path of the administrator's settings file. */
const managedPath = (): string => join(folder, 'managed.json');

const start = (savePath: string | null = null) => {
  const managed = readManagedSettings(managedPath());
  const events = createEventPublisher();
  const files = { save: writeFile, platform: 'linux' as const };
  const list = createConnectionList({
    path: join(folder, 'connections.json'),
    allows: managed.allows,
    ...files,
  });
  const vault = createVault({ path: join(folder, 'secrets.json'), secretStore: noStore, ...files });
  const storePath = (id: string): string => join(folder, `${id}.db`);
  const handles = createFileHandles();
  const nothing = (): Promise<null> => Promise.resolve(null);
  const parts = {
    events,
    log: () => {},
    imported: createImportFiles(1000),
    exported: handles,
    save: writeFile,
    chooseFile: nothing,
    chooseBackup: () => Promise.resolve(null),
    choosePath: nothing,
    chooseFolder: nothing,
    print: () => Promise.resolve({ success: false, reason: '' }),
    showInFolder: () => {},
    exportOptions: createExportOptions({
      path: join(folder, 'export-options.json'),
      save: writeFile,
      chooseLogo: nothing,
    }),
    makeDocument: () => Promise.reject(new Error('no documents here')),
    readerEntry: '',
    storeReaderEntry: '',
    sampleFile: '',
  };
  const connectionOf = (id: string): ServiceConnection => {
    const connection = list.find(id);
    const secret = async (): Promise<Credentials> => {
      const given = await vault.get(id);
      if (given === null || !connection) throw new SignInNeeded();
      return { clientId: connection.clientId, secret: given };
    };
    return {
      name: connection?.name ?? 'This computer',
      baseUrl: connection?.baseUrl ?? 'http://embedded.invalid/api/v1',
      fetch,
      credentials: secret,
      userId: nothing,
      startsWithSample: false,
    };
  };
  const open = (id: string) => {
    const session = createSession(
      { id, storePath: storePath(id), connection: connectionOf(id) },
      parts,
    );
    opened.push({ session });
    return session;
  };
  const sessions = createSessions({ open, firstId: list.openId(), events, log: () => {} });
  const choosePath = () => Promise.resolve(savePath);
  const connections = createConnections({
    list,
    vault,
    sessions,
    events,
    fetch: managed.guard(fetch),
    managed,
    storePath,
    saveExport: writeFile,
    choosePath,
    service: { databasePath: join(folder, 'service.db'), pause: () => Promise.resolve() },
    files: handles,
  });
  return { connections, sessions, storePath };
};

const office = () => ({ id: null, name: 'Office', baseUrl: address, ...token });

const added = async ({ connections }: ReturnType<typeof start>): Promise<string> => {
  const saved = await connections.save(office());
  if (!saved.ok) throw new Error(saved.problem.kind);
  return saved.id;
};

const create = ({ sessions }: ReturnType<typeof start>, title: string): void => {
  sessions.current().store.changes.apply({
    scope: 'workspace',
    label: 'test',
    records: [
      {
        op: 'create',
        kind: 'collection',
        id: crypto.randomUUID(),
        parentId: null,
        values: { title },
      },
    ],
  });
};

it('does not allow services that the organization has not approved', async () => {
  const before = start();
  const id = await added(before);
  await before.connections.open(id);
  create(before, 'Kept here');
  await before.sessions.enter('this-computer');
  await before.sessions.closed();
  sent = [];

  const allowedServices = ['https://other.example.com'];
  writeFileSync(managedPath(), JSON.stringify({ allowedServices }));
  const { connections } = start();
  expect(await connections.listed()).toMatchObject({
    openId: 'this-computer',
    managed: { allowedServices },
    connections: [{ isAllowed: true }, { id, isAllowed: false }],
  });
  const problem = { kind: 'service_not_allowed' };
  expect(await connections.check(office())).toEqual({ ok: false, problem });
  expect(await connections.save(office())).toEqual({ ok: false, problem });
  await expect(connections.open(id)).rejects.toMatchObject({ code: 'SERVICE_NOT_ALLOWED' });
  expect(sent).toEqual([]);

  rmSync(managedPath());
  const after = start();
  expect(titles(after)).toEqual(['Kept here']);
});

const titles = ({ sessions }: ReturnType<typeof start>): string[] =>
  sessions
    .current()
    .store.reads.overview()
    .map(({ title }) => title);

it('starts with This computer, which cannot be removed', async () => {
  const { connections } = start();
  expect(await connections.listed()).toMatchObject({
    openId: 'this-computer',
    connections: [{ id: 'this-computer', secret: 'none' }],
  });
  const removal = { id: 'this-computer', discardUnsent: true };
  await expect(connections.remove(removal)).rejects.toThrow('Connection not found.');
});

it('saves only working connections, and never returns the secret', async () => {
  const app = start();
  const { connections } = app;
  expect(await connections.save({ ...office(), secret: 'wrong' })).toMatchObject({
    problem: { kind: 'wrong_credentials' },
  });
  const id = await added(app);
  const listed = await connections.listed();
  expect(listed.connections.slice(1)).toEqual([
    {
      id,
      name: 'Office',
      baseUrl: `${address}/api/v1`,
      clientId: token.clientId,
      isAllowed: true,
      secret: 'session',
    },
  ]);
  expect(JSON.stringify(listed)).not.toContain(token.secret);
  expect(readFileSync(join(folder, 'connections.json'), 'utf8')).not.toContain(token.secret);
});

it('keeps the work of each connection separate, and opens the last one at the next start', async () => {
  const app = start();
  create(app, 'Here');
  const id = await added(app);
  await app.connections.open(id);
  expect(titles(app)).toEqual([]);
  create(app, 'There');
  await app.connections.open('this-computer');
  expect(titles(app)).toEqual(['Here']);
  await app.connections.open(id);
  const again = start();
  expect(again.sessions.current().id).toBe(id);
  expect(titles(again)).toEqual(['There']);
});

it('sends a stored secret to no other host, and not with another client ID', async () => {
  const app = start();
  const id = await added(app);
  sent.length = 0;
  for (const change of [
    { baseUrl: 'https://elsewhere.example.com' },
    { baseUrl: `${address}:8443` },
    { clientId: 'another' },
  ]) {
    const saved = await app.connections.save({ ...office(), id, secret: null, ...change });
    expect(saved).toEqual({ ok: false, problem: { kind: 'secret_needed' } });
  }
  expect(sent).toEqual([]);
  const moved = { ...office(), id, secret: null, baseUrl: `${address}/api/v1`, name: 'Moved' };
  expect(await app.connections.save(moved)).toEqual({ ok: true, id, found: null });
});

it('signing out forgets the secret and keeps the work; signing in sends it', async () => {
  const app = start();
  const id = await added(app);
  await app.connections.open(id);
  await app.connections.signOut(id);
  create(app, 'Made while signed out');
  await expect(app.sessions.current().sync.flush()).rejects.toThrow(
    'Enter this connection’s secret again.',
  );
  expect(await app.connections.listed()).toMatchObject({
    connections: [{}, { secret: 'missing' }],
  });
  await app.connections.save({ ...office(), id });
  await app.sessions.current().sync.flush();
  expect(await database.selectFrom('collections').select('title').execute()).toEqual([
    { title: 'Made while signed out' },
  ]);
});

it('removes a connection with its files, and asks first if it has unsent changes', async () => {
  const target = join(folder, 'unsent.json');
  const app = start(target);
  const id = await added(app);
  await app.connections.open(id);
  isReachable = false;
  create(app, 'Never sent');
  const { connections, storePath } = app;
  expect(await connections.remove({ id, discardUnsent: false })).toEqual({
    removed: false,
    unsent: 1,
    renamedTo: null,
  });
  await connections.open('this-computer');
  expect(await connections.exportUnsent(id)).toEqual({ fileName: 'unsent.json' });
  expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({
    connection: 'Office',
    changes: [{ kind: 'collection', op: 'create', values: { title: 'Never sent' } }],
    records: [{ kind: 'collection', values: { title: 'Never sent' } }],
  });
  expect(await connections.remove({ id, discardUnsent: true })).toEqual({
    removed: true,
    unsent: 1,
    renamedTo: null,
  });
  expect(existsSync(storePath(id))).toBe(false);
  expect((await connections.listed()).connections.map((each) => each.id)).toEqual([
    'this-computer',
  ]);
});

it('sends nothing for a connection that is no longer open', async () => {
  const app = start();
  const id = await added(app);
  await app.connections.open(id);
  const { sync } = app.sessions.current();
  await app.connections.open('this-computer');
  sent.length = 0;
  await sync.flush().catch(() => undefined);
  expect(sent.filter(({ url }) => url.startsWith(address))).toEqual([]);
});

describe('a damaged local copy', () => {
  const damaged = 'no database any more';
  const asides = (): string[] => readdirSync(folder).filter((name) => name.includes('.set-aside-'));

  /**
   * Adds a connection, sends a collection to its service, and damages the store of the connection.
   * Returns the ID of the connection. The next `start` opens it.
   */
  const damage = async (): Promise<string> => {
    const app = start();
    const id = await added(app);
    await app.connections.open(id);
    create(app, 'At the service');
    await app.sessions.current().sync.flush();
    await app.sessions.current().close();
    writeFileSync(app.storePath(id), damaged);
    for (const part of ['-wal', '-shm']) rmSync(`${app.storePath(id)}${part}`, { force: true });
    return id;
  };

  it('is reported and left unchanged, while other connections work', async () => {
    const id = await damage();
    const app = start();
    const { connections, sessions, storePath } = app;
    expect(await connections.listed()).toMatchObject({
      openId: id,
      problem: { kind: 'damaged', fileName: `${id}.db`, unsent: 0 },
    });
    expect(() => sessions.current()).toThrow('file is not a database');
    await connections.reopen();
    expect(readFileSync(storePath(id), 'utf8')).toBe(damaged);
    await connections.open('this-computer');
    create(app, 'Here');
    expect(titles(app)).toEqual(['Here']);
    expect(await connections.listed()).toMatchObject({ problem: null });
  });

  it('is kept when the person downloads a new copy', async () => {
    const id = await damage();
    const app = start();
    await app.connections.save({ ...office(), id });
    const { fileName } = await app.connections.startAfresh();
    expect(asides()).toEqual([fileName]);
    expect(readFileSync(join(folder, fileName), 'utf8')).toBe(damaged);
    expect(await app.connections.listed()).toMatchObject({ openId: id, problem: null });
    await app.sessions.current().sync.syncAll();
    expect(titles(app)).toEqual(['At the service']);
    await expect(app.connections.startAfresh()).rejects.toThrow('The local copy is fine.');
  });

  it('is kept when its connection is removed, because its content is unknown', async () => {
    const id = await damage();
    const { connections } = start();
    const { renamedTo } = await connections.remove({ id, discardUnsent: false });
    expect(asides()).toEqual([renamedTo]);
    expect(await connections.listed()).toMatchObject({ openId: 'this-computer', problem: null });
  });

  it('is reported when the damage is found later, and unsent changes can be exported', async () => {
    const target = join(folder, 'rescued.json');
    const app = start(target);
    const { connections } = app;
    const id = await added(app);
    isReachable = false;
    await connections.open(id);
    create(app, 'Never sent');
    connections.noteFailure(new Error('not of the store'));
    expect(await connections.listed()).toMatchObject({ problem: null });
    connections.noteFailure(Object.assign(new Error('malformed'), { errcode: 11 }));
    expect(await connections.listed()).toMatchObject({
      problem: { kind: 'damaged', detail: 'malformed', unsent: 1 },
    });
    expect(await connections.exportUnsent(id)).toEqual({ fileName: 'rescued.json' });
    expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({
      changes: [{ op: 'create', values: { title: 'Never sent' } }],
    });
    await connections.reopen();
    expect(titles(app)).toEqual(['Never sent']);
  });
});
