import { resolve } from 'node:path';
import pino, { type Logger } from 'pino';
import type { z } from 'zod';
import { databaseClock, type Clock } from '../database/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import { messageOf } from '../database/message-of.ts';
import { migrate } from '../database/migrate.ts';
import type { Database } from '../database/schema.ts';
import { AlreadyServed, lockForServing } from '../database/serving-lock.ts';
import type { Timeouts } from '../database/timeouts.ts';
import { documentsInWorkers } from '../documents/documents-in-workers.ts';
import { runInProcess } from '../documents/run-in-process.ts';
import { listen, type Listener } from '../http.ts';
import { usualLimits, type Limits } from '../limits/limits.ts';
import type { Mailer } from '../mail/mailer.ts';
import { smtpMailer } from '../mail/smtp-mailer.ts';
import { createService, type Service } from '../service.ts';
import { command, type Surroundings } from './command.ts';
import { Failure, WrongUsage } from './failure.ts';
import { keepUp } from './keep-up.ts';
import { isPostgres, openDatabase } from './open-database.ts';
import { serveOptions } from './serve-options.ts';

type ServeOptions = z.infer<z.ZodObject<typeof serveOptions>>;

export const serve = command({
  name: 'serve',
  summary: 'Serve the API until SIGTERM or SIGINT',
  options: serveOptions,
  run: async (options, surroundings) => {
    const mailer = mailerOf(options);
    // The logger writes asynchronously, so that logging does not block requests. When the process exits,
    // pino writes the buffered lines.
    const logger = pino({ base: null }, pino.destination({ dest: 2, sync: false }));
    const { folder } = surroundings;
    const { lock, applied } = await prepare(options.database, folder);
    if (applied.length > 0) logger.info({ applied }, 'applied migrations');
    const database = await openDatabase(options.database, {
      folder,
      mayCreate: true,
      connections: options.connections,
      timeouts: timeoutsOf(options),
      onLostConnection: (error) => logger.error({ err: error }, 'database connection lost'),
    });
    try {
      await serveOn(database, options, { ...surroundings, logger, mailer });
    } finally {
      await database.destroy();
      lock?.release();
    }
  },
});

/**
 * Locks and migrates the database. Uses separate connections without a time limit for statements,
 * because a migration may take long.
 */
const prepare = async (location: string, folder: string) => {
  const database = await openDatabase(location, { folder, mayCreate: true });
  try {
    const lock = lockedForServing(location, folder);
    try {
      return { lock, applied: await migrate(database) };
    } catch (error) {
      lock?.release();
      throw error;
    }
  } finally {
    await database.destroy();
  }
};

/**
 * Locks an SQLite file, so that no other instance serves it. A PostgreSQL database is not locked,
 * because any number of instances can serve it.
 */
const lockedForServing = (
  location: string,
  folder: string,
): { release: () => void } | undefined => {
  if (isPostgres(location)) return undefined;
  const path = resolve(folder, location);
  try {
    return lockForServing(path);
  } catch (error) {
    if (!(error instanceof AlreadyServed)) throw error;
    throw new Failure(`another process already serves the database ${path}`);
  }
};

const timeoutsOf = (options: ServeOptions): Timeouts => ({
  connect: options['connect-timeout'] * 1000,
  statement: options['statement-timeout'] * 1000,
  lock: options['lock-timeout'] * 1000,
  idleInTransaction: options['idle-transaction-timeout'] * 1000,
  query: options['query-timeout'] * 1000,
});

const mailerOf = ({ smtp, 'mail-from': from }: ServeOptions): Mailer | undefined => {
  if (smtp === undefined) return undefined;
  if (from === undefined) throw new WrongUsage('--mail-from is required with --smtp');
  return smtpMailer(smtp, from);
};

type Running = Surroundings & { logger: Logger; mailer: Mailer | undefined };

const serveOn = async (
  database: Database,
  options: ServeOptions,
  { logger, mailer, print, stopped }: Running,
): Promise<void> => {
  const clock = await clockOf(database);
  const documents = documentsInWorkers({ start: runInProcess });
  const invitations = { mailer, invitationUrl: options['invitation-url'] };
  const asked = stopped();
  const limits = limitsOf(options);
  const service = createService({
    database,
    logger,
    limits,
    now: clock.now,
    tier: options.tier,
    tokenLifetimeSeconds: options['token-lifetime'],
    documents,
    ...invitations,
  });
  const listener = await listening(service, options, limits);
  const upkeep = keepUp({ database, clock, logger, ...invitations });
  print(`listening on ${listener.url}/api/v1`);
  await asked;
  service.drain();
  await listener.close({ drainMs: options.drain * 1000 });
  await service.whenIdle();
  await upkeep.stop();
  await documents.close();
};

const limitsOf = (options: ServeOptions): Limits => ({
  ...usualLimits,
  connections: options['address-connections'],
  address: { rate: options['address-rate'] || Infinity, atOnce: options['address-at-once'] },
  token: { ...usualLimits.token, rate: options.rate || Infinity, atOnce: options['at-once'] },
});

/**
 * Returns the clock for the service. Instances that share a PostgreSQL database use the clock of that
 * database. An SQLite file is used by one machine only, so the machine's clock is enough.
 */
const clockOf = async (database: Database): Promise<Clock> =>
  dialectOf(database) === 'postgres'
    ? await databaseClock(database)
    : { now: () => new Date(), refresh: async () => await Promise.resolve() };

const reasons: Record<string, string> = {
  EADDRINUSE: 'the port is already in use',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'address not available on this machine',
};

const listening = async (
  service: Service,
  { host, port, 'trusted-proxy': trustedProxies }: ServeOptions,
  limits: Limits,
): Promise<Listener> => {
  try {
    return await listen(service, { host, port, trustedProxies, limits });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code] ?? messageOf(error);
    throw new Failure(`cannot listen on port ${port} of ${host}: ${reason}`);
  }
};
