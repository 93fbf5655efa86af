import type { MessagePort } from 'node:worker_threads';
import type { MessagePortMain } from 'electron';

/**
 * Passes messages between another process, such as that of the window, and the desktop thread. It is
 * needed because Electron's ports exist only in the main thread. If one port closes, the other closes
 * too.
 */
export const relay = (
  ofProcess: Pick<MessagePortMain, 'on' | 'postMessage' | 'start' | 'close'>,
  ofThread: MessagePort,
): void => {
  ofProcess.on('message', ({ data }) => ofThread.postMessage(data));
  ofThread.on('message', (data: unknown) => ofProcess.postMessage(data));
  ofProcess.on('close', () => ofThread.close());
  ofThread.on('close', () => ofProcess.close());
  ofProcess.start();
};
