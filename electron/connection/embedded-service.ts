import { dirname, join } from 'node:path';
import pino from 'pino';
import { documentsInWorkers, runInThread } from '#service/documents.ts';
import {
  createService,
  ensureOwner,
  issueApiToken,
  maintain,
  migrate,
  openSqlite,
  type Database,
  type Service,
} from '#service/service.ts';
import type { Credentials } from '#shared/api/auth.ts';
import { requestFromWire, responseToWire, type ReadAhead, type WireRequest } from './port-wire.ts';
import { startMessage, type StartMessage } from './start-message.ts';

// Only this account may read the files that this process creates. The app has the same umask, but some
// systems do not pass it on to this process.
process.umask(0o077);

/**
 * The account of "This computer". It does not need a real name, because it never leaves this computer.
 */
const person = { email: 'me@this-computer.invalid', firstName: 'Me', lastName: '' };

type Opened = Service & { userId: string; credentials: Credentials };

/**
 * Opens the database and creates a new API token, which the app uses as long as this process runs. The
 * token of the previous process is revoked.
 */
const open = async (databasePath: string): Promise<Opened> => {
  const database = openSqlite(databasePath);
  await migrate(database);
  const { id: userId } = await ensureOwner(database, person);
  const credentials = await issueApiToken(database, {
    userId,
    name: 'desktop',
    scopes: ['*:read', '*:write'],
    replaceNamed: true,
  });
  const errors = pino.destination({ dest: join(dirname(databasePath), 'service.log'), sync: true });
  const logger = pino({ base: null, level: 'error' }, errors);
  keepMaintained(database, logger);
  return { ...createService({ database, logger, documents }), userId, credentials };
};

/**
 * The time limit for one document, in ms. The app does not wait longer for the response (see
 * `connection-fetch.ts`).
 */
const documentTimeoutMs = 120_000;

/**
 * Makes documents in a thread, so that sync does not wait for them. One thread is enough for one user.
 */
const documents = documentsInWorkers({
  start: runInThread(join(import.meta.dirname, 'document-worker.js')),
  makers: 1,
  longestMs: documentTimeoutMs,
});

const maintainedEveryMs = 10 * 60_000;

/** Runs maintenance at an interval, but not at the start, when the app is busy. */
const keepMaintained = (database: Database, logger: pino.Logger): void => {
  const timer = setInterval(() => {
    maintain(database, new Date()).catch((error: unknown) => {
      logger.error({ err: error }, 'maintenance failed');
    });
  }, maintainedEveryMs);
  timer.unref();
};

const answer = async (service: Service, wire: WireRequest, port: Electron.MessagePortMain) => {
  const response = await service.fetch(requestFromWire(wire));
  port.postMessage(await responseToWire(wire.id, response));
};

let ahead = new AbortController();

const readAhead = (file: Uint8Array | null, userId: string): void => {
  ahead.abort();
  if (file === null) return;
  ahead = new AbortController();
  const { signal } = ahead;
  // If this fails, the import fails in the same way, and tells the person why.
  documents.make('readingAhead', file, { userId, signal }).catch(() => undefined);
};

/**
 * Starts the service in this process. `message` names the database, and requests arrive through `port`.
 * The response to `message` has our user ID and the new API token.
 */
const start = async (message: StartMessage, port: Electron.MessagePortMain): Promise<void> => {
  const service = await open(message.databasePath);
  const { userId, credentials } = service;
  port.on('message', ({ data }: { data: WireRequest | ReadAhead }) => {
    if ('readAhead' in data) readAhead(data.readAhead, userId);
    else void answer(service, data, port);
  });
  port.start();
  process.parentPort.postMessage({ kind: 'ready', userId, credentials });
};

/** SQLite's primary result codes for a malformed database and for a file that is not a database. */
const damage = new Set([11, 26]);

const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  damage.has(error.errcode & 0xff);

/**
 * Sends the app the reason why the database cannot be opened, and ends this process. The app starts the
 * process again later.
 */
const giveUp = (error: unknown): void => {
  const reason = error instanceof Error ? error.message : String(error);
  process.parentPort.postMessage({ kind: 'failed', reason, isDamaged: isDamage(error) });
  process.exit(1);
};

process.parentPort.once('message', ({ data, ports: [port] }: Electron.MessageEvent) => {
  if (port) start(startMessage.parse(data), port).catch(giveUp);
});
