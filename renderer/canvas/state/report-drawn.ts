import { useEffect } from 'react';
import { reportDrawn } from '../../kernel/workspace/early-canvas.ts';

/**
 * The number of frames after which the whole drawing is visible. React Flow draws flows one frame
 * after the nodes, because it has to measure the nodes first.
 */
const framesUntilDrawn = 3;

/**
 * Reports a canvas once it has been drawn, so a canvas that hangs the window is not reported. A hidden
 * window draws nothing, so its canvas is reported at once. Returns a function that cancels the report.
 */
const reportWhenDrawn = (id: string, frames = framesUntilDrawn): (() => void) => {
  let frame = 0;
  const wait = (left: number): void => {
    if (left === 0 || document.hidden) reportDrawn(id);
    else frame = requestAnimationFrame(() => wait(left - 1));
  };
  wait(frames);
  return () => cancelAnimationFrame(frame);
};

export const useReportDrawn = (id: string, isOpen: boolean): void => {
  useEffect(() => (isOpen ? reportWhenDrawn(id) : undefined), [id, isOpen]);
  useEffect(() => () => reportDrawn(id), [id]);
};
