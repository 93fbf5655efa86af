import { dirname, join } from 'node:path';
import pino from 'pino';
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
import { requestFromWire, responseToWire, type WireRequest } from './port-wire.ts';
import { startMessage, type StartMessage } from './start-message.ts';

/** The account of "This computer": it never leaves it, so it names nobody. */
const person = { email: 'me@this-computer.invalid', firstName: 'Me', lastName: '' };

type Opened = Service & { userId: string; credentials: Credentials };

/** Opens the database and makes the API token of this start, which ends the one of the last. */
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
  return { ...createService({ database, logger }), userId, credentials };
};

const maintainedEveryMs = 10 * 60_000;

/** Not at once: there is enough to do when the app starts. */
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

/**
 * The entry of the embedded service's process. The first message names the database and brings the
 * port over which requests come; the answer says who we are there, and the
 * API token of this start.
 */
const start = async (message: StartMessage, port: Electron.MessagePortMain): Promise<void> => {
  const service = await open(message.databasePath);
  port.on('message', ({ data }: { data: WireRequest }) => void answer(service, data, port));
  port.start();
  const { userId, credentials } = service;
  process.parentPort.postMessage({ kind: 'ready', userId, credentials });
};

/** SQLite's primary result codes for a file that is malformed, or no database. */
const damage = new Set([11, 26]);

const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  damage.has(error.errcode & 0xff);

/** Without its database there is no service: the app is told why, and starts it again later. */
const giveUp = (error: unknown): void => {
  const reason = error instanceof Error ? error.message : String(error);
  process.parentPort.postMessage({ kind: 'failed', reason, isDamaged: isDamage(error) });
  process.exit(1);
};

process.parentPort.once('message', ({ data, ports: [port] }: Electron.MessageEvent) => {
  if (port) start(startMessage.parse(data), port).catch(giveUp);
});
