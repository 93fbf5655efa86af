import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { channels } from '#shared/desktop/channels.ts';
import type { DesktopClient } from '#shared/desktop/contract.ts';

declare global {
  interface Window {
    /** The preload script sets this object, so an ordinary web page does not have it. */
    desktop: {
      /** Asks the main process for a port, which arrives as a message to this window. */
      connect: () => void;
      /**
       * Gives the name and the content of a dropped or chosen file to the main process. Returns a handle
       * of the file.
       */
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

/** The procedures of the main process. */
export const desktop: DesktopClient = createORPCClient(new RPCLink({ port: await receivePort() }));

/** The procedures of the main process as TanStack Query options. */
export const queries = createTanstackQueryUtils(desktop);

// Makes TanStack Query notify components in a microtask, which runs before the next frame. Otherwise, a
// switch would briefly show its old state after a click.
notifyManager.setScheduler(queueMicrotask);

/**
 * Most data comes from the local store. So it does not become stale by itself, reading it needs no
 * network, and a retry would not help. `read-again.ts` decides when this data is read again. A query
 * that reads the service can set a `staleTime` of its own, as that of the codex does.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// The canvas store, not the cache, has the changes to the open canvas. So the document in the cache is
// outdated after the first gesture, and the cache drops it when no component uses it. Otherwise, it
// would be shown when the person returns to the canvas.
queryClient.setQueryDefaults(queries.canvas.open.key(), { gcTime: 0 });
// Versions contain whole documents, so they stay in memory only while they are shown.
queryClient.setQueryDefaults(queries.versions.read.key(), { gcTime: 0 });
// With 20,000 components, comparing the old with the new data takes longer than rendering the components
// in view. The comparison is also useless, because components are read again only after a change.
queryClient.setQueryDefaults(queries.canvas.components.key(), { structuralSharing: false });
