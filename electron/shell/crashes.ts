import { app, dialog, type BrowserWindow } from 'electron';
import { t } from '#shared/locales/texts.ts';
import type { Log } from './log.ts';

/** Tells the person that the app stopped responding. Returns true if the person wants to reload it. */
const isToReload = async (window: BrowserWindow): Promise<boolean> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: t('dialogs:stopped.title'),
    detail: t('dialogs:stopped.text'),
    buttons: [t('dialogs:stopped.reload'), t('dialogs:stopped.close')],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
};

/**
 * Offers to reload a page that crashed. No finished gesture is lost, because each one is already stored.
 */
const offerReload = async (window: BrowserWindow): Promise<void> => {
  if (await isToReload(window)) window.webContents.reload();
  else window.close();
};

/**
 * Offers to start the app again after the desktop thread has ended, for example because it ran out of
 * memory. Without this thread, nothing can be stored, so the app ends in any case.
 */
export const offerRestart = async (window: BrowserWindow | null): Promise<void> => {
  if (window && (await isToReload(window))) app.relaunch();
  app.exit(1);
};

export const reportCrashes = (window: BrowserWindow, log: Log): void => {
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log('window crashed', { reason, exitCode });
    void offerReload(window);
  });
  window.on('unresponsive', () => log('window unresponsive'));
  window.on('responsive', () => log('window responsive again'));
  app.on('child-process-gone', (_event, { type, reason, exitCode }) =>
    log('child process gone', { type, reason, exitCode }),
  );
  process.on('uncaughtException', (error) =>
    log('uncaught exception', { error: error.stack ?? String(error) }),
  );
  process.on('unhandledRejection', (reason) =>
    log('unhandled rejection', { error: reason instanceof Error ? reason.stack : String(reason) }),
  );
};
