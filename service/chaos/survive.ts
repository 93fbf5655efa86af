import { z } from 'zod';
import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/postgres.ts';
import type { Timeouts } from '../database/timeouts.ts';
import { ensureOwner, issueApiToken } from '../provision.ts';
import type { PostgresServer } from '../testing/postgres-server.ts';
import { plantTree } from '../testing/sample-tree.ts';
import { startServingProcess } from '../testing/serving-process.ts';
import { createClient } from '../testing/test-client.ts';
import { badDays, operatorOf, serviceRole, type BadDayName } from './bad-days.ts';
import { startSteadyClients } from './steady-clients.ts';

/**
 * The timeouts of the instances, in milliseconds. They are short, so that the service soon notices an
 * outage.
 */
const timeouts: Timeouts = {
  connect: 1000,
  statement: 1000,
  lock: 1000,
  idleInTransaction: 1000,
  query: 1500,
};

export type Survival = {
  /** The number of responses by status. */
  statuses: Record<number, number>;
  /** For each outage, the time in milliseconds from its end until every instance has written again. */
  recoveryMs: number[];
  acknowledged: number;
  /** Threats whose creation was acknowledged but that are not stored. */
  lost: string[];
  /** The number of threats that are stored although no client got an acknowledgment. */
  unknown: number;
  /** The value of the number that all clients increment, and its lowest and highest possible values. */
  counter: { value: number; min: number; max: number };
};

const page = z.object({ items: z.array(z.object({ id: z.string() })), count: z.number() });

/**
 * Runs several instances of the service, each in its own process, through database outages while
 * clients write, and returns the result.
 */
export const survive = async (
  server: PostgresServer,
  { instances, days }: { instances: number; days: readonly BadDayName[] },
): Promise<Survival> => {
  const { operator, urls, owner, stop } = await startAll(server, instances);
  try {
    const { componentId, threatId: counterId } = await plantTree(owner);
    await owner.api.threats.update({ id: counterId, title: '0' });
    const clients = startSteadyClients({ urls, token: owner.token, componentId, counterId });
    const recoveryMs: number[] = [];
    await clients.allWrote();
    for (const day of days) {
      const refused = clients.allRefused();
      await badDays[day].begin(operator);
      await refused;
      await badDays[day].end(operator);
      const ended = performance.now();
      await clients.allWrote();
      recoveryMs.push(Math.round(performance.now() - ended));
    }
    await clients.stop();

    const { created, incremented, unclear, statuses } = clients.account;
    const stored = new Set<string>();
    for (let number = 1; ; number++) {
      const answer = await owner.send('GET', `/threats?limit=200&page=${number}`);
      const { items } = page.parse(answer.body);
      for (const { id } of items) stored.add(id);
      if (items.length === 0) break;
    }
    stored.delete(counterId);
    const { title } = await owner.api.threats.get({ id: counterId });
    return {
      statuses: Object.fromEntries(statuses),
      recoveryMs,
      acknowledged: created.size + incremented,
      lost: [...created].filter((id) => !stored.has(id)),
      unknown: [...stored].filter((id) => !created.has(id)).length,
      counter: { value: Number(title), min: incremented, max: incremented + unclear },
    };
  } finally {
    await stop();
  }
};

const startAll = async (server: PostgresServer, instances: number) => {
  const name = `chaos_${instances}`;
  const password = 'service';
  const onServer = operatorOf(server, server.url);
  await onServer.sql(`drop role if exists ${serviceRole}`);
  await onServer.sql(`create role ${serviceRole} login password '${password}'`);
  await onServer.sql(`create database ${name} owner ${serviceRole}`);
  const url = new URL(server.url);
  url.pathname = name;
  const operator = operatorOf(server, url.href);
  [url.username, url.password] = [serviceRole, password];

  const database = openPostgres({ url: url.href, onLostConnection: () => undefined });
  await migrate(database);
  const person = { email: 'owner@example.org', firstName: 'Olga', lastName: 'Owner' };
  const { id: userId } = await ensureOwner(database, person);
  const scopes = ['*:read', '*:write'];
  const credentials = await issueApiToken(database, { userId, name: 'chaos', scopes });
  await database.destroy();

  const processes = await Promise.all(
    Array.from({ length: instances }, async () => await startServingProcess(url.href, timeouts)),
  );
  const urls = processes.map((process) => process.url);
  return {
    operator,
    urls,
    owner: await createClient(urls[0] ?? '', credentials),
    stop: async () => {
      await Promise.all(processes.map(async ({ kill }) => await kill()));
      await operatorOf(server, server.url).sql(`drop database ${name} with (force)`);
    },
  };
};
