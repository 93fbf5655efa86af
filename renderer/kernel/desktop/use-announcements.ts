import { useEffect, useEffectEvent } from 'react';

const waitBeforeAgain = 1000;

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, waitBeforeAgain);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Listens to an event iterator of the main process until `signal` is aborted. If the iterator ends or
 * fails, this function waits a second, calls `onMissed`, and subscribes again. It calls `onMissed`
 * because events may have been missed since the iterator ended.
 */
export const follow = async <Event>(
  subscribe: (options: { signal: AbortSignal }) => Promise<AsyncIterable<Event>>,
  onEvent: (event: Event) => void,
  { signal, onMissed }: { signal: AbortSignal; onMissed?: () => void },
): Promise<void> => {
  while (!signal.aborted) {
    try {
      for await (const event of await subscribe({ signal })) onEvent(event);
    } catch {
      // A failure is handled like the end of the iterator, so the loop subscribes again.
    }
    await pause(signal);
    if (!signal.aborted) onMissed?.();
  }
};

/**
 * Listens to an event iterator of the main process while the component is mounted. `subscribe` is a
 * procedure of `desktop`.
 */
export const useAnnouncements = <Event>(
  subscribe: (input: undefined, options: { signal: AbortSignal }) => Promise<AsyncIterable<Event>>,
  onEvent: (event: Event) => void,
): void => {
  const hear = useEffectEvent(onEvent);
  const open = useEffectEvent((options: { signal: AbortSignal }) => subscribe(undefined, options));
  useEffect(() => {
    const abort = new AbortController();
    void follow<Event>(
      (options) => open(options),
      (event) => hear(event),
      abort,
    );
    return () => abort.abort();
  }, []);
};
