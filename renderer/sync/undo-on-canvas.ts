import { desktop } from '../app/desktop.ts';
import { saveInTurn } from '../app/in-turn.ts';
import { noticeGroundGone } from '../ui/notice-ground-gone.ts';
import { canvasAtHand } from './canvas-at-hand.ts';

/** Takes back the last change of a canvas, whether it is the one at hand or another. */
export const undoOnCanvas = async (canvasId: string): Promise<void> => {
  const canvas = await canvasAtHand();
  if (canvas.canvasId === canvasId) {
    await canvas.undo();
    return;
  }
  const step = await saveInTurn(() => desktop.changes.undo({ scope: canvasId }));
  if (step?.groundGone) noticeGroundGone('undo');
};
