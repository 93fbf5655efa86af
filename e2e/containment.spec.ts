import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createStore } from '../electron/store/store.ts';
import { expect, saved, test, type App } from './app.ts';
import { canvas } from './canvas.ts';
import { answerOpenDialog } from './files.ts';
import { startListeners } from './listeners.ts';

test('no script of the page can reach the network in any way', async ({ start, profile }) => {
  const { application, window } = await start();
  const listeners = await startListeners();
  const log = join(profile, 'network.json');
  await application.evaluate(async ({ netLog }, path) => await netLog.startLogging(path), log);
  await window.evaluate(async ({ tcp, udp }) => {
    const web = `http://127.0.0.1:${tcp}`;
    const add = (tag: string, attributes: Record<string, string>): void => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      document.body.append(element);
    };
    for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'stylesheet', 'modulepreload']) {
      add('link', { rel, href: `${web}/` });
      add('link', { rel, href: `https://${rel}.canary.example/` });
    }
    for (const tag of ['img', 'iframe', 'script', 'video', 'audio', 'embed', 'track']) {
      add(tag, { src: `${web}/${tag}` });
    }
    add('object', { data: `${web}/object` });
    add('a', { href: `${web}/`, ping: `${web}/ping`, id: 'ping' });
    document.getElementById('ping')?.click();
    add('form', { action: web, method: 'post', id: 'form' });
    const form = document.getElementById('form');
    if (form instanceof HTMLFormElement) form.submit();
    navigator.sendBeacon(`${web}/beacon`, 'data');
    const attempts: (() => unknown)[] = [
      () => new WebSocket(`ws://127.0.0.1:${tcp}`),
      () => new EventSource(`${web}/events`),
      () => new Worker(`${web}/worker.js`),
      () => new WebTransport(`https://127.0.0.1:${udp}`),
      () => fetch(web, { mode: 'no-cors' }).catch(() => undefined),
    ];
    for (const attempt of attempts) {
      try {
        await attempt();
      } catch {
        // The browser rejects some of the attempts with an error.
      }
    }
    const account = { username: 'user', credential: 'secret' };
    const connection = new RTCPeerConnection({
      iceServers: [
        { urls: `stun:127.0.0.1:${udp}` },
        { urls: `turn:127.0.0.1:${udp}?transport=udp`, ...account },
        { urls: `turn:127.0.0.1:${tcp}?transport=tcp`, ...account },
        { urls: 'stun:stun.canary.example:3478' },
      ],
    });
    connection.createDataChannel('data');
    const isGathered = new Promise((resolve) => {
      connection.addEventListener('icegatheringstatechange', () => {
        if (connection.iceGatheringState === 'complete') resolve(null);
      });
    });
    await connection.setLocalDescription(await connection.createOffer());
    await isGathered;
    const { sdp = '' } = connection.localDescription ?? {};
    // An ICE candidate of another peer, as an attacker's message would contain it.
    const port = `127.0.0.1 ${udp} typ host`;
    const other = new RTCPeerConnection();
    await other.setRemoteDescription({ type: 'offer', sdp });
    const answer = await other.createAnswer();
    await connection.setRemoteDescription(answer);
    await connection.addIceCandidate({
      candidate: `candidate:1 1 udp 2122260223 ${port}`,
      sdpMid: '0',
    });
  }, listeners.ports);
  await application.evaluate(async ({ netLog }) => await netLog.stopLogging());
  expect(listeners.connections()).toEqual([]);
  expect(readFileSync(log, 'utf8').match(/[\w-]+\.canary\.example/g)).toBeNull();
  await listeners.close();
});

test('a page cannot open a link, save a file, or leave for a blank page by itself', async ({
  start,
}) => {
  const app = await start();
  const { application, window } = app;
  await expect(canvas(app)).toBeVisible();
  await application.evaluate(({ shell, session }) => {
    const seen: string[] = [];
    Reflect.set(globalThis, 'seen', seen);
    shell.openExternal = (url) => {
      seen.push(url);
      return Promise.resolve();
    };
    session.defaultSession.on('will-download', (event) => {
      seen.push(event.defaultPrevented ? 'download prevented' : 'download');
      event.preventDefault();
    });
  });
  const seen = async () =>
    await application.evaluate((): unknown => Reflect.get(globalThis, 'seen'));

  const openMany = async () =>
    await window.evaluate(() => {
      for (let at = 0; at < 203; at += 1) globalThis.open(`https://example.org/${at}`);
      location.assign('https://example.org/navigation');
    });
  await openMany();
  expect(await seen()).toEqual([]);
  await window.keyboard.press('Shift');
  await openMany();
  await expect.poll(seen).toEqual(['https://example.org/0']);

  await window.evaluate(() => {
    for (const href of ['data:text/plain,secret', URL.createObjectURL(new Blob(['secret']))]) {
      const link = document.createElement('a');
      link.href = href;
      link.download = 'secret.txt';
      link.click();
    }
  });
  await expect.poll(seen).toContain('download prevented');
  expect(await seen()).not.toContain('download');

  await window.evaluate(() => location.assign('about:blank'));
  await expect(canvas(app)).toBeVisible();
  expect(await window.evaluate(() => location.origin)).toBe('app://parapet');
});

