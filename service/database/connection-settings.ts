import type { ClientBase, ClientConfig } from 'pg';
import type { Timeouts } from './timeouts.ts';

/**
 * TCP keep-alive settings, by which the service and PostgreSQL notice a dead connection within about
 * half a minute.
 */
const keepAlive = { idleSeconds: 10, intervalSeconds: 5, count: 4 };

export const connectionConfig = (timeouts: Timeouts) =>
  ({
    application_name: 'parapet',
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.query,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAlive.idleSeconds * 1000,
    pipeline: true,
  }) satisfies ClientConfig;

/**
 * Applies the timeouts and keep-alive settings with `set` statements, because a pooler such as PgBouncer
 * rejects a connection that sends them as startup parameters.
 */
export const applySettings = async (
  client: ClientBase,
  { statement, lock, idleInTransaction }: Timeouts,
): Promise<void> => {
  const settings = {
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    tcp_keepalives_idle: keepAlive.idleSeconds,
    tcp_keepalives_interval: keepAlive.intervalSeconds,
    tcp_keepalives_count: keepAlive.count,
  };
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`);
  await client.query(statements.join('; '));
};
