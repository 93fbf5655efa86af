import { useDeferredValue } from 'react';

/**
 * Returns false in the first rendering of a component, and true soon after. The parts around the drawing
 * wait until it returns true, so that the drawing is on the screen before them.
 */
export const useAfterDrawing = (): boolean => useDeferredValue(true, false);
