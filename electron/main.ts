import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, powerMonitor, safeStorage, session, shell, type BrowserWindow } from 'electron';
import { importLimit } from '#shared/api/endpoint.ts';
import { thisComputer } from '#shared/desktop/connections.ts';
import { speak, t } from '#shared/locales/texts.ts';
import sampleFile from '#shared/sample/web-shop.otm.yaml?raw';
import { createConnectionList } from './connection/connection-list.ts';
import { createDocumentMaker } from './connection/document-maker.ts';
import { createEmbeddedService } from './connection/embedded-process.ts';
import { createIdentifiedFetch } from './connection/identified-fetch.ts';
import { managedSettingsPath, readManagedSettings } from './connection/managed-settings.ts';
import { createNetwork } from './connection/network.ts';
import { createRemoteFetch } from './connection/remote-fetch.ts';
import { runInUtilityProcess } from './connection/run-in-utility-process.ts';
import { createServiceConnections } from './connection/service-connections.ts';
import { createTimedFetch } from './connection/timed-fetch.ts';
import { createVault } from './connection/vault.ts';
import { createEventPublisher } from './desktop/app-events.ts';
import { createConnections } from './desktop/connections.ts';
import { diagnosticsOf } from './desktop/diagnostics.ts';
import { createExportOptions } from './desktop/export-options.ts';
import type { FileType } from './desktop/file-export.ts';
import { offerPort } from './desktop/port.ts';
import { createDesktopRouter } from './desktop/router.ts';
import { createSession } from './desktop/session.ts';
import { createSessions } from './desktop/sessions.ts';
import { createUpdates } from './desktop/updates.ts';
import { createWindowPreferences } from './desktop/window-preferences.ts';
import { developmentUrl, pageOrigin, registerAppScheme, serveApp } from './shell/app-protocol.ts';
import { followColorScheme } from './shell/appearance.ts';
import { closeNetwork, disableNamePrefetching, refuseDownloads } from './shell/close-network.ts';
import { reportCrashes } from './shell/crashes.ts';
import { openDataFolder } from './shell/data-folder.ts';
import {
  chooseBackupFile,
  chooseImportFile,
  chooseLogoFile,
  chooseExportFolder,
  chooseSavePath,
} from './shell/dialogs.ts';
import { createEditing } from './shell/editing.ts';
import { createFileHandles } from './shell/file-handles.ts';
import { createImportFiles } from './shell/import-files.ts';
import { launchFiles } from './shell/launch-files.ts';
import { createLog } from './shell/log.ts';
import { showMenu } from './shell/menu.ts';
import { denyPermissions } from './shell/navigation.ts';
import { printDocument } from './shell/print-document.ts';
import { exportSaver, saveFile } from './shell/save-file.ts';
import { updateSource } from './shell/update-source.ts';
import { openWindow } from './shell/window.ts';
import { initialPreferences } from './store/preferences.ts';

const bundled = (path: string): string => join(import.meta.dirname, path);

// Only this account may read the app's files, because databases and logs contain sensitive data. `umask`
// returns the previous mask, which exported files use.
const saveExport = exportSaver(process.umask(0o077));

/**
 * The times, in ms, that sync waits after a canvas was drawn (`drawn`) and after the first paint of the
 * window (`painted`). Sync starts when the first of these times has passed. It waits because it starts
 * this computer's service, and drawing needs the processor first.
 */
const syncDelay = { drawn: 200, painted: 2000 };

/** Switches dialogs, reports, and the notes of an import to the language of the window. */
const followLanguage = async (language: string): Promise<void> =>
  await speak(language || app.getLocale());

