import { BrowserWindow, session, type Session } from 'electron';
import { confineNavigation, denyPermissions } from './navigation.ts';

/** The result of a print job. `reason` is Electron's text. It is empty after a success. */
export type PrintAnswer = { success: boolean; reason: string };

const page = 'app://print/';

/**
 * Prints a document with the system's dialog. The document is in a hidden window without scripts,
 * without access to the app, and without network: its session serves only this page.
 */
export const printDocument = async (html: string): Promise<PrintAnswer> => {
  const own = session.fromPartition('print');
  serveOnly(own, html);
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: own,
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  try {
    const { webContents } = window;
    confineNavigation(webContents, { page, openLink: () => {} });
    await window.loadURL(page);
    const printers = await webContents.getPrintersAsync();
    if (printers.length === 0) return { success: false, reason: 'no printers' };
    return await new Promise<PrintAnswer>((resolve) => {
      webContents.print({ printBackground: true }, (success, reason) =>
        resolve({ success, reason }),
      );
    });
  } finally {
    window.destroy();
    own.protocol.unhandle('app');
    own.removeAllListeners('will-download');
  }
};

const serveOnly = (own: Session, html: string): void => {
  denyPermissions(own);
  own.on('will-download', (event) => event.preventDefault());
  own.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: url !== page && !url.startsWith('data:') }),
  );
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  };
  own.protocol.handle('app', () => new Response(html, { headers }));
};
