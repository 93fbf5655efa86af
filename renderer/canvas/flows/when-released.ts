let finish: (() => void) | null = null;

const release = (): void => {
  window.removeEventListener('keyup', release);
  window.removeEventListener('blur', release);
  finish?.();
  finish = null;
};

/**
 * Does something when the key that is down is let go. However long it is held, and however often
 * this is asked for meanwhile, that is one gesture: only the last one is done.
 */
export const whenReleased = (run: () => void): void => {
  if (!finish) {
    window.addEventListener('keyup', release);
    window.addEventListener('blur', release);
  }
  finish = run;
};
