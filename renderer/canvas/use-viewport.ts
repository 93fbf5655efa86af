import type { OnMoveEnd, Viewport } from '@xyflow/react';
import { useCallback, useState } from 'react';
import type { Size } from '#shared/canvas/document.ts';
import { boundsOf } from '#shared/canvas/flow-ends.ts';
import { useCanvas } from './canvas-store.ts';
import { roomOfCanvas } from './surface-box.ts';
import { useStage } from './use-stage.ts';
import { viewportOf } from './view-box.ts';

/** Where each canvas was left, for as long as the window is open. */
const left = new Map<string, Viewport>();

const life: Viewport = { x: 0, y: 0, zoom: 1 };

/** A canvas opens where it was left, the first time with all of it in view. */
export const useViewport = (canvasId: string) => {
  const [{ room, opening }] = useState(() => {
    const size = roomOfCanvas();
    return { room: size, opening: left.get(canvasId) ?? fitted(size) };
  });
  const onViewportChange = useStage(opening, room);
  const onMoveEnd: OnMoveEnd = useCallback(
    (_event, viewport) => void left.set(canvasId, viewport),
    [canvasId],
  );
  return { defaultViewport: opening, onViewportChange, onMoveEnd };
};

const fitted = (size: Size): Viewport => {
  const bounds = boundsOf(useCanvas.getState().document);
  return bounds ? viewportOf(bounds, size) : life;
};
