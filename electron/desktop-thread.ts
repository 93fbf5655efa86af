import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { importLimit } from '#shared/api/endpoint.ts';
import { thisComputer } from '#shared/desktop/connections.ts';
import { initialPreferences } from '#shared/desktop/window.ts';
import { speak } from '#shared/locales/texts.ts';
import sampleFile from '#shared/sample/web-shop.otm.yaml?raw';
import { forkThrough } from './connection/child-process.ts';
import { createConnectionList } from './connection/connection-list.ts';
import { createDocumentMaker } from './connection/document-maker.ts';
import { createEmbeddedService } from './connection/embedded-process.ts';
import { createIdentifiedFetch } from './connection/identified-fetch.ts';
import { managedSettingsPath, readManagedSettings } from './connection/managed-settings.ts';
import { networkThrough } from './connection/network-port.ts';
import { createRemoteFetch } from './connection/remote-fetch.ts';
import { runInUtilityProcess } from './connection/run-in-utility-process.ts';
import { createServiceConnections } from './connection/service-connections.ts';
import { createTimedFetch } from './connection/timed-fetch.ts';
import { createVault } from './connection/vault.ts';
import { createEventPublisher } from './desktop/app-events.ts';
import { callsBetweenThreads } from './desktop/calls-between-threads.ts';
import { createConnections } from './desktop/connections.ts';
import { diagnosticsOf } from './desktop/diagnostics.ts';
import { createExportOptions } from './desktop/export-options.ts';
import type { FileType } from './desktop/file-export.ts';
import { createDesktopRouter } from './desktop/router.ts';
import { createSession } from './desktop/session.ts';
import { createSessions } from './desktop/sessions.ts';
import type { DesktopThread, DesktopThreadData, MainThread } from './desktop/threads.ts';
import { createWindowPort } from './desktop/window-port.ts';
import { createFileHandles } from './shell/file-handles.ts';
import { createImportFiles } from './shell/import-files.ts';
import { createLog } from './shell/log.ts';
import { exportSaver, filesSaved, saveFile } from './shell/save-file.ts';

/**
 * The entry point of the thread that has the store, sync, and the answers to the window. They run in a
 * thread, because the main thread passes all input to the window: while it works, a person can neither
 * type nor scroll. Everything that needs Electron is done by the main thread (`desktop/threads.ts`).
 */

/**
 * The times, in ms, that sync waits after a canvas was drawn (`drawn`) and after the first paint of the
 * window (`painted`). Sync starts when the first of these times has passed. It waits because it starts
 * this computer's service, and drawing needs the processor first.
 */
const syncDelay = { drawn: 200, painted: 2000 };

const bundled = (path: string): string => join(import.meta.dirname, path);

// The main thread starts this thread with exactly this data.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const { folder, umask, launchPaths, version, startedAt } = workerData as DesktopThreadData;
if (!parentPort) throw new Error('This script runs only in a thread');

const log = createLog(folder);
const events = createEventPublisher();
const files = createImportFiles(importLimit);
const launchHandles = launchPaths.map(files.addPath);

const thread: DesktopThread = {
  connectWindow: (port) => windowPort.connect(port),
  addDropped: files.addDropped,
  openFile: (path) => events.publish('fileOpened', { handle: files.addPath(path) }),
  storedPreferences: () => sessions.opened()?.store.preferences.get() ?? initialPreferences,
  speak,
  runCommand: (command) => events.publish('command', { command }),
  updatesChanged: (state) => events.publish('updates', state),
  windowFocused: () => sessions.opened()?.sync.focused(),
  windowCrashed: () => sessions.opened()?.canvasOpening.windowCrashes(),
  windowPainted: () => {
    setTimeout(startSync, syncDelay.painted);
    return { store: storeOpenAt };
  },
  computerResumed: () => sessions.opened()?.sync.wake(),
  close: async () => {
    // Messages that arrived through other ports before this call are handled in this turn.
    await nextTurn();
    try {
      sessions.opened()?.canvasOpening.windowCloses();
      sessions.close();
      service.stop();
      void documents.close();
    } finally {
      await filesSaved();
    }
  },
};
const main = callsBetweenThreads<MainThread, DesktopThread>(parentPort, thread);

