import { app, dialog, type BrowserWindow } from 'electron';
import type { Log } from './log.ts';

/** A page that crashed or hangs is offered again; every gesture finished before is stored. */
const offerReload = async (window: BrowserWindow, message: string): Promise<void> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message,
    detail: 'Everything you finished is saved.',
    buttons: ['Reload', 'Close'],
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
    void offerReload(window, 'The window stopped working');
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
