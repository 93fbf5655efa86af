import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { channels } from '#shared/desktop/channels.ts';
import type { DesktopClient } from '#shared/desktop/contract.ts';

declare global {
  interface Window {
    /** Set by the preload script. A web page does not have it. */
    desktop: {
      /** Asks the main process for a port, which arrives as a message to this window. */
      connect: () => void;
      /** Returns the handle of a dropped file and gives its content to the main process. */
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

// Shows changes before the next frame, so that a switch does not flicker back.
notifyManager.setScheduler(queueMicrotask);

/**
 * All data comes from the local store, so it does not become stale by itself, needs no network, and
 * a retry would not help. `use-app-events.ts` decides when to read again.
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

// The canvas store has the document of the open canvas. The cached one is outdated after the first
// gesture and must not be shown when the person comes back.
queryClient.setQueryDefaults(queries.canvas.open.key(), { gcTime: 0 });
// Whole documents stay in memory only while they are shown.
queryClient.setQueryDefaults(queries.versions.read.key(), { gcTime: 0 });
// With 20,000 components, comparing old and new data takes longer than rendering those in view. It
// would also always find a change, because a change is the reason to read them again.
queryClient.setQueryDefaults(queries.canvas.components.key(), { structuralSharing: false });
