import { afterAll, beforeAll, expect, test } from 'vitest';
import { useRealSecrets } from '../testing/cheap-secrets.ts';
import { startPostgresServer, type PostgresServer } from '../testing/postgres-server.ts';
import { badDays, type BadDayName } from './bad-days.ts';
import { faultsOf } from './faults-of.ts';
import { survive } from './survive.ts';

// A separate server for this test. The test stops its server, but other tests need their server to keep
// running.
let server: PostgresServer;
// The instances are other processes and check secrets with the real hash function, so this process has
// to use it too.
beforeAll(useRealSecrets);
beforeAll(async () => {
  server = await startPostgresServer({ isDurable: false });
});
afterAll(async () => {
  await server.stop();
});

const days = Object.keys(badDays).filter((name): name is BadDayName => name in badDays);

// Windows cannot suspend a process, so the database cannot be frozen there, and the test is skipped.
test.skipIf(process.platform === 'win32').each([
  { instances: 1, days: days.slice(0, 2) },
  { instances: 3, days },
])(
  '$instances instances survive outages of their database',
  async (setting) => {
    expect(faultsOf(await survive(server, setting), setting.instances)).toEqual([]);
  },
  120_000,
);
