import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg, { type PoolClient } from 'pg';
import { applySettings, connectionConfig } from './connection-settings.ts';
import { setDirectRead } from './direct-read.ts';
import type { Database, Schema } from './schema.ts';
import { sharedClient, type SharedClient } from './shared-client.ts';
import { outdatedPlan, sqlStateOf } from './sql-state.ts';
import { usualTimeouts, type Timeouts } from './timeouts.ts';
import { DatabaseUnavailable } from './unavailable.ts';

type PostgresOptions = {
  /** `postgres://user:password@host:5432/name?sslmode=verify-full` */
  url: string;
  /**
   * The maximum number of connections for transactions. One more connection serves all other statements.
   */
  connections?: number;
  timeouts?: Timeouts;
  /** Called when a connection fails, because of a server restart or the network. */
  onLostConnection: (error: Error) => void;
};

/**
 * Opens a PostgreSQL database, and connects when first used. Each transaction has a connection for
 * itself. Statements outside of transactions, which look up tokens and single records, share one
 * connection and are pipelined, which halves the cost of a small read.
 *
 * Statements fail with `DatabaseUnavailable` while the server cannot serve them.
 */
export const openPostgres = ({
  url,
  connections = 10,
  timeouts = usualTimeouts,
  onLostConnection,
}: PostgresOptions): Database => {
  const config = { connectionString: url, ...connectionConfig(timeouts), types };
  const prepare = async (client: pg.ClientBase) => await applySettings(client, timeouts);
  // The pool waits for this promise, although its type does not say so.
  // oxlint-disable-next-line typescript/no-misused-promises
  const pool = new pg.Pool({ ...config, max: connections, onConnect: prepare });
  // When a connection is lost, its client emits `error`. Without a listener, this event would end
  // the process. The pool listens only to idle clients, and then emits the event itself.
  pool.on('connect', (client) => client.on('error', onLostConnection));
  pool.on('error', () => undefined);
  const shared = sharedClient(config, { prepare, onLost: onLostConnection });
  const dialect = new PostgresDialect({ pool: adapt(pool, shared) });
  const database = new Kysely<Schema>({ dialect });
  setDirectRead(database, async (text, parameters) => {
    const { rows } = await queryOf(pool, shared).query(text, parameters);
    return rows;
  });
  return database;
};

const int8 = 20;

/** Counts are bigint, which pg returns as text. Ours are far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);

/** The longest wait for a connection to close. A server that is down never closes it properly. */
const longestGoodbyeMs = 2000;

const adapt = (pool: pg.Pool, shared: SharedClient): PostgresPool => ({
  connect: async () => await Promise.resolve(lazyClient(pool, shared)),
  end: async () => {
    const ended = Promise.all([shared.end(), pool.end()]);
    await Promise.race([ended, setTimeout(longestGoodbyeMs, undefined, { ref: false })]);
  },
  options: {},
});

const lazyClient = (pool: pg.Pool, shared: SharedClient): PostgresPoolClient =>
  // Kysely's type also includes cursor queries for streaming, which we do not use.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  queryOf(pool, shared) as unknown as PostgresPoolClient;

type Result = { command: string; rows: unknown[] };

const queryOf = (pool: pg.Pool, shared: SharedClient) => {
  let own: PoolClient | undefined;
  let begun: Promise<unknown> = Promise.resolve();
  let isSpoiled = false;

  const begin = async (text: string) => {
    own = await connecting(pool.connect());
    // `begin` is sent together with the next statement. If `begin` fails, so does that statement.
    begun = own.query(text);
    begun.catch(() => undefined);
    return { command: 'BEGIN', rows: [] };
  };
  const query = async (text: string, values: readonly unknown[]): Promise<Result> => {
    if (isBeginning(text)) return await begin(text);
    const client = own ?? (await connecting(shared.connected()));
    try {
      const result: Result = await client.query(prepared(text, values));
      await begun;
      return result;
    } catch (error) {
      if (isOver(error)) {
        isSpoiled = true;
        if (!own) shared.discard(client);
      }
      if (!own && sqlStateOf(error) === outdatedPlan) return await query(text, values);
      // A rollback fails only if the connection has ended, and PostgreSQL then rolls back by itself. The
      // caller gets the error of the statement that failed before the rollback.
      if (text === 'rollback') return { command: 'ROLLBACK', rows: [] };
      throw isOutage(error) ? new DatabaseUnavailable(error) : error;
    }
  };
  return { query, release: () => own?.release(isSpoiled) };
};

/** Turns any error while connecting into `DatabaseUnavailable`. */
const connecting = async <Client>(connection: Promise<Client>): Promise<Client> => {
  try {
    return await connection;
  } catch (error) {
    throw new DatabaseUnavailable(error);
  }
};

/**
 * SQLSTATEs of outages. The classes are connection exception, insufficient resources, operator intervention
 * (including statement timeouts), and system error. The codes are read-only server, transaction timeouts,
 * and lock timeout.
 */
const outages = /^(08|53|57|58)|^(25006|25P03|25P04|55P03)$/;

/**
 * Tells if an error means an outage. Only errors from the server have an SQLSTATE. All others are
 * connection errors.
 */
const isOutage = (error: unknown): boolean => outages.test(sqlStateOf(error) ?? '08');

/**
 * Errors that need a new connection. Either a prepared statement is invalid because the tables
 * changed, or the server is read-only (a new connection may reach another server), or the server is
 * ending this connection.
 */
const endings = /^(0A000|25006|25P03|25P04|57P.*)$/;

/** Returns whether the next statement needs a new connection. */
const isOver = (error: unknown): boolean => endings.test(sqlStateOf(error) ?? '57P');

/** Tells if a statement begins a transaction. Kysely gives only the text of the statement. */
const isBeginning = (text: string): boolean => /^(begin|start transaction)/.test(text);

/**
 * Uses a prepared statement, which is parsed and planned once per connection. That halves the cost
 * of a short statement.
 */
const prepared = (text: string, values: readonly unknown[]) => {
  const name = values.length === 0 ? undefined : nameOf(text);
  return { text, values: [...values], ...(name !== undefined && { name }) };
};

const maxPreparedLength = 4000;
const maxPrepared = 500;
const names = new Map<string, string>();

/**
 * Returns no name for statements that should not be prepared. A bulk insert has a different text
 * for each number of rows. A page after the first would get a generic plan that sorts the whole
 * table each time.
 */
const nameOf = (text: string): string | undefined => {
  if (text.length > maxPreparedLength || text.includes(' offset ')) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= maxPrepared) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
};
