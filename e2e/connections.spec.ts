import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, saved } from './app.ts';
import { canvas } from './canvas.ts';
import { addCollection, addConnection, fill, switchTo, test, type Details } from './connections.ts';
import { answerSaveDialog } from './files.ts';
import { redirectTo, startProxy } from './remote-service.ts';
import { indicator } from './sync.ts';
import { violationsIn } from './violations.ts';

/** Returns those files of the profile that contain the text, as UTF-8 or UTF-16. */
const filesWith = (profile: string, text: string): string[] =>
  globSync(join(profile, '**/*'))
    .filter((path) => statSync(path).isFile())
    .filter((path) => {
      const bytes = readFileSync(path);
      return bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'));
    });

test('a connection is added when everything is right, and each problem is named before', async ({
  start,
  service,
}) => {
  const right = await service.token('*:read', '*:write');
  const narrow = await service.token('collections:read', 'threat-models:read');
  const app = await start();
  const { window } = app;
  await expect(window.getByRole('button', { name: 'Connection: This computer' })).toBeVisible();
  await window.keyboard.press('Control+,');
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Add connection…' }).click();
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect(dialog.getByText('Required', { exact: true })).toHaveCount(4);

  const details = { name: 'Office', address: service.url, ...right };
  const { port } = new URL(service.url);
  const elsewhere = await redirectTo(service.url);
  const wrong: [Partial<Details>, string, RegExp][] = [
    [{ address: 'http://threats.example.com' }, 'Address', /must start with https/],
    [{ address: 'not an address' }, 'Address', /isn’t a service address/],
    [{ address: 'https://no-such-host.invalid' }, 'Address', /Host not found/],
    [
      { address: 'http://127.0.0.1:9' },
      'Address',
      /Couldn’t reach the service|refused the connection/,
    ],
    [{ address: `https://127.0.0.1:${port}` }, 'Address', /doesn’t use HTTPS/],
    [{ address: `${service.url}/elsewhere` }, 'Address', /isn’t a compatible API/],
    [{ address: elsewhere.url }, 'Address', /redirects elsewhere.*\(http:\/\/127\.0\.0\.1:\d+\)/],
    [{ secret: 'not the secret' }, 'Secret', /Incorrect client ID or secret/],
    [narrow, 'Client ID', /canvases:read, components:read, threats:read/],
  ];
  for (const [change, field, message] of wrong) {
    await fill(window, { ...details, ...change });
    await add.click();
    const input = dialog.getByLabel(field, { exact: true });
    await expect(input).toHaveAccessibleDescription(message);
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toBeFocused();
  }
  expect(await violationsIn(window)).toEqual([]);

  await elsewhere.end();

  await fill(window, details);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText('Connected. 0 collections and 0 threat models')).toBeVisible();
  await add.click();
  await dialog.getByRole('button', { name: 'Open now' }).click();
  await expect(window.getByRole('button', { name: 'Connection: Office' })).toBeVisible();
  await expect(window.getByRole('contentinfo')).toContainText('Office');
  await expect(window.getByRole('treeitem')).toHaveCount(0);
});

