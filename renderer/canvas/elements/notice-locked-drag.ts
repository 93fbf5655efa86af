import type { PointerEvent } from 'react';
import { isLocked } from '#shared/canvas/document.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas-store.ts';
import { noticeLocked } from './notice-locked.ts';

/** Further than this a press is meant as a drag, in pixels of the window. */
const slack = 8;

/** Says why a locked node does not follow the pointer that was pressed on it. */
export const noticeLockedDrag = (press: PointerEvent, id: string | null): void => {
  const node = nodeById(useCanvas.getState().document, id ?? undefined);
  if (press.button !== 0 || !node || !isLocked(node)) return;
  const end = new AbortController();
  const follow = ({ clientX, clientY }: globalThis.PointerEvent): void => {
    if (Math.hypot(clientX - press.clientX, clientY - press.clientY) < slack) return;
    end.abort();
    noticeLocked('move');
  };
  window.addEventListener('pointermove', follow, { signal: end.signal });
  window.addEventListener('pointerup', () => end.abort(), { signal: end.signal });
};
