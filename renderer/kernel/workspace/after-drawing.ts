import { useDeferredValue, useEffect } from 'react';

let isAfterStart = false;

/**
 * Returns false in the first rendering after the start of the window, and true soon after. The parts
 * around the drawing wait until it returns true, so that the drawing is on the screen before them.
 */
export const useAfterDrawing = (): boolean => {
  const isAfter = useDeferredValue(true, isAfterStart);
  useEffect(() => {
    if (isAfter) isAfterStart = true;
  }, [isAfter]);
  return isAfter;
};
