import { useEffect } from 'react';
import { useCanvas } from '../canvas-store.ts';
import { useGesture } from '../gesture.ts';
import { useZoomTo } from './use-zoom-to.ts';

/** A label is written where it stands: the overview comes nearer to what is to be renamed. */
export const useGoToEdited = (): void => {
  const editing = useGesture((gesture) => gesture.editing);
  const zoomTo = useZoomTo();
  useEffect(() => {
    if (editing !== null && !useCanvas.getState().region) zoomTo(editing);
  }, [editing, zoomTo]);
};
