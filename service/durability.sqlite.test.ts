import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { migrate } from './database/migrate.ts';
import { openSqlite } from './database/sqlite.ts';
import { ensureOwner, issueApiToken } from './provision.ts';
import { createService } from './service.ts';
import { useRealSecrets } from './testing/cheap-secrets.ts';
import { damageTo } from './testing/database-damage.ts';
import {
  requestOf,
  writeUntilKilled,
  type Account,
  type ClientRecords,
  type SentWrite,
  type KnownRecords,
} from './testing/restless-client.ts';
import { plantTree } from './testing/sample-tree.ts';
import { startServingProcess } from './testing/serving-process.ts';
import { createClient } from './testing/test-client.ts';

beforeAll(useRealSecrets);

const kills = 100;
const filesAtOnce = 2;
const clientsEach = 4;
/**
 * For each kill, the time in milliseconds from the first response of the service to the kill. The times
 * vary, so that different kinds of work are interrupted.
 */
const moments = fc.sample(fc.integer({ min: 0, max: 150 }), { numRuns: kills, seed: 2026 });

type Kill = { moment: number; turn: number };

/** A database file, and what its clients know from the responses of all rounds so far. */
type File = {
  path: string;
  token: string;
  userId: string;
  clientRecords: ClientRecords[];
  known: KnownRecords;
};

const newFile = async (path: string): Promise<File> => {
  const database = openSqlite(path);
  await migrate(database);
  const person = { email: 'owner@example.org', firstName: 'Olga', lastName: 'Owner' };
  const { id: userId } = await ensureOwner(database, person);
  const scopes = ['*:read', '*:write'];
  const credentials = await issueApiToken(database, { userId, name: 'test', scopes });
  await database.destroy();

  const { url, kill } = await startServingProcess(path);
  const client = await createClient(url, credentials);
  const clientRecords: ClientRecords[] = [];
  for (let index = 0; index < clientsEach; index++) clientRecords.push(await plantTree(client));
  const known: KnownRecords = new Map();
  for (const { canvasId, threatId } of clientRecords) {
    known.set(`/canvases/${canvasId}`, await client.api.canvases.get({ id: canvasId }));
    known.set(`/threats/${threatId}`, await client.api.threats.get({ id: threatId }));
  }
  await kill();
  return { path, token: client.token, userId, clientRecords, known };
};

const writeAndKill = async (
  { path, token, userId, clientRecords, known }: File,
  { moment, turn }: Kill,
): Promise<Account[]> => {
  const { url, kill } = await startServingProcess(path);
  const first = Promise.withResolvers<void>();
  const shared = { url, token, userId, known, onAnswer: first.resolve };
  const writing = Promise.all(
    clientRecords.map(
      async (records, index) =>
        await writeUntilKilled({ ...shared, records, begin: turn + index * 2 }),
    ),
  );
  try {
    await Promise.race([first.promise, writing]);
    await setTimeout(moment);
  } finally {
    await kill();
  }
  return await writing;
};

type Reopened = {
  damage: () => Promise<Record<string, unknown[]>>;
  send: (write: SentWrite) => Promise<{ status: number; body: unknown }>;
  /** Sends GET, and returns the record, or `undefined` if it does not exist. */
  get: (path: string) => Promise<unknown>;
};

/** Opens the file as the next start of the service would find it, and runs `check`. */
const reopening = async (
  { path, token }: File,
  check: (file: Reopened) => Promise<void>,
): Promise<void> => {
  const database = openSqlite(path);
  const logger = { info: () => undefined, error: () => undefined };
  const service = createService({ database, logger });
  const send = async (write: Omit<SentWrite, 'changedBy'>) => {
    const answer = await service.fetch(requestOf('http://localhost/api/v1', token, write));
    const text = await answer.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: answer.status, body };
  };
  const get = async (record: string) => {
    const { status, body } = await send({ method: 'GET', path: record, key: '' });
    return status === 404 ? undefined : body;
  };
  await check({ damage: async () => await damageTo(database), send, get });
  await database.destroy();
};

/** Checks that the interrupted change or deletion was done completely or not at all. */
const expectAllOrNothing = async (
  { get }: Reopened,
  { method, path, json, changedBy }: SentWrite,
  known: KnownRecords,
): Promise<void> => {
  if (method === 'POST') return;
  const paths = method === 'DELETE' ? changedBy(undefined).map(([each]) => each) : [path];
  const now = await Promise.all(paths.map(get));
  const before = paths.map((each) => known.get(each));
  if (isDeepStrictEqual(now, before)) return;
  if (method === 'DELETE') expect(now).toEqual(paths.map(() => undefined));
  else expect(now).toMatchObject([json]);
};

/** Sends a write again, as a client does after it got no response. */
const sendAgain = async ({ send }: Reopened, write: SentWrite): Promise<KnownRecords> => {
  const { status, body } = await send(write);
  if (write.method !== 'DELETE' || status !== 404) expect(status).toBeLessThan(300);
  return new Map(write.changedBy(body));
};

const killOnce = async (file: File, kill: Kill): Promise<number> => {
  const accounts = await writeAndKill(file, kill);
  await reopening(file, async (reopened) => {
    expect(await reopened.damage()).toEqual({});
    for (const { touched, unanswered } of accounts) {
      await expectAllOrNothing(reopened, unanswered, file.known);
      const changed = await sendAgain(reopened, unanswered);
      for (const [path, record] of changed) file.known.set(path, record);
      for (const path of new Set([...touched, ...changed.keys()])) {
        expect(await reopened.get(path)).toEqual(file.known.get(path));
      }
    }
  });
  return accounts.reduce((sum, { answered }) => sum + answered, 0);
};

const killAll = async (path: string, ownKills: Kill[]): Promise<number> => {
  const file = await newFile(path);
  let answered = 0;
  for (const kill of ownKills) answered += await killOnce(file, kill);
  await reopening(file, async ({ damage, get }) => {
    expect(await damage()).toEqual({});
    for (const [record, known] of file.known) expect(await get(record)).toEqual(known);
  });
  return answered;
};

test('a service killed at any moment has kept everything it acknowledged, and no half writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-kills-'));
  const counts = await Promise.all(
    Array.from({ length: filesAtOnce }, async (_, index) => {
      const own = moments.flatMap((moment, turn) =>
        turn % filesAtOnce === index ? { moment, turn } : [],
      );
      return await killAll(join(folder, `${index}.db`), own);
    }),
  );
  rmSync(folder, { recursive: true });
  // Checks that enough writes were made. Otherwise the services would have been killed before they had
  // anything to lose.
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(kills / filesAtOnce);
}, 1_200_000);
