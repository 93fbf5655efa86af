import type { OnMoveEnd, Viewport } from '@xyflow/react';
import { useCallback, useState } from 'react';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { boxAround, boxOf } from '#shared/canvas/geometry.ts';
import { useCanvas } from './canvas-store.ts';

/** Where each canvas was left, for as long as the window is open. */
const left = new Map<string, Viewport>();

/** With more nodes than this in view, showing them takes longer than one wants to wait. */
const mostNodesInView = 400;
const margin = 96;

/**
 * A canvas opens where it was left. The first time it opens with all of it in view, or, where that
 * is too much, at its top left corner.
 */
export const useViewport = (canvasId: string) => {
  const [opening] = useState(() => {
    const { document } = useCanvas.getState();
    const viewport = left.get(canvasId) ?? (isLarge(document) ? cornerOf(document) : undefined);
    return viewport ? { defaultViewport: viewport } : { fitView: true };
  });
  const onMoveEnd: OnMoveEnd = useCallback(
    (_event, viewport) => void left.set(canvasId, viewport),
    [canvasId],
  );
  return { ...opening, onMoveEnd };
};

const isLarge = ({ nodes }: CanvasDocument): boolean => nodes.length > mostNodesInView;

const cornerOf = (document: CanvasDocument): Viewport => {
  const box = boxAround(document.nodes.map((node) => boxOf(document, node)));
  return { x: margin - (box?.x ?? 0), y: margin - (box?.y ?? 0), zoom: 1 };
};
