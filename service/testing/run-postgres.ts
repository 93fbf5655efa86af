import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openPostgresHome, type PostgresHome } from './postgres-home.ts';
import type { PostgresControl } from './postgres-server.ts';
import { signalServer } from './signal-server.ts';

// Runs PostgreSQL in a separate process. Prints the server's URL, then executes commands from the lines
// of standard input, and prints a line after each command. Stops the server when standard input ends,
// which also happens when the parent process is killed, so that no server is left behind.

/**
 * The most attempts to start the server. An attempt can fail, because another program can take the free
 * port before PostgreSQL does.
 */
const ATTEMPTS = 5;

/**
 * Settings with which commits do not wait for the disk. A crash of the server still loses nothing,
 * because commits have reached the operating system.
 */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off'];

type RunningServer = {
  url: string;
  /** The `pg_ctl` arguments for a restart. */
  startWords: string[];
};

const start = async ({ folder, run }: PostgresHome, isDurable: boolean): Promise<RunningServer> => {
  const password = join(folder, 'password');
  writeFileSync(password, 'parapet\n');
  run('initdb', [
    `--pgdata=${data}`,
    '--username=parapet',
    '--auth=password',
    `--pwfile=${password}`,
    '--encoding=UTF8',
    // Makes the server sort text in English, as many real servers do. Otherwise the sort order would
    // depend on this machine.
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
    const startWords = ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options];
    try {
      run('pg_ctl', startWords);
      return { url: `postgres://parapet:parapet@127.0.0.1:${port}/postgres`, startWords };
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
const data = join(home.folder, 'data');
const stopNow = () => home.run('pg_ctl', ['stop', '-m', 'immediate', '-D', data]);
const stop = () => {
  try {
    signalServer(data, 'SIGCONT');
    stopNow();
  } catch {
    // Ignores the error, because the server did not start, or has already ended.
  }
  rmSync(home.folder, { recursive: true, force: true, maxRetries: 5 });
};

// Ignores Ctrl-C, which also reaches this process, because tests may still need the server while they
// end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => process.exit(143));
process.on('exit', stop);
const { url, startWords } = await start(home, isDurable);

const controls: Record<PostgresControl, () => void> = {
  start: () => home.run('pg_ctl', startWords),
  stop: () => home.run('pg_ctl', ['stop', '-m', 'fast', '-D', data]),
  crash: stopNow,
  freeze: () => signalServer(data, 'SIGSTOP'),
  thaw: () => signalServer(data, 'SIGCONT'),
};
const isControl = (line: string): line is PostgresControl => line in controls;

process.stdout.write(`${url}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  if (!isControl(line)) throw new Error(`unknown command: ${line}`);
  controls[line]();
  process.stdout.write('done\n');
}
process.exit();
