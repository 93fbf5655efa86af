import { flushCompileCache } from 'node:module';
import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/postgres.ts';
import { openSqlite } from '../database/sqlite.ts';
import { usualTimeouts } from '../database/timeouts.ts';
import { listen } from '../http.ts';
import { createService } from '../service.ts';

// This program serves a database in a separate process, for tests that kill the service or need several
// instances. The first argument is a database file or the URL of a PostgreSQL database. For PostgreSQL,
// a second argument can set timeouts, as a JSON object. The service listens on a free port, and the
// program prints the URL. It ends when its standard input ends, which also happens when the parent
// process is killed.
process.stdin.resume().once('close', () => process.exit());

const [location = '', timeouts] = process.argv.slice(2);
const given: unknown = JSON.parse(timeouts ?? '{}');

const database = location.startsWith('postgres:')
  ? openPostgres({
      url: location,
      timeouts: { ...usualTimeouts, ...(typeof given === 'object' && given) },
      onLostConnection: () => undefined,
    })
  : openSqlite(location);
await migrate(database);
const logger = {
  info: () => undefined,
  error: (facts: object, message: string) =>
    process.stderr.write(`${message}: ${JSON.stringify(facts, errors)}\n`),
};
const errors = (_key: string, value: unknown) => (value instanceof Error ? value.stack : value);
const { url } = await listen(createService({ database, logger }), { port: 0 });
process.stdout.write(`${url}\n`);
// Writes the compile cache for the next start now, because a killed process cannot do it at exit.
flushCompileCache();
