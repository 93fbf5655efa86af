import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '../testing/test-database.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './schema.ts';
import { usualTimeouts, type Timeouts } from './timeouts.ts';
import { reading } from './transaction.ts';
import { DatabaseUnavailable } from './unavailable.ts';

let url: string;
let opened: Database[];
beforeEach(async () => {
  url = await createPostgresDatabase(inject('postgresUrl') ?? '');
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map(async (database) => await database.destroy()));
});

const open = (timeouts: Partial<Timeouts> = {}, location = url, connections = 2): Database => {
  const database = openPostgres({
    url: location,
    connections,
    timeouts: { ...usualTimeouts, ...timeouts },
    onLostConnection: () => undefined,
  });
  opened.push(database);
  return database;
};

const sleep = async (database: Database) => await sql`select pg_sleep(60)`.execute(database);

test('statements are prepared again after another instance changed their table', async () => {
  const [database, other] = [open({}, url, 5), open()];
  await sql`create table things as select 1 as id, 'a' as name`.execute(other);
  const find = async (pool: Database) =>
    await sql`select * from things where id = ${1}`.execute(pool);
  const findInTransaction = async () => await reading(database, find);
  const all = async () =>
    await Promise.all([find(database), ...Array.from({ length: 5 }, findInTransaction)]);
  await all();
  await sql`alter table things add column more text`.execute(other);
  for (const { rows } of await all()) expect(rows).toEqual([{ id: 1, name: 'a', more: null }]);
});

describe('reports that the database is not available after', () => {
  test('a statement that takes too long', async () => {
    const database = open({ statement: 50 });
    await expect(sleep(database)).rejects.toThrow(DatabaseUnavailable);
    await expect(database.transaction().execute(sleep)).rejects.toThrow('statement timeout');
  });

  test('waiting for a row that another transaction locks', async () => {
    const database = open({ lock: 50 });
    await sql`create table counters as select 1 as n`.execute(database);
    const add = async (pool: Database) => await sql`update counters set n = n + 1`.execute(pool);
    const outcome = await database.transaction().execute(async (transaction) => {
      await add(transaction);
      return await Promise.allSettled([database.transaction().execute(add)]);
    });
    expect(outcome).toMatchObject([{ reason: { name: 'DatabaseUnavailable' } }]);
    await add(database);
  });

  test('a transaction that stays idle, whose locks are released', async () => {
    const database = open({ idleInTransaction: 50 });
    await sql`create table counters as select 1 as n`.execute(database);
    const add = async (pool: Database) => await sql`update counters set n = n + 1`.execute(pool);
    const other = open();
    const left = database.transaction().execute(async (transaction) => {
      await add(transaction);
      // PostgreSQL ends the first transaction, because it is idle while this statement waits for the
      // row.
      await add(other);
      await add(transaction);
    });
    await expect(left).rejects.toThrow(DatabaseUnavailable);
    const { rows } = await sql`select n from counters`.execute(database);
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('waiting for a connection while all are in use', async () => {
    const database = open({ connect: 1000 }, url, 1);
    await database.transaction().execute(async () => {
      const another = database.transaction().execute(sleep);
      await expect(another).rejects.toThrow(DatabaseUnavailable);
    });
  });

  test('connecting to a server that does not listen', async () => {
    const database = open({}, 'postgres://parapet@127.0.0.1:1/parapet');
    await expect(sleep(database)).rejects.toThrow('ECONNREFUSED');
    await expect(database.transaction().execute(sleep)).rejects.toThrow(DatabaseUnavailable);
  });
});

describe('a network that stops responding', () => {
  let proxy: Server;
  let sockets: Socket[];
  beforeEach(async () => {
    sockets = [];
    const { hostname, port } = new URL(url);
    proxy = createServer((client) => {
      const server = connect(Number(port), hostname);
      client.pipe(server);
      server.pipe(client);
      for (const socket of [client, server]) socket.on('error', () => socket.destroy());
      sockets.push(client, server);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const throughProxy = (): string => {
    const address = proxy.address();
    const proxied = new URL(url);
    proxied.port = String(typeof address === 'object' && address ? address.port : 0);
    return proxied.href;
  };
  /** Stops forwarding data on existing connections. New connections still work. */
  const goSilent = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };

  test('does so within and outside of a transaction, and a new connection works', async () => {
    const database = open({ query: 100 }, throughProxy());
    const ask = async (pool: Database) => (await sql`select 1 as one`.execute(pool)).rows;
    const within = async () => await database.transaction().execute(ask);
    expect([await ask(database), await within()]).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    goSilent();
    await expect(ask(database)).rejects.toThrow(DatabaseUnavailable);
    await expect(within()).rejects.toThrow(DatabaseUnavailable);
    expect([await ask(database), await within()]).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  });
});

test('sessions that the server ends do not end the process', async () => {
  const database = open();
  const killer = open();
  const pidOf = async (pool: Database) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(pool);
    return rows[0]?.pid ?? 0;
  };
  const kill = async (pid: number) =>
    await sql`select pg_terminate_backend(${pid}, 5000)`.execute(killer);
  const ended = database.transaction().execute(async (transaction) => {
    await kill(await pidOf(transaction));
    await sql`select 1`.execute(transaction);
  });
  await expect(ended).rejects.toThrow(DatabaseUnavailable);
  await kill(await pidOf(database));
  // This statement may fail, because it may be the first to find out that the connection has ended.
  await Promise.allSettled([sql`select 1`.execute(database)]);
  expect(await pidOf(database)).toBeGreaterThan(0);
});
