import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import {
  app,
  MessageChannelMain,
  powerMonitor,
  safeStorage,
  session,
  shell,
  utilityProcess,
  type BrowserWindow,
} from 'electron';
import { channels } from '#shared/desktop/channels.ts';
import { initialPreferences } from '#shared/desktop/window.ts';
import { speak, t } from '#shared/locales/texts.ts';
import { managedSettingsPath, readManagedSettings } from './connection/managed-settings.ts';
import { serveRequest } from './connection/network-port.ts';
import { createNetwork } from './connection/network.ts';
import { relay } from './connection/relay.ts';
import { serveChildProcess } from './connection/serve-child-process.ts';
import { callsBetweenThreads } from './desktop/calls-between-threads.ts';
import type { DesktopThread, DesktopThreadData, MainThread } from './desktop/threads.ts';
import { createUpdates } from './desktop/updates.ts';
import { createWindowPreferences } from './desktop/window-preferences.ts';
import { developmentUrl, pageOrigin, registerAppScheme, serveApp } from './shell/app-protocol.ts';
import { followColorScheme } from './shell/appearance.ts';
import { closeNetwork, disableNamePrefetching, refuseDownloads } from './shell/close-network.ts';
import { offerRestart, reportCrashes } from './shell/crashes.ts';
import { openDataFolder } from './shell/data-folder.ts';
import {
  chooseBackupFile,
  chooseImportFile,
  chooseLogoFile,
  chooseExportFolder,
  chooseSavePath,
} from './shell/dialogs.ts';
import { createEditing } from './shell/editing.ts';
import { launchFiles } from './shell/launch-files.ts';
import { createLog } from './shell/log.ts';
import { showMenu } from './shell/menu.ts';
import { denyPermissions } from './shell/navigation.ts';
import { printDocument } from './shell/print-document.ts';
import { filesSaved, saveFile } from './shell/save-file.ts';
import { updateSource } from './shell/update-source.ts';
import { offerPort } from './shell/window-port.ts';
import { openWindow } from './shell/window.ts';

const bundled = (path: string): string => join(import.meta.dirname, path);

// Only this account may read the app's files, because databases and logs contain sensitive data. `umask`
// returns the previous mask, which exported files use.
const umask = process.umask(0o077);

/** Switches dialogs, reports, and the notes of an import to the language of the window. */
const followLanguage = async (language: string): Promise<string> => {
  const followed = language || app.getLocale();
  await speak(followed);
  return followed;
};

/** The time, in ms, after which the app quits even if its thread has not stored everything. */
const longestCloseMs = 60_000;

/** Starts the thread of the store and of sync. `main` has the functions that the thread may call. */
const startThread = (data: DesktopThreadData, main: MainThread) => {
  const worker = new Worker(bundled('desktop-thread.js'), { workerData: data });
  const thread = callsBetweenThreads<DesktopThread, MainThread>(worker, main);
  return { worker, thread };
};