test('changes go to the open connection, and each connection remembers its location', async ({
  start,
  service,
}) => {
  const app = await start();
  const { window } = app;
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  const token = await service.token('*:read', '*:write');
  await addConnection(app, { name: 'Office', address: service.url, ...token });
  await window.getByRole('button', { name: 'Open now' }).click();
  await expect(window.getByRole('button', { name: 'Connection: Office' })).toBeVisible();
  await addCollection(app, 'Made for the office');
  await expect.poll(service.titles).toEqual(['Made for the office']);

  await switchTo(app, 'This computer');
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  await expect(window.getByRole('treeitem', { name: /^Made for/ })).toHaveCount(0);

  await window.getByRole('group', { name: 'Web app, Process' }).first().click();
  await window.keyboard.press('Control+c');
  await expect(canvas(app).getByRole('status')).toHaveText('Copied 1 element');

  await window.keyboard.press('Control+k');
  await window.keyboard.type('Switch to Office');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('treeitem', { name: /^Made for the office/ })).toBeVisible();
  await expect(window.getByRole('treeitem')).toHaveCount(1);

  await test.step('elements copied in one connection are pasted in another, with their threats', async () => {
    await window.keyboard.press('Control+n');
    await window
      .getByRole('dialog', { name: 'New threat model' })
      .getByRole('textbox')
      .fill('Office shop');
    await window.keyboard.press('Enter');
    await expect(canvas(app)).toHaveAccessibleName(/^Canvas, 0 elements/);
    await window.keyboard.press('Control+v');
    await expect(window.getByRole('group', { name: 'Web app, Process' })).toBeVisible();
    await expect(window.getByRole('complementary', { name: 'Inspector' })).toContainText(
      'Stolen passwords are tried on customer accounts',
    );
    await saved(app);
  });
  await app.application.close();

  const again = await start();
  await expect(again.window.getByRole('button', { name: 'Connection: Office' })).toBeVisible();
  await expect(again.window.getByRole('treeitem', { name: /^Made for the office/ })).toBeVisible();
});

test('signing out keeps unsynced changes, and signing in sends them', async ({
  start,
  service,
}) => {
  const app = await start();
  const { window } = app;
  const token = await service.token('*:read', '*:write');
  await addConnection(app, { name: 'Office', address: service.url, ...token });
  await window.getByRole('button', { name: 'Open now' }).click();
  await expect(window.getByRole('button', { name: 'Connection: Office' })).toBeVisible();
  await window.keyboard.press('Control+,');
  await window.getByRole('button', { name: 'Sign out of Office' }).click();
  await expect(window.getByText(/^Signed out/)).toBeVisible();
  await window.keyboard.press('Escape');
  await addCollection(app, 'Made while signed out');
  await expect(window.getByRole('contentinfo')).toContainText('1 pending');

  await indicator(app).click();
  const signedOut = window.getByRole('region', { name: 'You’re signed out' });
  await signedOut.getByRole('button', { name: 'Sign in…' }).click();
  await expect(window.getByLabel('Secret', { exact: true })).toBeFocused();
  await window.keyboard.type(token.secret);
  await window.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(service.titles).toEqual(['Made while signed out']);
});

test('a closed form adds nothing, however late the service responds', async ({
  start,
  service,
}) => {
  const proxy = await startProxy(service.url);
  const app = await start();
  const { window } = app;
  await window.getByRole('button', { name: 'Connection: This computer' }).click();
  await window.getByRole('menuitem', { name: 'Add connection…' }).click();
  proxy.pause();
  const token = await service.token('*:read', '*:write');
  await fill(window, { name: 'Office', address: proxy.url, ...token });
  const add = window.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect(window.getByText('Testing connection…')).toBeVisible();
  await expect(add).toBeFocused();
  await expect.poll(proxy.waiting).toBe(1);
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toBeHidden();
  await expect.poll(proxy.waiting).toBe(0);
  await proxy.end();
});

test('during the first reading of a service, it is not shown as empty', async ({
  start,
  service,
}) => {
  const proxy = await startProxy(service.url);
  const app = await start();
  const { window } = app;
  const token = await service.token('*:read', '*:write');
  await addConnection(app, { name: 'Office', address: proxy.url, ...token });
  proxy.pause();
  await window.getByRole('button', { name: 'Open now' }).click();
  const fetching = window.getByRole('heading', { name: 'Downloading from the service' });
  await expect(fetching).toBeVisible();
  await expect(indicator(app)).toHaveAccessibleName('Sync: Syncing');
  await proxy.end();
  await expect(indicator(app)).toHaveAccessibleName('Sync: Offline');
  await expect(fetching).toBeHidden();
  await expect(window.getByRole('button', { name: 'Start with an empty canvas' })).toBeVisible();
  await indicator(app).click();
  await window.getByRole('button', { name: 'Sync now' }).click();
  const panel = window.getByRole('dialog', { name: 'Sync', exact: true });
  await expect(panel).toContainText('The host refused the connection');
  await expect(window.getByRole('alert')).toBeHidden();
});

