import { useDeferredValue, useEffect } from 'react';

let isAfterStart = false;

/**
 * Returns false in the first rendering after the start of the window, and true soon after. The parts
 * around the drawing use this hook, so that the drawing is on the screen before these parts are
 * rendered.
 */
export const useAfterDrawing = (): boolean => {
  const isAfter = useDeferredValue(true, isAfterStart);
  useEffect(() => {
    if (isAfter) isAfterStart = true;
  }, [isAfter]);
  return isAfter;
};
