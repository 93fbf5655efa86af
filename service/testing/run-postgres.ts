import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openPostgresHome, type PostgresHome } from './postgres-home.ts';

// Runs PostgreSQL as a process of its own: prints the server's URL, and stops the server when
// standard input ends. Standard input also ends when the process that started this one is killed,
// so no server is left running.

/** Another program can take the free port before PostgreSQL does. */
const ATTEMPTS = 5;

const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

const start = async ({ folder, run }: PostgresHome, isDurable: boolean): Promise<string> => {
  const data = join(folder, 'data');
  const password = join(folder, 'password');
  writeFileSync(password, 'parapet\n');
  run('initdb', [
    `--pgdata=${data}`,
    '--username=parapet',
    '--auth=password',
    `--pwfile=${password}`,
    '--encoding=UTF8',
    // English order, as on a server that someone else set up; all else independent of this machine.
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-US',
    '--no-sync',
  ]);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      'unix_socket_directories=',
      'max_connections=200',
      ...(isDurable ? [] : NOT_DURABLE),
    ];
    const options = settings.map((setting) => `-c ${setting}`).join(' ');
    try {
      run('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options]);
      return `postgres://parapet:parapet@127.0.0.1:${port}/postgres`;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
};

const freePort = async (): Promise<number> =>
  await new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const isDurable = process.argv.includes('--durable');
const home = openPostgresHome(isDurable);
const stop = () => {
  try {
    home.run('pg_ctl', ['stop', '-m', 'immediate', '-D', join(home.folder, 'data')]);
  } catch {
    // It did not start, or has ended already.
  }
  rmSync(home.folder, { recursive: true, force: true, maxRetries: 5 });
};

// Ctrl-C reaches this process as well as the tests, which may still need the server as they end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => process.exit(143));
process.on('exit', stop);
process.stdout.write(`${await start(home, isDurable)}\n`);
process.stdin.resume().once('close', () => process.exit());