const start = async (): Promise<void> => {
  /** The time when each step of the start was reached, in ms since the process began. */
  const reached: Record<string, number> = { modules: performance.now() };
  const folder = openDataFolder();
  if (folder === null) return;
  const log = createLog(folder);
  const events = createEventPublisher();
  const files = createImportFiles(importLimit);
  const launchHandles = launchFiles(process.argv.slice(1), process.cwd()).map(files.addPath);
  let window: BrowserWindow | null = null;

  app.on('second-instance', (_event, argv, workingDirectory) => {
    const handles = launchFiles(argv.slice(1), workingDirectory).map(files.addPath);
    for (const handle of handles) events.publish('fileOpened', { handle });
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    events.publish('fileOpened', { handle: files.addPath(path) });
  });
  app.on('window-all-closed', () => app.quit());

  await app.whenReady();
  reached['ready'] = performance.now();
  await speak(app.getLocale());
  const service = createEmbeddedService({
    entry: bundled('embedded-service.js'),
    databasePath: join(folder, 'service.db'),
    log,
  });
  const network = createNetwork(session.fromPartition('connections', { cache: false }));
  const managed = readManagedSettings(managedSettingsPath(process.platform, process.env));
  if (managed.hasFile)
    log('managed settings', { ...managed.dialogValues, ignored: managed.ignored });
  const remoteFetch = () => managed.guard(createRemoteFetch({ network }));
  const list = createConnectionList({
    path: join(folder, 'connections.json'),
    save: saveFile,
    allows: managed.allows,
  });
  const vault = createVault({
    path: join(folder, 'secrets.json'),
    save: saveFile,
    safeStorage,
    platform: process.platform,
  });
  const connectionOf = createServiceConnections({ list, vault, remoteFetch, service });
  mkdirSync(join(folder, 'connections'), { recursive: true });
  const storePath = (id: string): string =>
    id === thisComputer.id
      ? join(folder, 'this-computer.db')
      : join(folder, 'connections', `${id}.db`);
  const exportOptions = createExportOptions({
    path: join(folder, 'export-options.json'),
    save: saveFile,
    chooseLogo: async () => (window ? await chooseLogoFile(window) : null),
  });
  const documents = createDocumentMaker(runInUtilityProcess(bundled('document-process.js')));
  const parts = {
    exportOptions,
    makeDocument: documents.make,
    events,
    log,
    imported: files,
    exported: createFileHandles(),
    save: saveExport,
    readerEntry: bundled('otm-reader.js'),
    storeReaderEntry: bundled('store-reader.js'),
    sampleFile,
    chooseFile: async () => (window ? await chooseImportFile(window) : null),
    chooseBackup: async () => (window ? await chooseBackupFile(window) : null),
    choosePath: async (fileName: string, type: FileType) =>
      window ? await chooseSavePath(window, fileName, type) : null,
    chooseFolder: async () => (window ? await chooseExportFolder(window) : null),
    print: printDocument,
    showInFolder: (path: string) => shell.showItemInFolder(path),
  };
  const sessions = createSessions({
    open: (id) =>
      createSession({ id, storePath: storePath(id), connection: connectionOf(id) }, parts),
    firstId: list.openId(),
    events,
    log,
  });
  app.on('will-quit', () => {
    sessions.close();
    service.stop();
    void documents.close();
  });
  const windowPreferences = createWindowPreferences({
    path: join(folder, 'window.json'),
    save: saveFile,
    // Earlier versions of the app stored these preferences in the store of the connection.
    initial: () => sessions.opened()?.store.preferences.get() ?? initialPreferences,
    managed,
  });

  followColorScheme(windowPreferences.get().colorScheme);
  await followLanguage(windowPreferences.get().language);
  denyPermissions(session.defaultSession);
  refuseDownloads(session.defaultSession);
  if (developmentUrl() === undefined) await closeNetwork(session.defaultSession);
  serveApp(bundled('../renderer'));
  const { window: main, presses } = openWindow({
    preload: bundled('../preload/preload.cjs'),
    statePath: join(folder, 'window-state.json'),
    log,
  });
  window = main;
  // The first session is created only now, while the process of the window starts.
  const first = sessions.opened();
  reached['store'] = performance.now();
  main.webContents.on('render-process-gone', () =>
    sessions.opened()?.canvasOpening.windowCrashes(),
  );
  main.on('close', () => sessions.opened()?.canvasOpening.windowCloses());
  main.on('closed', () => (window = null));
  reportCrashes(main, log);
  const editing = createEditing(main.webContents, presses);
  const source = updateSource();
  const updates = createUpdates({
    source: source && {
      host: source.host,
      load: async () => {
        const { createUpdater } = await import('./shell/updater.ts');
        const hide = (): void => main.hide();
        const show = (): void => main.show();
        return createUpdater({ ...source, log, hide, show });
      },
    },
    managed: managed.updates,
    wantsCheck: () => windowPreferences.get().looksForUpdates,
    publish: (state) => events.publish('updates', state),
    log,
  });
  app.on('will-quit', updates.stop);
  const { choosePath } = parts;
  let isSyncing = false;
  /**
   * Starts sync for the connection that was open first, unless sync has started or another connection
   * was opened.
   */
  const startSync = (): void => {
    if (isSyncing || sessions.opened() !== first) return;
    isSyncing = true;
    first?.sync.start();
  };
  const router = createDesktopRouter({
    session: sessions.current,
    opened: sessions.opened,
    connections: createConnections({
      list,
      vault,
      sessions,
      events,
      fetch: createTimedFetch({
        fetch: createIdentifiedFetch(remoteFetch()),
        timeoutSeconds: () => 30,
      }),
      managed,
      storePath,
      saveExport,
      choosePath,
      service,
      files: parts.exported,
    }),
    windowPreferences,
    exportOptions,
    storage: {
      folder,
      files: parts.exported,
      save: saveExport,
      choosePath,
      diagnostics: async () =>
        await diagnosticsOf({
          session: sessions.opened(),
          connectionCount: list.all().length + 1,
          isThisComputer: sessions.id() === thisComputer.id,
          preferences: windowPreferences.get(),
          logPath: join(folder, 'parapet.log'),
          version: app.getVersion(),
        }),
    },
    updates,
    events,
    followColorScheme,
    followLanguage,
    canvasShown: () => void setTimeout(startSync, syncDelay.drawn),
    takeLaunchFiles: () => launchHandles.splice(0),
    edit: editing.asked,
    showMenu: (menu) =>
      showMenu(menu, {
        run: (command) => events.publish('command', { command }),
        edit: editing.chosen,
      }),
  });
  powerMonitor.on('resume', () => sessions.opened()?.sync.wake());
  main.on('focus', () => sessions.opened()?.sync.focused());
  offerPort({ window: main, router, origin: pageOrigin(), fileHandle: files.addDropped, log });
  main.once('ready-to-show', () => {
    log('started', { ...reached, painted: performance.now() });
    setTimeout(startSync, syncDelay.painted);
    updates.start();
  });
};

if (app.requestSingleInstanceLock()) {
  registerAppScheme();
  disableNamePrefetching();
  // `start` is not awaited. It waits until Electron is ready, and Electron becomes ready only after this
  // module has been evaluated. So an `await` here would never end.
  void start();
} else {
  process.stdout.write(`${t('dialogs:already-open')}\n`);
  app.quit();
}
