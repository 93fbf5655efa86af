import type { Preferences } from '../store/preferences.ts';

type Dependencies = {
  preferences: Pick<Preferences, 'openingCanvas' | 'noteOpeningCanvas'>;
  /** Returns the current time in milliseconds, from a monotonic clock. */
  now?: () => number;
};

/** A working window draws any canvas within this time, in milliseconds. */
const drawTimeoutMs = 3000;

/**
 * Records which canvas is being opened until the window has drawn it. If a canvas is still recorded at
 * the next start, it made the window hang or crash. The app does not open such a canvas automatically.
 */
export const createCanvasOpening = ({
  preferences,
  now = () => performance.now(),
}: Dependencies) => {
  let begunAt = -Infinity;

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
    },

    /**
     * Call when the window crashes. Without this call, `windowCloses` would take the crash for a person
     * who closes the window early, because a crash closes the window too.
     */
    windowCrashes: (): void => {
      begunAt = -Infinity;
    },

    /**
     * Call when the window closes. If the canvas was opened less than `drawTimeoutMs` ago, the window
     * did not hang: the person closed it before the canvas was drawn.
     */
    windowCloses: (): void => {
      if (now() - begunAt < drawTimeoutMs) preferences.noteOpeningCanvas(null);
    },
  };
};
