import { CancellationToken } from 'builder-util-runtime';
import { app } from 'electron';
import {
  AppImageUpdater,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
  RpmUpdater,
  type AppUpdater,
} from 'electron-updater';
import { z } from 'zod';
import type { Log } from './log.ts';
import { UpdateFailure } from './update-failure.ts';
import { isSafeAddress, type PackageKind, type UpdateSource } from './update-source.ts';

/** The time limit, in ms, for the host's report of the latest version. */
const timeoutMs = 30_000;

/**
 * An updater that starts the new version only after this process has ended, because only one instance of
 * the app can run.
 */
class RelaunchingAppImageUpdater extends AppImageUpdater {
  protected override spawnLog(program: string): Promise<boolean> {
    app.relaunch({ execPath: program, args: [] });
    return Promise.resolve(true);
  }
}

const updaters: Record<PackageKind, new () => AppUpdater> = {
  appimage: RelaunchingAppImageUpdater,
  deb: DebUpdater,
  rpm: RpmUpdater,
  nsis: NsisUpdater,
  mac: MacUpdater,
};

/**
 * Matches text without special characters, because on Linux, the path of the installer is passed to a
 * shell.
 */
const plain = /^[\p{L}\p{N}./:_@+-]+$/u;

/** The host's report of the latest version. */
const latestSchema = z.object({
  version: z.string().max(64).regex(plain),
  files: z.array(z.object({ url: z.string().max(2000).regex(plain) })).max(100),
});

/**
 * Returns the problem for an error of the updater library. Every error without one of these codes is a
 * network error.
 */
const problemOf = (error: unknown): 'unreachable' | 'no-list' | 'damaged' => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/CHECKSUM|SIGNATURE|INVALID_VERSION/.test(code)) return 'damaged';
  if (/CHANNEL_FILE_NOT_FOUND|UPDATE_INFO|NO_FILES/.test(code)) return 'no-list';
  return 'unreachable';
};

const failing = async <Value>(task: Promise<Value>): Promise<Value> => {
  try {
    return await task;
  } catch (error) {
    if (error instanceof UpdateFailure) throw error;
    throw new UpdateFailure(problemOf(error), error);
  }
};

/** Makes the updater send nothing that identifies this computer, and nothing unencrypted. */
const closeSession = (updater: AppUpdater): void => {
  // Without this, the library would create an ID for this computer, store it, and send it.
  Object.defineProperty(updater, 'stagingUserIdPromise', { value: { value: Promise.resolve('') } });
  updater.isUserWithinRollout = () => true;
  const { webRequest } = updater.netSession;
  webRequest.onBeforeSendHeaders(({ requestHeaders: { ...headers } }, answer) => {
    delete headers['x-user-staging-id'];
    answer({ requestHeaders: headers });
  });
  webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !isSafeAddress(URL.parse(url)) }),
  );
  // A login of a proxy is canceled, because proxies that require a password are not supported.
  updater.on('login', (_info, answer) => void Reflect.apply(answer, updater, []));
};

/** Finds, downloads, and installs new versions. Throws an `UpdateFailure`. */
export type Updater = {
  /** Returns the newer version, or `null` if there is none. */
  check: () => Promise<string | null>;
  /** Downloads the version that was found. `percent` is from 0 to 100. */
  download: (onProgress: (percent: number) => void, signal: AbortSignal) => Promise<void>;
  /** Installs the downloaded version and ends the app. */
  install: () => Promise<void>;
};

type Dependencies = UpdateSource & {
  log: Log;
  /**
   * Hides the window. Called before an installer runs, because this process is blocked until the
   * installer has ended.
   */
  hide: () => void;
  /** Shows the window again. Called if nothing was installed. */
  show: () => void;
};

/** Returns the updater for this kind of installation. */
export const createUpdater = ({ kind, path, log, hide, show }: Dependencies): Updater => {
  const updater = new updaters[kind]();
  updater.updateConfigPath = path;
  updater.forceDevUpdateConfig = !app.isPackaged;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  const note = (message: unknown): void => log('updater', { message: String(message) });
  updater.logger = { info: note, warn: note, error: note };
  closeSession(updater);
  let downloaded: string[] = [];

  return {
    check: async () => {
      // When the time is over, the connections are closed, which makes the check fail.
      const timer = setTimeout(() => void updater.netSession.closeAllConnections(), timeoutMs);
      const checked = failing(updater.checkForUpdates());
      const result = await checked.finally(() => clearTimeout(timer));
      if (!result?.isUpdateAvailable) return null;
      const latest = latestSchema.safeParse(result.updateInfo);
      if (latest.success) return latest.data.version;
      throw new UpdateFailure('damaged', latest.error);
    },
    download: async (onProgress, signal) => {
      const token = new CancellationToken();
      const stop = (): void => token.cancel();
      const progress = ({ percent }: { percent: number }): void => onProgress(percent);
      signal.addEventListener('abort', stop);
      updater.on('download-progress', progress);
      try {
        downloaded = await failing(updater.downloadUpdate(token));
      } finally {
        updater.off('download-progress', progress);
        signal.removeEventListener('abort', stop);
      }
    },
    install: async () => {
      if (process.platform === 'linux' && !downloaded.every((file) => plain.test(file))) {
        throw new UpdateFailure(
          'not-installed',
          'The path of the download has special characters.',
        );
      }
      hide();
      const failure = await new Promise<Error | null>((resolve) => {
        updater.once('error', resolve);
        updater.quitAndInstall(false, true);
        // The library does not report that the installer has started. So the installer counts as started
        // if there is no error within ten seconds.
        setTimeout(() => resolve(null), 10_000);
      });
      if (failure === null) return;
      show();
      throw new UpdateFailure('not-installed', failure);
    },
  };
};
