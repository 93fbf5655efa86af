import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commands } from './commands.ts';
import { optionsOf } from './option.ts';
import { runCommandLine } from './run-command-line.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-command-line-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = async (words: string[], env: Record<string, string> = {}) => {
  const lines: { out: string[]; err: string[] } = { out: [], err: [] };
  const code = await runCommandLine(words, {
    env,
    folder,
    print: (text) => lines.out.push(text),
    complain: (text) => lines.err.push(text),
    stopped: async () => await Promise.resolve(),
  });
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') };
};

test('--help lists every command', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  const listed = out.split('\n').map((line) => line.trim().split(/ {2,}/));
  for (const { name, summary } of commands) expect(listed).toContainEqual([name, summary]);
});

test.each(commands)('$name --help lists each of its options', async ({ name, options }) => {
  const { code, out } = await run([...name.split(' '), '--help']);
  expect(code).toBe(0);
  for (const option of optionsOf(options)) expect(out).toContain(`--${option.name}`);
});

/** Returns the section of `docs/service.md` about a command. */
const documented = (name: string): string => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'service.md'), 'utf8');
  const section = page.split(/^#+ /m).find((text) => text.startsWith(`\`${name}\`\n`)) ?? '';
  // Removes the backslash with which a Markdown table escapes the pipe of a placeholder such as
  // `FILE|URL`.
  return section.replaceAll('\\|', '|');
};

test.each(commands)('docs/service.md describes the options of $name', ({ name, options }) => {
  const missing = optionsOf(options)
    .map((option) => `--${option.name}${option.value === undefined ? '' : ` ${option.value}`}`)
    .filter((written) => !documented(name).includes(`\`${written}\``));
  expect(missing).toEqual([]);
});

test.each([
  [[], 'no command given (see npm run service -- --help)'],
  [['tokens'], 'unknown command "tokens" (see npm run service -- --help)'],
  [['token', 'make', '--user'], 'unknown command "token make" (see npm run service -- --help)'],
  [['migrate', '--fast'], "Unknown option '--fast'"],
  [['migrate', 'now'], "Unexpected argument 'now'"],
  [['team', 'create'], '--title: is required (see npm run service -- team create --help)'],
  [['serve', '--port', '80800'], '--port: '],
  [['serve', '--port', '1e3'], '--port: not a whole number'],
  [['serve', '--trusted-proxy', 'here'], '--trusted-proxy: "here" is not an IP address'],
  [['serve', '--tier', 'gold'], '--tier: '],
  [['serve', '--smtp', 'mail.example.org'], '--smtp: not a URL like smtp://'],
])('%j is wrong usage', async (words, message) => {
  const { code, out, err } = await run(words);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
  expect(err).not.toContain('\n');
});

test('a list with a mistyped name does not create a database', async () => {
  const words = ['user', 'list', '--database', 'mistyped.db'];
  expect(await run(words)).toEqual({
    code: 1,
    out: '',
    err: `database ${join(folder, 'mistyped.db')} does not exist; run migrate, serve, or user create to create it`,
  });
  expect(existsSync(join(folder, 'mistyped.db'))).toBe(false);
});

test('the database is that of --database, else of DATABASE_URL, else ./parapet.db', async () => {
  await run(['migrate', '--database', 'named.db'], { DATABASE_URL: 'unused.db' });
  await run(['migrate'], { DATABASE_URL: 'from-environment.db' });
  await run(['migrate']);
  const made = ['named.db', 'unused.db', 'from-environment.db', 'parapet.db'];
  expect(made.filter((name) => existsSync(join(folder, name)))).toEqual([
    'named.db',
    'from-environment.db',
    'parapet.db',
  ]);
});

test('migrate prints what it applied, and then that there is nothing to apply', async () => {
  expect((await run(['migrate'])).out).toMatch(/^applied 001-tables\n/);
  expect(await run(['migrate'])).toEqual({ code: 0, out: 'nothing to apply', err: '' });
  expect((await run(['migrate', '--json'])).out).toBe('{"applied":[]}');
});

test('another URL is not accepted as a database, and its password is not repeated', async () => {
  for (const url of ['mysql://root:hushhush@db/parapet', 'postgres://user:hushhush@:x/parapet']) {
    const { code, err } = await run(['user', 'list', '--database', url]);
    expect(code).toBe(2);
    expect(err).toContain('--database: neither a file nor a URL');
    expect(err).not.toContain('hushhush');
  }
});

test('a missing database is reported without its password', async () => {
  const url = 'postgres://user:hushhush@127.0.0.1:1/parapet';
  const { code, out, err } = await run(['user', 'list'], { DATABASE_URL: url });
  expect([code, out]).toEqual([1, '']);
  expect(err).toBe('cannot open the database: connect ECONNREFUSED 127.0.0.1:1');
});
