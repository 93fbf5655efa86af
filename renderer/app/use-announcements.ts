import { useEffect, useEffectEvent } from 'react';
import { follow } from './follow.ts';

/**
 * Hears an event iterator of the main process while the component is mounted. `subscribe` is a
 * procedure of `desktop`, `onMissed` is called after the subscription had to be made again.
 */
export const useAnnouncements = <Event>(
  subscribe: (input: undefined, options: { signal: AbortSignal }) => Promise<AsyncIterable<Event>>,
  onEvent: (event: Event) => void,
  onMissed: () => void = () => undefined,
): void => {
  const hear = useEffectEvent(onEvent);
  const missed = useEffectEvent(onMissed);
  const open = useEffectEvent((options: { signal: AbortSignal }) => subscribe(undefined, options));
  useEffect(() => {
    const abort = new AbortController();
    void follow<Event>(
      (options) => open(options),
      (event) => hear(event),
      { signal: abort.signal, onMissed: () => missed() },
    );
    return () => abort.abort();
  }, []);
};
