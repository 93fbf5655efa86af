import pino, { type Logger } from 'pino';
import type { z } from 'zod';
import { databaseClock, type Clock } from '../database/clock.ts';
import { dialectOf } from '../database/dialect.ts';
import { migrate } from '../database/migrate.ts';
import type { Database } from '../database/schema.ts';
import { documentsInWorker } from '../documents/documents-in-worker.ts';
import { listen, type Listener } from '../http.ts';
import type { Mailer } from '../mail/mailer.ts';
import { smtpMailer } from '../mail/smtp-mailer.ts';
import { createService, type Service } from '../service.ts';
import { command, type Surroundings } from './command.ts';
import { Failure, messageOf, WrongUsage } from './failure.ts';
import { keepUp } from './keep-up.ts';
import { openDatabase } from './open-database.ts';
import { serveOptions } from './serve-options.ts';

type ServeOptions = z.infer<z.ZodObject<typeof serveOptions>>;

export const serve = command({
  name: 'serve',
  summary: 'Serve the API until SIGTERM or SIGINT',
  options: serveOptions,
  run: async (options, surroundings) => {
    const mailer = mailerOf(options);
    // Written beside the requests and not between them; what is left is written when it ends.
    const logger = pino({ base: null }, pino.destination({ dest: 2, sync: false }));
    const database = await openDatabase(options.database, {
      folder: surroundings.folder,
      mayCreate: true,
      connections: options.connections,
      onLostConnection: (error) => logger.error({ err: error }, 'a database connection was lost'),
    });
    try {
      const applied = await migrate(database);
      if (applied.length > 0) logger.info({ applied }, 'the database was migrated');
      await serveOn(database, options, { ...surroundings, logger, mailer });
    } finally {
      await database.destroy();
    }
  },
});

const mailerOf = ({ smtp, 'mail-from': from }: ServeOptions): Mailer | undefined => {
  if (smtp === undefined) return undefined;
  if (from === undefined) throw new WrongUsage('--mail-from: has to be given with --smtp');
  return smtpMailer(smtp, from);
};

type Running = Surroundings & { logger: Logger; mailer: Mailer | undefined };

const serveOn = async (
  database: Database,
  options: ServeOptions,
  { logger, mailer, print, stopped }: Running,
): Promise<void> => {
  const clock = await clockOf(database);
  const documents = documentsInWorker();
  const invitations = { mailer, invitationUrl: options['invitation-url'] };
  const asked = stopped();
  const service = createService({
    database,
    logger,
    now: clock.now,
    tier: options.tier,
    tokenLifetimeSeconds: options['token-lifetime'],
    documents,
    ...invitations,
  });
  const listener = await listening(service, options);
  const upkeep = keepUp({ database, clock, logger, ...invitations });
  print(`listening on ${listener.url}/api/v1`);
  await asked;
  await listener.close();
  await service.settled();
  await upkeep.stop();
  await documents.close();
};

/** Instances agree on the time by the database that they share; a file is one machine's alone. */
const clockOf = async (database: Database): Promise<Clock> =>
  dialectOf(database) === 'postgres'
    ? await databaseClock(database)
    : { now: () => new Date(), refresh: async () => await Promise.resolve() };

const reasons: Record<string, string> = {
  EADDRINUSE: 'something else listens there already',
  EACCES: 'this account may not listen there',
  EADDRNOTAVAIL: 'this machine has no such address',
};

const listening = async (
  service: Service,
  { host, port, 'trusted-proxy': trustedProxies }: ServeOptions,
): Promise<Listener> => {
  try {
    return await listen(service, { host, port, trustedProxies });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code] ?? messageOf(error);
    throw new Failure(`cannot listen on port ${port} of ${host}: ${reason}`);
  }
};