test('an endless file is refused, and so is a path instead of a file', async ({
  start,
  profile,
}) => {
  test.skip(process.platform === 'win32', 'has neither pipes nor /dev/zero among its files');
  const pipe = join(profile, 'pipe.otm');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const app = await start();
  const { application, window } = app;
  await expect(canvas(app)).toBeVisible();
  for (const path of [pipe, '/dev/zero']) {
    await answerOpenDialog(application, path);
    await window.keyboard.press('Control+O');
    const dialog = window.getByRole('dialog', { name: 'Import' });
    await expect(dialog).toContainText('not a regular file');
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  // Sends the request with which a compromised window could ask for a file that the person has not
  // chosen.
  const answers = await application.evaluate(async ({ ipcMain, BrowserWindow }) => {
    const sender = BrowserWindow.getAllWindows()[0]?.webContents;
    const handlers: unknown = Reflect.get(ipcMain, '_invokeHandlers');
    const ask: unknown = handlers instanceof Map && handlers.get('parapet:file-handle');
    const event = { sender, senderFrame: sender?.mainFrame };
    return await Promise.all(
      [['/etc/passwd'], ['model.otm', '/etc/passwd']].map(async (words) => {
        if (typeof ask !== 'function') return 'nobody answers';
        try {
          return String(await Reflect.apply(ask, undefined, [event, ...words]));
        } catch {
          return 'refused';
        }
      }),
    );
  });
  expect(answers).toEqual(['refused', 'refused']);
});

test('only its own account can read the app’s files', async ({ start, profile }) => {
  test.skip(process.platform === 'win32', 'has other rights');
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await saved(app);
  const own = globSync(join(profile, '{*.db*,*.log,*.json,connections}'));
  expect(own.length).toBeGreaterThan(4);
  const open = own.filter((path) => (statSync(path).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});

/**
 * Returns the ID of the canvas that the app is opening, or `null` if it is opening none. The app stores
 * this ID in the profile.
 */
const openingCanvas = (profile: string): string | null => {
  const store = createStore({ path: join(profile, 'this-computer.db') });
  try {
    return store.preferences.openingCanvas();
  } finally {
    store.close();
  }
};

/** Reloads the page, and makes it hang forever as soon as it shows a canvas. */
const hangOnCanvas = async ({ application, window }: App, profile: string): Promise<void> => {
  await window.context().addInitScript(() => {
    new MutationObserver(() => {
      while (document.querySelector('[role="application"]')) performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await expect.poll(() => openingCanvas(profile)).toBeNull();
  await application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.reload(),
  );
  await expect.poll(() => openingCanvas(profile)).not.toBeNull();
};

const notice = ({ window }: App) =>
  window.getByRole('alert').filter({ hasText: 'didn’t finish opening' });

/** Crashes the window. In the dialog that offers to reload the window, chooses to close it. */
const crashAndClose = async ({ application }: App): Promise<void> => {
  const closed = application.waitForEvent('close');
  await application.evaluate(({ BrowserWindow, dialog }) => {
    dialog.showMessageBox = async () =>
      await Promise.resolve({ response: 1, checkboxChecked: false });
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await closed;
};

test('a canvas that crashed the window is not reopened at the next start', async ({
  start,
  profile,
}) => {
  const crashing = await start();
  await expect(canvas(crashing)).toBeVisible();
  await hangOnCanvas(crashing, profile);
  await crashAndClose(crashing);

  const app = await start();
  await expect(notice(app)).toBeVisible();
  await expect(canvas(app)).toBeHidden();
  await notice(app).getByRole('button', { name: 'Open anyway' }).click();
  await expect(canvas(app)).toBeVisible();
});

test('a canvas that made the window hang is reopened only on request', async ({
  start,
  profile,
}) => {
  const hanging = await start();
  await expect(canvas(hanging)).toBeVisible();
  await hangOnCanvas(hanging, profile);
  await hanging.kill();

  const app = await start();
  await expect(notice(app)).toBeVisible();
  await expect(canvas(app)).toBeHidden();
  await notice(app).getByRole('button', { name: 'Open anyway' }).click();
  await expect(canvas(app)).toBeVisible();
  await expect.poll(() => openingCanvas(profile)).toBeNull();
  await saved(app);
  await app.kill();

  const later = await start();
  await expect(canvas(later)).toBeVisible();
  await expect(notice(later)).toBeHidden();
});
