import { useDeferredValue, useEffect } from 'react';

let isAfterStart = false;

/**
 * Returns false in the first rendering after the start of the window, and true soon after. With it, the
 * drawing is on screen before the parts around it are rendered.
 */
export const useAfterDrawing = (): boolean => {
  const isAfter = useDeferredValue(true, isAfterStart);
  useEffect(() => {
    if (isAfter) isAfterStart = true;
  }, [isAfter]);
  return isAfter;
};
