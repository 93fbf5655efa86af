import type { Preferences } from '../store/preferences.ts';

type Dependencies = {
  preferences: Pick<Preferences, 'openingCanvas' | 'noteOpeningCanvas'>;
  /** In milliseconds, on a monotonic clock. */
  now?: () => number;
};

/** A working window draws any canvas within this time, in milliseconds. */
const drawTimeoutMs = 3000;

/**
 * Records which canvas is being opened until the window has drawn it. A canvas that is still
 * recorded at the next start made the window hang or crash, and is not opened again automatically.
 */
export const createCanvasOpening = ({
  preferences,
  now = () => performance.now(),
}: Dependencies) => {
  let begunAt = -Infinity;

  return {
    /** Returns the canvas that was being opened and never finished. */
    unfinished: (): string | null => preferences.openingCanvas(),

    begin: (id: string): void => {
      begunAt = now();
      preferences.noteOpeningCanvas(id);
    },

    /** Call when the window has drawn the canvas, or left it before that. */
    end: (id: string): void => {
      if (preferences.openingCanvas() === id) preferences.noteOpeningCanvas(null);
    },

    /** Call when the window crashes. The crash closes the window too, as if the person had closed it. */
    windowCrashes: (): void => {
      begunAt = -Infinity;
    },

    /**
     * Call when the window closes. A window that closes this early did not hang: the person closed
     * it before the canvas was drawn.
     */
    windowCloses: (): void => {
      if (now() - begunAt < drawTimeoutMs) preferences.noteOpeningCanvas(null);
    },
  };
};
