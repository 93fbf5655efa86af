import { app, dialog, type BrowserWindow } from 'electron';
import { t } from '#shared/locales/texts.ts';
import type { Log } from './log.ts';

/**
 * Offers to reload a page that crashed. No finished gesture is lost, because each one is already stored.
 */
const offerReload = async (window: BrowserWindow): Promise<void> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: t('dialogs:stopped.title'),
    detail: t('dialogs:stopped.text'),
    buttons: [t('dialogs:stopped.reload'), t('dialogs:stopped.close')],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) window.webContents.reload();
  else window.close();
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
