import { useTranslation } from 'react-i18next';
import { desktop } from '../../app/desktop.ts';
import { openCanvas } from '../../app/open-canvas.ts';
import { announce } from '../../canvas/announcements.ts';
import { canvasAtHand } from '../../sync/canvas-at-hand.ts';
import { applyDeletion, applyWorkspaceChange, makeInStore } from '../apply-workspace-change.tsx';
import { leaveCanvas } from '../leave-canvas.ts';
import type { CanvasEntry, ModelEntry } from '../use-overview.ts';
import { createCanvas, deleteCanvas, orderCanvases, renameCanvas } from '../workspace-changes.ts';
import { copyName, reordered } from './reordered.ts';

/** What can be done to the canvases of a model, each one step of its history. */
export const useCanvasChanges = (model: ModelEntry, openId: string) => {
  const { t } = useTranslation('canvases');
  const ids = model.canvases.map(({ id }) => id);

  const add = async (title: string): Promise<void> => {
    const { change, canvasId } = createCanvas(model.id, title);
    if (await applyWorkspaceChange(change)) openCanvas(canvasId);
  };

  const duplicate = async ({ id, title }: CanvasEntry): Promise<void> => {
    const name = copyName(
      model.canvases.map((canvas) => canvas.title),
      (number) => t(number === 1 ? 'copy-of' : 'copy-number', { title, number }),
    );
    const made = await makeInStore(() => desktop.canvas.duplicate({ id, title: name }));
    if (made) openCanvas(made.canvasId);
  };

  const remove = async ({ id, title }: CanvasEntry): Promise<void> => {
    if (id === openId) leaveCanvas(model, id);
    await applyDeletion(deleteCanvas(model.id, id), title);
    // What the open canvas shows of the other's components it now has itself.
    await (await canvasAtHand()).readAgain();
  };

  const moveTo = async ({ id, title }: CanvasEntry, place: number): Promise<void> => {
    const at = Math.max(0, Math.min(place, ids.length - 1));
    if (ids.indexOf(id) === at) return;
    await applyWorkspaceChange(orderCanvases(model.id, reordered(ids, id, at)));
    announce(t('moved-tab', { title, place: at + 1, count: ids.length }));
  };

  return {
    add: (title: string): void => void add(title),
    duplicate: (canvas: CanvasEntry): void => void duplicate(canvas),
    remove: (canvas: CanvasEntry): void => void remove(canvas),
    rename: (id: string, title: string): void =>
      void applyWorkspaceChange(renameCanvas(model.id, id, title)),
    moveTo,
  };
};
