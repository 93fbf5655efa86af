import { flushCompileCache } from 'node:module';
import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/postgres.ts';
import { openSqlite } from '../database/sqlite.ts';
import { listen } from '../http.ts';
import { createService } from '../service.ts';

// A process of its own for tests that kill the service or have several of it: serves the database
// that it is told, a file or a PostgreSQL URL, on a free port, and says where. It ends when standard
// input ends, which happens also when the process that started it is killed.
process.stdin.resume().once('close', () => process.exit());

const [place = ''] = process.argv.slice(2);

const database = place.startsWith('postgres:')
  ? openPostgres({ url: place, onLostConnection: () => undefined })
  : openSqlite(place);
await migrate(database);
const logger = {
  info: () => undefined,
  error: (facts: object, message: string) =>
    process.stderr.write(`${message}: ${JSON.stringify(facts, errors)}\n`),
};
const errors = (_key: string, value: unknown) => (value instanceof Error ? value.stack : value);
const { url } = await listen(createService({ database, logger }), { port: 0 });
process.stdout.write(`${url}\n`);
// For the next start: a process that is killed does not come to it at its end.
flushCompileCache();
