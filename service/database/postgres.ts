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
  /** The URL of the database, such as `postgres://user:password@host:5432/name?sslmode=verify-full`. */
  url: string;
  /**
   * The maximum number of connections for transactions. One more connection serves all other statements.
   */
  connections?: number;
  timeouts?: Timeouts;
  /** Called when a connection is lost, for example because the server restarts or the network fails. */
  onLostConnection: (error: Error) => void;
};

/**
 * Opens a PostgreSQL database. The service connects when it first uses the database. Each transaction
 * has its own connection. Statements outside of transactions, such as lookups of tokens and single
 * records, share one connection. It is pipelined, because this halves the cost of a small read.
 *
 * Statements throw `DatabaseUnavailable` while the server cannot serve them.
 */
export const openPostgres = ({
  url,
  connections = 10,
  timeouts = usualTimeouts,
  onLostConnection,
}: PostgresOptions): Database => {
  const config = { connectionString: url, ...connectionConfig(timeouts), types };
  const prepare = async (client: pg.ClientBase) => await applySettings(client, timeouts);
  // The pool awaits the promise that `onConnect` returns, although the type of `onConnect` declares no
  // promise.
  // oxlint-disable-next-line typescript/no-misused-promises
  const pool = new pg.Pool({ ...config, max: connections, onConnect: prepare });
  // A client emits `error` when its connection is lost, and the process ends if the event has no
  // listener. The pool listens only to its idle clients, and emits their errors again, so the pool needs
  // a listener too.
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

/**
 * Type parsers that return bigint values, such as counts, as numbers. By default pg returns them as
 * text, but the numbers in this database are far below 2^53.
 */
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);

/**
 * The longest time, in milliseconds, that closing the database waits for its connections to close. While
 * the server is down, connections never close properly, so the wait must end without them.
 */
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
  // The client lacks only the cursor queries of Kysely's type, which the service does not use.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  queryOf(pool, shared) as unknown as PostgresPoolClient;

type Result = { command: string; rows: unknown[] };

const queryOf = (pool: pg.Pool, shared: SharedClient) => {
  let own: PoolClient | undefined;
  let begun: Promise<unknown> = Promise.resolve();
  let isSpoiled = false;

  const begin = async (text: string) => {
    own = await connecting(pool.connect());
    // `begin` is not awaited, so that it is sent together with the next statement. If `begin` fails, the
    // next statement fails too.
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
      // A rollback fails only if the connection has ended. PostgreSQL then rolls back by itself, so the
      // rollback counts as done. The caller gets the error of the statement that failed before the
      // rollback.
      if (text === 'rollback') return { command: 'ROLLBACK', rows: [] };
      throw isOutage(error) ? new DatabaseUnavailable(error) : error;
    }
  };
  return { query, release: () => own?.release(isSpoiled) };
};

/** Waits for a connection. Throws `DatabaseUnavailable` if connecting fails for any reason. */
const connecting = async <Client>(connection: Promise<Client>): Promise<Client> => {
  try {
    return await connection;
  } catch (error) {
    throw new DatabaseUnavailable(error);
  }
};

/**
 * SQLSTATEs of outages. The classes are connection exception, insufficient resources, operator
 * intervention (including statement timeouts), and system error. The single codes are read-only server,
 * the two transaction timeouts, and lock timeout.
 */
const outages = /^(08|53|57|58)|^(25006|25P03|25P04|55P03)$/;

/**
 * Tells if an error means an outage. Only errors from the server have an SQLSTATE, so all others are
 * connection errors.
 */
const isOutage = (error: unknown): boolean => outages.test(sqlStateOf(error) ?? '08');

/**
 * SQLSTATEs after which a new connection is needed. Either a prepared statement no longer fits the
 * changed tables, or the server is read-only (a new connection may reach another server), or the server
 * is ending this connection.
 */
const endings = /^(0A000|25006|25P03|25P04|57P.*)$/;

/** Tells if the next statement needs a new connection after this error. */
const isOver = (error: unknown): boolean => endings.test(sqlStateOf(error) ?? '57P');

/** Tells if a statement begins a transaction. Checks its text, because Kysely passes nothing else. */
const isBeginning = (text: string): boolean => /^(begin|start transaction)/.test(text);

/**
 * Gives a query a name, so that PostgreSQL parses and plans the statement only once per connection. This
 * halves the cost of a short statement.
 */
const prepared = (text: string, values: readonly unknown[]) => {
  const name = values.length === 0 ? undefined : nameOf(text);
  return { text, values: [...values], ...(name !== undefined && { name }) };
};

const maxPreparedLength = 4000;
const maxPrepared = 500;
const names = new Map<string, string>();

/**
 * Returns the name under which a statement is prepared, or undefined for a statement that should not be
 * prepared. A long text is a bulk insert, which differs for each number of rows, so it would hardly be
 * used again. A page after the first (`offset`) would get a generic plan, which sorts the whole table
 * each time.
 */
const nameOf = (text: string): string | undefined => {
  if (text.length > maxPreparedLength || text.includes(' offset ')) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= maxPrepared) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
};
