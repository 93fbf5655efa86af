import { create } from 'zustand';
import type { Box } from '#shared/canvas/geometry.ts';

/** Where on the canvas the copies would stand that are being dragged; none while nothing is. */
export const useCopyInHand = create<{ boxes: readonly Box[] }>(() => ({ boxes: [] }));
