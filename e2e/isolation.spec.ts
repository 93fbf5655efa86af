import { spawn, type ChildProcess } from 'node:child_process';
import { globSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { electronProgram, sandboxWords } from '../build/electron-command.ts';
import { root } from '../build/root.ts';
import { expect, test } from './app.ts';

test('the window has no access to Node and cannot leave its page', async ({ untouched }) => {
  const { window } = untouched;
  const seen = await window.evaluate(() => ({
    origin: location.origin,
    desktop: Object.keys(Reflect.get(globalThis, 'desktop')).toSorted(),
    node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
  }));
  expect(seen).toEqual({ origin: 'app://parapet', desktop: ['connect', 'fileHandle'], node: [] });

  await window.evaluate(() => location.assign('https://example.org/'));
  await window.evaluate(() => location.assign('file:///etc/passwd'));
  expect(await window.evaluate(() => location.origin)).toBe('app://parapet');
});

test('the page is served with its content security policy, and nothing outside it is served', async ({
  untouched,
}) => {
  const { application } = untouched;
  const policy = await application.evaluate(async ({ net }) => {
    const response = await net.fetch('app://parapet/index.html');
    return response.headers.get('content-security-policy');
  });
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/style-src 'self' 'nonce-[A-Za-z0-9+/=]{20,}'/);
  const statuses = await application.evaluate(
    async ({ net }) =>
      await Promise.all(
        [
          'app://elsewhere/index.html',
          'app://parapet/../main/main.js',
          'app://parapet/%2e%2e/main/main.js',
          'app://parapet/..%2fmain%2fmain.js',
        ].map(async (url) => (await net.fetch(url)).status),
      ),
  );
  expect(statuses).toEqual([404, 404, 404, 404]);
});

test('the page can reach no other host', async ({ untouched }) => {
  const { window } = untouched;
  const outcome = await window.evaluate(async () => {
    try {
      return (await fetch('https://example.org/')).status;
    } catch {
      return 'blocked';
    }
  });
  expect(outcome).toBe('blocked');
});

test('permissions that a page can request are denied', async ({ untouched }) => {
  const { window } = untouched;
  const states = await window.evaluate(
    async () =>
      await Promise.all(
        (['geolocation', 'camera', 'microphone', 'notifications'] as const).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      ),
  );
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied']);
});

test('the app and the built-in service listen on no network port', async ({ profile }) => {
  test.skip(process.platform !== 'linux', 'reads the sockets of a process from /proc');
  // This test starts the app without Playwright, because Playwright's debugger listens on ports.
  const words = ['.', ...sandboxWords, `--user-data-dir=${profile}`];
  const app = spawn(electronProgram(), words, { cwd: root, stdio: 'ignore' });
  try {
    await expect.poll(() => logOf(profile)).toContain('embedded service ready');
    const family = familyOf(app);
    expect(family.length).toBeGreaterThan(2);
    expect(listeningSockets(family)).toEqual([]);
  } finally {
    const exit = new Promise((resolve) => app.once('exit', resolve));
    app.kill('SIGTERM');
    await exit;
  }
});

const logOf = (profile: string): string => {
  try {
    return readFileSync(join(profile, 'parapet.log'), 'utf8');
  } catch {
    return '';
  }
};

/** Returns the IDs of the process and all of its descendants. */
const familyOf = ({ pid }: ChildProcess): string[] => {
  const parents = new Map(
    globSync('/proc/[0-9]*/stat').flatMap((path): [string, string][] => {
      try {
        // The process name is in parentheses and can contain spaces. The state and the ID of the parent
        // follow the closing parenthesis.
        const [, parent = ''] = readFileSync(path, 'utf8').split(') ')[1]?.split(' ') ?? [];
        return [[path.split('/')[2] ?? '', parent]];
      } catch {
        return [];
      }
    }),
  );
  const family = new Set([String(pid)]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child);
  }
  return [...family];
};

const listening = '0A';

/** Returns the TCP sockets in state LISTEN of these processes, as `address:port` in hex. */
const listeningSockets = (family: string[]): string[] => {
  const owned = new Set(
    family.flatMap((pid) =>
      globSync(`/proc/${pid}/fd/*`).flatMap((path) => {
        try {
          return [readlinkSync(path)];
        } catch {
          return [];
        }
      }),
    ),
  );
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, , , state, , , , , , inode]) => state === listening && owned.has(`socket:[${inode}]`),
      )
      .map(([, address = '']) => address),
  );
};
