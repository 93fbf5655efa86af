import { notifyManager, QueryClient } from '@tanstack/react-query';
import { queries } from './desktop.ts';

// What the hand has changed is seen before the next frame, and a switch does not flicker back.
notifyManager.setScheduler(queueMicrotask);

/**
 * Everything read comes from the local store, so nothing grows old by itself, waits for a network,
 * or is better at a second try: `use-news.ts` says when to read again.
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

// The canvas store holds the document of the open canvas, and after the first gesture what was read
// is old: it must not be shown again when the person comes back.
queryClient.setQueryDefaults(queries.canvas.open.key(), { gcTime: 0 });
// Whole drawings, which are not kept in memory for longer than they are looked at.
queryClient.setQueryDefaults(queries.versions.read.key(), { gcTime: 0 });
// Of 20,000 components, comparing what was read with what was there before holds up the hand for
// longer than drawing what is seen of them; and they are read again because one has changed.
queryClient.setQueryDefaults(queries.canvas.components.key(), { structuralSharing: false });
