import { useStore } from '@xyflow/react';
import { useMemo } from 'react';
import { boundsOf } from '#shared/canvas/flow-ends.ts';
import { holdsBox } from '#shared/canvas/geometry.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { viewOf } from './view-box.ts';

/** Tells if the whole drawing is in view. */
export const useIsAllVisible = (): boolean => {
  const document = useCanvas((canvas) => canvas.document);
  const bounds = useMemo(() => boundsOf(document), [document]);
  return useStore(({ transform: [x, y, zoom], width, height }) => {
    if (!bounds || width === 0) return true;
    return holdsBox(viewOf({ x, y, zoom }, { width, height }), bounds);
  });
};
