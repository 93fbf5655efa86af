import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test, type App } from './app.ts';
import { canvas } from './canvas.ts';
import { runByPalette } from './exports.ts';

test.skip(process.platform !== 'linux', 'Only an AppImage can be replaced without an installer.');

const list = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;
const packageName = 'parapet-9.9.9.AppImage';

/**
 * The state of the HTTP server from which the app gets updates: its files by path, the paths that were
 * requested, and the names of the headers of all requests. Responses wait for the promise `begins`.
 */
type Host = {
  files: Map<string, string>;
  paths: string[];
  headers: string[];
  begins: Promise<void>;
};

let host: Host;
let address: string;
let server: Server;

/**
 * Adds a package to the list of updates, with the hash and the size of `announced`. A download of the
 * package gets the content `downloaded`, which can differ.
 */
const announce = (announced: string, downloaded = announced): void => {
  const sha512 = createHash('sha512').update(announced).digest('base64');
  host.files.set(
    `/${list}`,
    `version: 9.9.9\nfiles:\n  - url: ${packageName}\n    sha512: ${sha512}\n    size: ${announced.length}\n`,
  );
  host.files.set(`/${packageName}`, downloaded);
};

/** Makes the app believe that it is an AppImage with updates from the test's host. */
const asAppImage = (profile: string): string => {
  const folder = join(profile, 'installed');
  mkdirSync(folder);
  const appImage = join(folder, 'parapet.AppImage');
  writeFileSync(appImage, '#!/bin/sh\n', { mode: 0o755 });
  const file = join(folder, 'app-update.yml');
  writeFileSync(file, `provider: generic\nurl: ${address}\nupdaterCacheDirName: parapet-updater\n`);
  Object.assign(process.env, {
    APPIMAGE: appImage,
    PARAPET_UPDATE_FILE: file,
    XDG_CACHE_HOME: join(profile, 'cache'),
  });
  return appImage;
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = new URL(request.url ?? '', address).pathname;
  host.paths.push(path);
  host.headers.push(...Object.keys(request.headers));
  const content = host.files.get(path);
  await host.begins;
  response.writeHead(content === undefined ? 404 : 200);
  // An empty file stands for a download that begins and never ends.
  if (content === '') response.write('#!');
  else response.end(content);
};

test.beforeEach(async () => {
  host = { files: new Map(), paths: [], headers: [], begins: Promise.resolve() };
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  if (typeof listening !== 'object') throw new Error('The host has no port.');
  address = `http://127.0.0.1:${listening?.port}`;
});

test.afterEach(() => {
  for (const name of ['APPIMAGE', 'PARAPET_UPDATE_FILE', 'XDG_CACHE_HOME']) {
    Reflect.deleteProperty(process.env, name);
  }
  server.closeAllConnections();
  server.close();
});

const about = async (app: App): Promise<Locator> => {
  await expect(canvas(app)).toBeVisible();
  await runByPalette(app, 'About Parapet');
  return app.window.getByRole('dialog', { name: 'Settings' });
};

const press = async (container: Locator, name: string): Promise<void> =>
  await container.getByRole('button', { name, exact: true }).click();

test('a new version is downloaded and installed after the person has agreed to both', async ({
  start,
  profile,
}) => {
  const appImage = asAppImage(profile);
  const marker = join(profile, 'new-version-ran');
  const program = `#!/bin/sh\ntouch '${marker}'\n`;
  announce(program);
  const app = await start();
  const settings = await about(app);
  expect(host.paths).toEqual([]);

  let begin = (): void => undefined;
  host.begins = new Promise((resolve) => (begin = resolve));
  await press(settings, 'Check now');
  await app.window.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
  begin();
  await press(app.window.getByRole('alert').filter({ hasText: 'is available' }), 'Download');
  const ready = app.window.getByRole('alert').filter({ hasText: '9.9.9 is ready to install.' });
  await expect(ready).toBeVisible();
  // On a slow machine, the daily check may take place meanwhile.
  expect(new Set(host.paths)).toEqual(new Set([`/${list}`, `/${packageName}`]));
  expect(readFileSync(appImage, 'utf8')).toBe('#!/bin/sh\n');
  expect(host.headers).not.toContain('x-user-staging-id');
  expect(host.headers).not.toContain('cookie');
  expect(existsSync(join(profile, '.updaterId'))).toBe(false);

  const ended = new Promise((resolve) => app.application.process().once('exit', resolve));
  await press(ready, 'Install and restart');
  await ended;
  expect(readFileSync(appImage, 'utf8')).toBe(program);
  await expect.poll(() => existsSync(marker)).toBe(true);
});

test('a download can be canceled and started again', async ({ start, profile }) => {
  asAppImage(profile);
  announce('new', '');
  const app = await start();
  const settings = await about(app);
  await press(settings, 'Check now');
  for (let time = 1; time <= 2; time += 1) {
    await press(settings, 'Download');
    await expect(settings.getByRole('progressbar')).toBeAttached();
    await expect.poll(() => host.paths.filter((path) => path !== `/${list}`).length).toBe(time);
    await press(settings, 'Cancel');
    await expect(settings.getByText('Parapet 9.9.9 is available.')).toBeVisible();
  }
});

test('a package that differs from the announced one is not installed', async ({
  start,
  profile,
}) => {
  const appImage = asAppImage(profile);
  announce('#!/bin/sh\necho good\n', '#!/bin/sh\necho evil\n');
  const app = await start();
  const settings = await about(app);
  await press(settings, 'Check now');
  await press(settings, 'Download');
  await expect(settings.getByRole('alert')).toContainText('The update isn’t what 127.0.0.1:');
  expect(readFileSync(appImage, 'utf8')).toBe('#!/bin/sh\n');
  await press(settings, 'Check now');
  await expect(settings.getByText('Parapet 9.9.9 is available.')).toBeVisible();
});

test('a file name with characters of the shell is refused', async ({ start, profile }) => {
  asAppImage(profile);
  announce('new');
  const named = host.files.get(`/${list}`) ?? '';
  host.files.set(`/${list}`, named.replace(packageName, "a';touch evil;'.AppImage"));
  const app = await start();
  const settings = await about(app);
  await press(settings, 'Check now');
  await expect(settings.getByRole('alert')).toContainText('The update isn’t what 127.0.0.1:');
});

test('a host without a list, or without a response, is reported', async ({ start, profile }) => {
  asAppImage(profile);
  const app = await start();
  const settings = await about(app);
  await press(settings, 'Check now');
  await expect(settings.getByRole('alert')).toHaveText(
    `${new URL(address).host} has no updates for this kind of package.`,
  );
  server.closeAllConnections();
  server.close();
  await press(settings, 'Check now');
  await expect(settings.getByRole('alert')).toContainText('Couldn’t get updates from 127.0.0.1:');
});

test('with updates switched off, none are announced, and the switch stays off', async ({
  start,
  profile,
}) => {
  asAppImage(profile);
  const first = await start();
  await (await about(first)).getByRole('switch', { name: 'Look for updates once a day' }).uncheck();
  await first.application.close();
  const second = await start();
  const settings = await about(second);
  await expect(settings.getByRole('switch', { name: 'Look for updates' })).not.toBeChecked();
  await settings.getByRole('tab', { name: 'Privacy' }).click();
  await expect(settings.getByText('There is no usage tracking')).toBeVisible();
  await expect(settings.getByText('for the latest version')).toHaveCount(0);
});

test('an app without an update address says so', async ({ start }) => {
  const app = await start();
  const settings = await about(app);
  await expect(settings.getByText('This copy doesn’t look for updates.')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Check now' })).toHaveCount(0);
});
