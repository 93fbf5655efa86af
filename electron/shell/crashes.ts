import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import { t } from '#shared/locales/texts.ts';
import type { Log } from './log.ts';

/** Returns the question whether to reload the app, which stopped responding. */
const question = (detail = ''): MessageBoxOptions => ({
  type: 'error',
  message: t('dialogs:stopped.title'),
  detail,
  buttons: [t('dialogs:stopped.reload'), t('dialogs:stopped.close')],
  defaultId: 0,
  cancelId: 1,
});

/**
 * Offers to reload a page that crashed. No finished gesture is lost, because each one is already stored.
 */
const offerReload = async (window: BrowserWindow): Promise<void> => {
  const { response } = await dialog.showMessageBox(window, question(t('dialogs:stopped.text')));
  if (response === 0) window.webContents.reload();
  else window.close();
};

/**
 * Offers to start the app again after the desktop thread has ended, for example because it ran out of
 * memory. Without this thread, nothing can be stored, so the app ends in any case.
 */
export const offerRestart = async (window: BrowserWindow | null): Promise<void> => {
  await app.whenReady();
  const { response } = await (window
    ? dialog.showMessageBox(window, question())
    : dialog.showMessageBox(question()));
  if (response === 0) app.relaunch();
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