const fork = forkThrough({
  start: async (program, control) => await main.startProcess(program, control),
  log,
});
const network = networkThrough((request, port) => void main.request(request, port));
const service = createEmbeddedService({
  fork,
  entry: bundled('embedded-service.js'),
  databasePath: join(folder, 'service.db'),
  log,
});
const managed = readManagedSettings(managedSettingsPath(process.platform, process.env));
if (managed.hasFile) log('managed settings', { ...managed.dialogValues, ignored: managed.ignored });
const remoteFetch = () => managed.guard(createRemoteFetch({ network }));
const list = createConnectionList({
  path: join(folder, 'connections.json'),
  save: saveFile,
  allows: managed.allows,
});
const vault = createVault({
  path: join(folder, 'secrets.json'),
  save: saveFile,
  secretStore: {
    backend: async () => await main.secretBackend(),
    isAvailable: async () => await main.canEncrypt(),
    encrypt: async (text) => await main.encrypt(text),
    decrypt: async (encrypted) => await main.decrypt(encrypted),
  },
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
  chooseLogo: async () => await main.chooseLogoFile(),
});
const documents = createDocumentMaker(runInUtilityProcess(fork, bundled('document-process.js')));
const saveExport = exportSaver(umask);
const choosePath = async (fileName: string, type: FileType) =>
  await main.chooseSavePath(fileName, type);
const exported = createFileHandles();
const parts = {
  exportOptions,
  makeDocument: documents.make,
  events,
  log,
  imported: files,
  exported,
  save: saveExport,
  readerEntry: bundled('otm-reader.js'),
  storeReaderEntry: bundled('store-reader.js'),
  sampleFile,
  chooseFile: async () => await main.chooseImportFile(),
  chooseBackup: async () => await main.chooseBackupFile(),
  choosePath,
  chooseFolder: async () => await main.chooseExportFolder(),
  print: async (html: string) => await main.print(html),
  showInFolder: (path: string) => void main.showInFolder(path),
};
const sessions = createSessions({
  open: (id) =>
    createSession({ id, storePath: storePath(id), connection: connectionOf(id) }, parts),
  firstId: list.openId(),
  events,
  log,
});
const windowPreferences = {
  get: async () => await main.windowPreferences(),
  set: async (change: Parameters<MainThread['setWindowPreferences']>[0]) =>
    await main.setWindowPreferences(change),
  takeTour: async () => await main.takeTour(),
};

let isSyncing = false;
/**
 * Starts sync for the connection that was open first, unless sync has started or another connection was
 * opened.
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
    files: exported,
  }),
  windowPreferences,
  exportOptions,
  storage: {
    folder,
    files: exported,
    save: saveExport,
    choosePath,
    diagnostics: async () =>
      await diagnosticsOf({
        session: sessions.opened(),
        connectionCount: list.all().length + 1,
        isThisComputer: sessions.id() === thisComputer.id,
        preferences: await windowPreferences.get(),
        logPath: join(folder, 'parapet.log'),
        version,
      }),
  },
  updates: {
    state: async () => await main.updateState(),
    check: async () => await main.checkForUpdate(),
    download: async () => await main.downloadUpdate(),
    cancel: async () => await main.cancelUpdate(),
    install: async () => await main.installUpdate(),
  },
  events,
  followColorScheme: async (scheme) => await main.followColorScheme(scheme),
  followLanguage: async (language) => await speak(await main.followLanguage(language)),
  canvasShown: () => void setTimeout(startSync, syncDelay.drawn),
  takeLaunchFiles: () => launchHandles.splice(0),
  edit: async (action) => await main.edit(action),
  showMenu: async (menu) => await main.showMenu(menu),
});
const windowPort = createWindowPort({ router, log });
const first = sessions.opened();
const storeOpenAt = performance.timeOrigin + performance.now() - startedAt;

// These handlers are added last. If this module itself fails, the thread ends, and the app tells the person.
process.on('uncaughtException', (error) =>
  log('uncaught exception', { error: error.stack ?? String(error) }),
);
process.on('unhandledRejection', (reason) =>
  log('unhandled rejection', { error: reason instanceof Error ? reason.stack : String(reason) }),
);
