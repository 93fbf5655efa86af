import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { channels } from '#shared/desktop/channels.ts';
import type { DesktopClient } from '#shared/desktop/contract.ts';

declare global {
  interface Window {
    /** Put there by the preload: the only thing the window has that a web page has not. */
    desktop: {
      /** Asks the main process for a port, which then arrives as a message of this window. */
      connect: () => void;
      /** The handle of a dropped file; the path itself stays with the preload. */
      fileHandle: (file: File) => Promise<string>;
    };
  }
}

const receivePort = (): Promise<MessagePort> =>
  new Promise((resolve) => {
    const onMessage = (event: MessageEvent): void => {
      const [port] = event.ports;
      if (event.source !== window || event.data !== channels.port || !port) return;
      window.removeEventListener('message', onMessage);
      port.start();
      resolve(port);
    };
    window.addEventListener('message', onMessage);
    window.desktop.connect();
  });

/** The main process, as typed procedures. */
export const desktop: DesktopClient = createORPCClient(new RPCLink({ port: await receivePort() }));

/** The same procedures as TanStack Query options. */
export const queries = createTanstackQueryUtils(desktop);
