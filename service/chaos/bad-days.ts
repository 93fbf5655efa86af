import pg from 'pg';
import type { PostgresServer } from '../testing/postgres-server.ts';

type Operator = {
  server: PostgresServer;
  /** Runs SQL on the service's database as a superuser, over a separate connection. */
  sql: (text: string) => Promise<void>;
};

type BadDay = {
  begin: (operator: Operator) => Promise<void>;
  end: (operator: Operator) => Promise<void>;
};

/**
 * The database role of the service. It is not a superuser, because one of the outages sets a connection
 * limit, from which superusers are exempt.
 */
export const serviceRole = 'service';

const reload = 'select pg_reload_conf()';
const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
  where usename = '${serviceRole}'`;

/** The tables to which the clients write. Every write changes at least one of these tables. */
const written = ['threats', 'idempotent_answers'];

/**
 * The database outages, each with a function that begins it and a function that ends it. Every write
 * fails during an outage.
 */
export const badDays = {
  'it is stopped and started': {
    begin: async ({ server }) => await server.control('stop'),
    end: async ({ server }) => await server.control('start'),
  },
  'it crashes and is started': {
    begin: async ({ server }) => await server.control('crash'),
    end: async ({ server }) => await server.control('start'),
  },
  'it says nothing for a while': {
    begin: async ({ server }) => await server.control('freeze'),
    end: async ({ server }) => await server.control('thaw'),
  },
  'it has no more connections': {
    begin: async ({ sql }) => {
      await sql(`alter role ${serviceRole} connection limit 0`);
      await sql(endSessions);
    },
    end: async ({ sql }) => await sql(`alter role ${serviceRole} connection limit -1`),
  },
  'it only reads, as after a failover': {
    begin: async ({ sql }) => {
      await sql('alter system set default_transaction_read_only = on');
      await sql(reload);
    },
    end: async ({ sql }) => {
      await sql('alter system reset default_transaction_read_only');
      await sql(reload);
    },
  },
  'its disk is full': {
    begin: async ({ sql }) => {
      await sql(`create or replace function disk_is_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
      for (const table of written) {
        await sql(`create trigger full_disk before insert or update on ${table}
          execute function disk_is_full()`);
      }
    },
    end: async ({ sql }) => {
      for (const table of written) await sql(`drop trigger full_disk on ${table}`);
    },
  },
} satisfies Record<string, BadDay>;

export type BadDayName = keyof typeof badDays;

/**
 * Returns an operator, who opens a new connection for each statement, because an outage may have closed
 * an earlier connection.
 */
export const operatorOf = (server: PostgresServer, databaseUrl: string): Operator => ({
  server,
  sql: async (text) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query(text);
    await client.end();
  },
});