const start = async (): Promise<void> => {
  /** The time when each step of the start was reached, in ms since the process began. */
  const reached: Record<string, number> = { modules: performance.now() };
  const folder = openDataFolder();
  if (folder === null) return;
  const log = createLog(folder);
  let window: BrowserWindow | null = null;
  /** Shows a dialog of the window, or returns `null` if the window is closed. */
  const inWindow = async <Value>(show: (of: BrowserWindow) => Promise<Value>) =>
    window ? await show(window) : null;

  const { worker, thread } = startThread(
    {
      folder,
      umask,
      launchPaths: launchFiles(process.argv.slice(1), process.cwd()),
      version: app.getVersion(),
      startedAt: performance.timeOrigin,
    },
    {
      startProcess: async ({ entry, args, serviceName }, control) => {
        await app.whenReady();
        const child = utilityProcess.fork(entry, args, { serviceName });
        serveChildProcess(child, control, () => new MessageChannelMain());
      },
      request: async (request, port) => {
        await app.whenReady();
        await serveRequest(network, request, port);
      },
      secretBackend: () => Promise.resolve(safeStorage.getSelectedStorageBackend()),
      canEncrypt: async () => await safeStorage.isAsyncEncryptionAvailable(),
      encrypt: async (text) => await safeStorage.encryptStringAsync(text),
      decrypt: async (encrypted) => await safeStorage.decryptStringAsync(Buffer.from(encrypted)),
      chooseImportFile: async () => await inWindow(chooseImportFile),
      chooseBackupFile: async () => await inWindow(chooseBackupFile),
      chooseLogoFile: async () => await inWindow(chooseLogoFile),
      chooseExportFolder: async () => await inWindow(chooseExportFolder),
      chooseSavePath: async (fileName, type) =>
        await inWindow((of) => chooseSavePath(of, fileName, type)),
      showInFolder: (path) => shell.showItemInFolder(path),
      print: printDocument,
      showMenu: (menu) =>
        showMenu(menu, {
          run: (command) => void thread.runCommand(command),
          edit: editing.chosen,
        }),
      edit: (action) => editing.asked(action),
      followColorScheme,
      followLanguage,
      windowPreferences: () => windowPreferences.get(),
      setWindowPreferences: async (change) => await windowPreferences.set(change),
      takeTour: () => windowPreferences.takeTour(),
      updateState: () => updates.state(),
      checkForUpdate: async () => await updates.check(),
      downloadUpdate: async () => await updates.download(),
      cancelUpdate: () => updates.cancel(),
      installUpdate: async () => await updates.install(),
    },
  );
  /** The thread is asked to close once, and the app quits when it has closed. */
  let isClosing = false;
  let isClosed = false;
  worker.once('error', (error: Error) => log('desktop thread failed', { error: error.stack }));
  worker.once('exit', (code) => {
    thread.$close();
    log('desktop thread ended', { code });
    if (!isClosing) void offerRestart(window);
    isClosed = true;
  });
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    const quit = (): void => {
      isClosed = true;
      app.quit();
    };
    thread.close().then(filesSaved, filesSaved).then(quit, quit);
    setTimeout(quit, longestCloseMs);
  });

  app.on('second-instance', (_event, argv, workingDirectory) => {
    for (const path of launchFiles(argv.slice(1), workingDirectory)) void thread.openFile(path);
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    void thread.openFile(path);
  });
  app.on('window-all-closed', () => app.quit());

  await app.whenReady();
  reached['ready'] = performance.now();
  const network = createNetwork(session.fromPartition('connections', { cache: false }));
  const managed = readManagedSettings(managedSettingsPath(process.platform, process.env));
  const preferencesPath = join(folder, 'window.json');
  const isFirstStart = !existsSync(preferencesPath);
  const earlier = isFirstStart ? await thread.storedPreferences() : initialPreferences;
  const windowPreferences = createWindowPreferences({
    path: preferencesPath,
    save: saveFile,
    initial: () => earlier,
    managed,
  });
  followColorScheme(windowPreferences.get().colorScheme);
  const speaks = thread.speak(await followLanguage(windowPreferences.get().language));
  denyPermissions(session.defaultSession);
  refuseDownloads(session.defaultSession);
  if (developmentUrl() === undefined) await closeNetwork(session.defaultSession);
  serveApp(bundled('../renderer'));
  const { window: opened, presses } = openWindow({
    preload: bundled('../preload/preload.cjs'),
    statePath: join(folder, 'window-state.json'),
    log,
  });
  window = opened;
  opened.webContents.on('render-process-gone', () => void thread.windowCrashed());
  opened.on('closed', () => (window = null));
  opened.on('focus', () => void thread.windowFocused());
  reportCrashes(opened, log);
  const editing = createEditing(opened.webContents, presses);
  const source = updateSource();
  const updates = createUpdates({
    source: source && {
      host: source.host,
      load: async () => {
        const { createUpdater } = await import('./shell/updater.ts');
        const hide = (): void => opened.hide();
        const show = (): void => opened.show();
        return createUpdater({ ...source, log, hide, show });
      },
    },
    managed: managed.updates,
    wantsCheck: () => windowPreferences.get().looksForUpdates,
    publish: (state) => void thread.updatesChanged(state),
    log,
  });
  app.on('will-quit', updates.stop);
  powerMonitor.on('resume', () => void thread.computerResumed());
  offerPort({
    window: opened,
    origin: pageOrigin(),
    connect: (frame) => {
      const ofPage = new MessageChannelMain();
      const ofThread = new MessageChannel();
      relay(ofPage.port1, ofThread.port1);
      const answer = (): void => void thread.connectWindow(ofThread.port2);
      speaks.then(answer, answer);
      frame.postMessage(channels.port, null, [ofPage.port2]);
    },
    fileHandle: async (name, bytes) => await thread.addDropped(name, bytes),
    log,
  });
  opened.once('ready-to-show', () => {
    const painted = performance.now();
    void thread.windowPainted().then(({ store }) => log('started', { ...reached, store, painted }));
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
