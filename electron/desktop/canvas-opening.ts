import type { Preferences } from '../store/preferences.ts';

type Dependencies = {
  preferences: Pick<Preferences, 'openingCanvas' | 'noteOpeningCanvas'>;
  /** Returns the current time in milliseconds, from a monotonic clock. */
  now?: () => number;
};

/** The longest time that a working window needs to draw a canvas, in ms. */
const drawTimeoutMs = 3000;

/**
 * Records which canvas is being opened, until the window has drawn it. If a canvas is still recorded at
 * the next start, it made the window hang or crash, so the app does not open it automatically.
 */
export const createCanvasOpening = ({
  preferences,
  now = () => performance.now(),
}: Dependencies) => {
  let begunAt = -Infinity;
  const awaited = new Map<string, PromiseWithResolvers<void>>();

  return {
    /** Returns the canvas whose opening never ended, or `null`. */
    unfinished: (): string | null => preferences.openingCanvas(),

    begin: (id: string): void => {
      begunAt = now();
      preferences.noteOpeningCanvas(id);
    },

    /** Call when the window has drawn the canvas, or when the person has left the canvas before that. */
    end: (id: string): void => {
      if (preferences.openingCanvas() === id) preferences.noteOpeningCanvas(null);
      awaited.get(id)?.resolve();
    },

    /**
     * Resolves when the window has drawn the canvas, or when the person has left it before that. If the
     * window does not open it, resolves after `drawTimeoutMs`.
     */
    ended: async (id: string): Promise<void> => {
      const end = awaited.get(id) ?? Promise.withResolvers<void>();
      awaited.set(id, end);
      const timer = setTimeout(end.resolve, drawTimeoutMs).unref();
      await end.promise;
      clearTimeout(timer);
      awaited.delete(id);
    },

    /**
     * Call when the window crashes. A crash also closes the window, and without this call,
     * `windowCloses` would count it as a person who closed the window early.
     */
    windowCrashes: (): void => {
      begunAt = -Infinity;
    },

    /**
     * Call when the window closes. If the canvas was opened less than `drawTimeoutMs` ago, the window
     * did not hang. Instead, the person closed it before the canvas was drawn.
     */
    windowCloses: (): void => {
      if (now() - begunAt < drawTimeoutMs) preferences.noteOpeningCanvas(null);
    },
  };
};
