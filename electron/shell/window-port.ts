import {
  ipcMain,
  type BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  type WebFrameMain,
} from 'electron';
import { z } from 'zod';
import { channels } from '#shared/desktop/channels.ts';
import type { Log } from './log.ts';

type Dependencies = {
  window: BrowserWindow;
  /** The origin of the app's own page. */
  origin: string;
  /** Gives a port to the page in `frame`. */
  connect: (frame: WebFrameMain) => void;
  fileHandle: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
  log: Log;
};

const droppedFile = z.tuple([z.string().max(1000), z.instanceof(Uint8Array<ArrayBuffer>)]);

type Sender = Pick<IpcMainEvent | IpcMainInvokeEvent, 'sender' | 'senderFrame'>;

/**
 * Gives the window a message port for the desktop procedures. Only the main frame of the app's own page
 * gets a port. After a reload, the page requests a new port, and the old port closes with the old page.
 */
export const offerPort = ({ window, origin, connect, fileHandle, log }: Dependencies): void => {
  const isOwnMainFrame = ({ sender, senderFrame }: Sender): boolean =>
    sender === window.webContents &&
    senderFrame === window.webContents.mainFrame &&
    senderFrame?.origin === origin;

  ipcMain.on(channels.connect, (event) => {
    if (!isOwnMainFrame(event)) return log('port refused', { url: event.senderFrame?.url });
    if (event.senderFrame) connect(event.senderFrame);
  });

  ipcMain.handle(channels.fileHandle, async (event, ...file: unknown[]) => {
    if (!isOwnMainFrame(event)) throw new Error('Not the window');
    return await fileHandle(...droppedFile.parse(file));
  });
};
