import { join } from 'node:path';
import { app, session, shell, type BrowserWindow } from 'electron';
import sampleFile from '#shared/sample/web-shop.otm.yaml?raw';
import { createAuthorizedFetch } from './connection/access-token.ts';
import { createApiClient } from './connection/api-client.ts';
import { createEmbeddedService } from './connection/embedded-process.ts';
import { createFileExport } from './desktop/file-export.ts';
import { createNews } from './desktop/news.ts';
import { createOtmImport } from './desktop/otm-import.ts';
import { offerPort } from './desktop/port.ts';
import { createDesktopRouter } from './desktop/router.ts';
import { createSample } from './desktop/sample.ts';
import { pageOrigin, registerAppScheme, serveApp } from './shell/app-protocol.ts';
import { followColorScheme } from './shell/appearance.ts';
import { reportCrashes } from './shell/crashes.ts';
import { chooseImportFile, chooseSavePath } from './shell/dialogs.ts';
import { createFileHandles } from './shell/file-handles.ts';
import { launchFiles } from './shell/launch-files.ts';
import { createLog } from './shell/log.ts';
import { showMenu } from './shell/menu.ts';
import { denyPermissions } from './shell/navigation.ts';
import { openWindow } from './shell/window.ts';
import { createStore } from './store/store.ts';
import { createSyncEngine } from './sync/engine.ts';

const bundled = (path: string): string => join(import.meta.dirname, path);
/** Never reached over a network: the address only has to be one. */
const embeddedBaseUrl = 'http://embedded.invalid/api/v1';

const start = async (): Promise<void> => {
  const folder = app.getPath('userData');
  const log = createLog(folder);
  const news = createNews();
  const files = createFileHandles();
  const store = createStore({ path: join(folder, 'this-computer.db') });
  const arrivals = launchFiles(process.argv.slice(1), process.cwd()).map(files.add);
  let window: BrowserWindow | null = null;

  app.on('second-instance', (_event, argv, workingDirectory) => {
    const handles = launchFiles(argv.slice(1), workingDirectory).map(files.add);
    for (const handle of handles) news.publish('arrival', { handle });
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    news.publish('arrival', { handle: files.add(path) });
  });
  app.on('window-all-closed', () => app.quit());

  await app.whenReady();
  const service = createEmbeddedService({
    entry: bundled('embedded-service.js'),
    databasePath: join(folder, 'service.db'),
    log,
  });
  service.start();
  const { fetch, credentials, userId } = service;
  void userId().then(store.preferences.learnUserId, () => undefined);
  const client = createApiClient(
    embeddedBaseUrl,
    createAuthorizedFetch({ baseUrl: embeddedBaseUrl, fetch, credentials }),
  );
  const sync = createSyncEngine({
    store,
    client,
    connectionName: 'This computer',
    changed: (kinds) => news.publish('records', { kinds, origin: 'sync' }),
    announce: (status) => news.publish('syncStatus', status),
    log,
  });
  app.on('will-quit', () => {
    void sync.stop();
    service.stop();
    store.close();
  });

  const sample = createSample({ store, sync, client, file: sampleFile });
  const firstStart = sample
    .addOnFirstStart()
    .catch((error: unknown) => log('sample not added', { reason: String(error) }));

  followColorScheme(store.preferences.get().colorScheme);
  denyPermissions(session.defaultSession);
  serveApp(bundled('../renderer'));
  const main = openWindow(bundled('../preload/preload.cjs'));
  window = main;
  main.on('closed', () => (window = null));
  reportCrashes(main, log);
  const router = createDesktopRouter({
    store,
    sync,
    news,
    sample,
    firstStart,
    followColorScheme,
    otmImport: createOtmImport({
      store,
      sync,
      client,
      files,
      readerEntry: bundled('otm-reader.js'),
      chooseFile: () => chooseImportFile(main),
    }),
    fileExport: createFileExport({
      store,
      sync,
      client,
      // Apart from those of imports: what was given to be read is never written to.
      files: createFileHandles(),
      choosePath: (fileName, type) => chooseSavePath(main, fileName, type),
      showInFolder: (path) => shell.showItemInFolder(path),
    }),
    takeArrivals: () => arrivals.splice(0),
    showMenu: (menu) => showMenu(menu, (command) => news.publish('command', { command })),
  });
  offerPort({ window: main, router, origin: pageOrigin(), fileHandle: files.add, log });
  // What another start left unsent, and what the service has of it; the window does not wait.
  main.once('ready-to-show', sync.start);
};

if (app.requestSingleInstanceLock()) {
  registerAppScheme();
  // Not awaited: Electron is ready only when this module has been evaluated.
  void start();
} else {
  app.quit();
}
