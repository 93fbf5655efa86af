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
 * Hears what the main process announces, until `signal` is aborted. An iterator that ends or fails
 * is subscribed again after a second; `onMissed` is told, because something may have been missed.
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
      // The same as an end: it is subscribed again below.
    }
    await pause(signal);
    if (!signal.aborted) onMissed?.();
  }
};