test('a connection with unsynced changes is removed only after a question', async ({
  start,
  service,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  const token = await service.token('*:read', '*:write');
  await addConnection(app, { name: 'Office', address: service.url, ...token });
  await window.getByRole('button', { name: 'Open now' }).click();
  await expect(window.getByRole('button', { name: 'Sync: Synced' })).toBeVisible();
  await service.stop();
  await addCollection(app, 'Never sent');
  await window.keyboard.press('Control+,');
  await window.getByRole('button', { name: 'Remove Office' }).click();
  await expect(window.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await window.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(window.getByRole('alert', { name: '1 unsynced change' })).toBeVisible();
  await expect(window.getByRole('button', { name: 'Save to file…' })).toBeFocused();

  const exported = join(profile, 'unsent.json');
  await answerSaveDialog(app.application, exported);
  await window.getByRole('button', { name: 'Save to file…' }).click();
  await expect(window.getByText('Saved as unsent.json')).toBeVisible();
  expect(JSON.parse(readFileSync(exported, 'utf8'))).toMatchObject({
    connection: 'Office',
    changes: [{ kind: 'collection', op: 'create', values: { title: 'Never sent' } }],
  });

  await window.getByRole('button', { name: 'Remove and discard changes' }).click();
  await expect(window.getByRole('button', { name: 'Connection: This computer' })).toBeVisible();
  expect(globSync(join(profile, 'connections/*'))).toEqual([]);
  await service.startAgain();
});

test('the secret is not in the window, in a log, or in plain text in any file', async ({
  start,
  service,
  profile,
}) => {
  const app = await start();
  const { window, application } = app;
  const token = await service.token('*:read', '*:write');
  const details = { name: 'Office', address: service.url, ...token };
  await addConnection(app, { ...details, name: 'In memory' });
  // Test machines have no secret store. This substitute flips bits instead of encrypting, so that the
  // stored secret can be recognized.
  await application.evaluate(({ safeStorage }) => {
    const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
    safeStorage.getSelectedStorageBackend = () => 'gnome_libsecret';
    safeStorage.isAsyncEncryptionAvailable = () => Promise.resolve(true);
    safeStorage.encryptStringAsync = (text) => Promise.resolve(turned(Buffer.from(text)));
    safeStorage.decryptStringAsync = (bytes) =>
      Promise.resolve({ result: turned(bytes).toString(), shouldReEncrypt: false });
  });
  await window.getByRole('button', { name: 'Done' }).click();
  await window.keyboard.press('Escape');
  await addConnection(app, details);
  await window.getByRole('button', { name: 'Open now' }).click();
  await expect(window.getByRole('button', { name: 'Connection: Office' })).toBeVisible();
  await addCollection(app, 'Sent with the secret');
  await expect.poll(service.titles).toEqual(['Sent with the secret']);
  await window.keyboard.press('Control+,');
  await expect(window.getByText('Secret stored in the system keychain')).toBeVisible();

  const inWindow = await window.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([
      document.documentElement.outerHTML,
      Object.entries(localStorage),
      databases,
    ]);
  });
  expect(inWindow).not.toContain(token.secret);
  const globals = await window.evaluate((secret) => {
    const seen = new Set<object>();
    const holds = (value: unknown): boolean => {
      if (typeof value === 'string') return value.includes(secret);
      if (typeof value !== 'object' || value === null || seen.has(value)) return false;
      seen.add(value);
      return Object.keys(value).some((key) => {
        try {
          return holds(Reflect.get(value, key));
        } catch {
          return false;
        }
      });
    };
    return Object.keys(globalThis).filter((name) => holds(Reflect.get(globalThis, name)));
  }, token.secret);
  expect(globals).toEqual([]);
  await application.close();
  expect(readFileSync(join(profile, 'secrets.json'), 'utf8')).toMatch(/"[0-9a-f-]{36}": "/);
  expect(filesWith(profile, token.secret)).toEqual([]);
  expect(filesWith(profile, 'Sent with the secret')).not.toEqual([]);
});
