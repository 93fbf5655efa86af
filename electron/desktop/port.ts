import { onError, ORPCError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import {
  ipcMain,
  MessageChannelMain,
  type BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
} from 'electron';
import { z } from 'zod';
import { channels } from '#shared/desktop/channels.ts';
import type { createDesktopRouter } from './router.ts';

type Dependencies = {
  window: BrowserWindow;
  router: ReturnType<typeof createDesktopRouter>;
  /** The origin of the app's own page. */
  origin: string;
  fileHandle: (name: string, bytes: Uint8Array<ArrayBuffer>) => string;
  log: (message: string, details: Record<string, unknown>) => void;
};

const droppedFile = z.tuple([z.string().max(1000), z.instanceof(Uint8Array<ArrayBuffer>)]);

type Sender = Pick<IpcMainEvent | IpcMainInvokeEvent, 'sender' | 'senderFrame'>;

/**
 * Gives the window a message port for the desktop procedures. Only the main frame of the app's own page
 * gets a port. After a reload, the page requests a new port, and the old port closes with the old page.
 */
export const offerPort = ({ window, router, origin, fileHandle, log }: Dependencies): void => {
  const handler = new RPCHandler(router, {
    clientInterceptors: [
      onError((error) => {
        if (!(error instanceof ORPCError)) log('procedure failed', { error: String(error) });
      }),
    ],
  });

  const isOwnMainFrame = ({ sender, senderFrame }: Sender): boolean =>
    sender === window.webContents &&
    senderFrame === window.webContents.mainFrame &&
    senderFrame?.origin === origin;

  ipcMain.on(channels.connect, (event) => {
    if (!isOwnMainFrame(event)) return log('port refused', { url: event.senderFrame?.url });
    const { port1, port2 } = new MessageChannelMain();
    handler.upgrade(port1);
    port1.start();
    event.senderFrame?.postMessage(channels.port, null, [port2]);
  });

  ipcMain.handle(channels.fileHandle, (event, ...file: unknown[]) => {
    if (!isOwnMainFrame(event)) throw new Error('Not the window');
    return fileHandle(...droppedFile.parse(file));
  });
};
