import pino from 'pino';
import { databaseClock } from '../../service/database/clock.ts';
import { openPostgres } from '../../service/database/postgres.ts';
import { openSqlite } from '../../service/database/sqlite.ts';
import { listen } from '../../service/http.ts';
import { maintain } from '../../service/maintenance.ts';
import { createService } from '../../service/service.ts';

/**
 * Runs the service for a team, except that only errors are logged. The first argument is the file or the
 * URL of the database.
 */
const [, , location = ''] = process.argv;
const isPostgres = location.startsWith('postgres:');
const database = isPostgres
  ? openPostgres({ url: location, onLostConnection: () => process.exit(1) })
  : openSqlite(location);
const { now } = isPostgres ? await databaseClock(database) : { now: () => new Date() };
await maintain(database, now());
const logger = pino({ base: null, level: 'error' });
const { url } = await listen(createService({ database, logger, now }), { port: 0 });

process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ heapMegabytes: process.memoryUsage().heapUsed / 2 ** 20 });
});
process.on('SIGINT', () => process.exit(0));
process.send?.({ url });
