import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg, { type ClientConfig, type PoolClient } from 'pg';
import type { Database, Schema } from './schema.ts';
import { sharedClient, type SharedClient } from './shared-client.ts';
import { sqlStateOf } from './sql-state.ts';

type PostgresOptions = {
  /** `postgres://user:password@host:5432/name?sslmode=verify-full` */
  url: string;
  /** How many connections this instance holds open at most for transactions; one more is shared. */
  connections?: number;
  /** A connection that nobody was using has failed: the server was restarted, or the network. */
  onLostConnection: (error: Error) => void;
};

/**
 * Connects when first used. A transaction takes a connection for as long as it lasts; statements
 * outside of one, which are the looking up of tokens and of single records, share one connection
 * and wait for no answer before the next is sent. That halves what a small read costs.
 */
export const openPostgres = ({
  url,
  connections = 10,
  onLostConnection,
}: PostgresOptions): Database => {
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'parapet',
    // Without an answer in this time the database is not there, and the request says so.
    connectionTimeoutMillis: 10_000,
    types,
    pipeline: true,
  };
  const pool = new pg.Pool({ ...config, max: connections });
  pool.on('error', onLostConnection);
  const shared = sharedClient(config, onLostConnection);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: adapt(pool, shared) }) });
};

const int8 = 20;

/** Counts are bigint, which pg gives as text; ours are far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);

const adapt = (pool: pg.Pool, shared: SharedClient): PostgresPool => ({
  connect: async () => await Promise.resolve(lazyClient(pool, shared)),
  end: async () => {
    await shared.end();
    await pool.end();
  },
  options: {},
});

const lazyClient = (pool: pg.Pool, shared: SharedClient): PostgresPoolClient => {
  let own: PoolClient | undefined;
  let isSpoiled = false;
  const query = async (text: string, values: readonly unknown[]) => {
    if (isBeginning(text)) {
      own = await pool.connect();
      // Sent together with the statement that follows; it fails by the connection alone, and then
      // that one fails with it.
      own.query(text).catch(() => undefined);
      return { command: 'BEGIN', rows: [] };
    }
    const client = own ?? (await shared.connected());
    try {
      return await client.query(prepared(text, values));
    } catch (error) {
      // The tables were changed under a prepared statement: another connection has none of them.
      if (sqlStateOf(error) === '0A000') {
        isSpoiled = true;
        if (!own) shared.discard();
      }
      throw error;
    }
  };
  const client = { query, release: () => own?.release(isSpoiled) };
  // Kysely's type also has a query by cursor, which nothing here streams by.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return client as unknown as PostgresPoolClient;
};

/** Kysely says so by its text alone. */
const isBeginning = (text: string): boolean => /^(begin|start transaction)/.test(text);

/** A statement is parsed and planned once for a connection, which is half of what a short one costs. */
const prepared = (text: string, values: readonly unknown[]) => {
  const name = values.length === 0 ? undefined : nameOf(text);
  return { text, values: [...values], ...(name !== undefined && { name }) };
};

const longestPrepared = 4000;
const mostPrepared = 500;
const names = new Map<string, string>();

/**
 * None for the texts of bulk inserts, of which there is one for each number of rows, and for later
 * pages: a plan that is made for any of them sorts the whole table for each.
 */
const nameOf = (text: string): string | undefined => {
  if (text.length > longestPrepared || text.includes(' offset ')) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostPrepared) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
};
