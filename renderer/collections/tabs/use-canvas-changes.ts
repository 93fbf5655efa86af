import { announce } from '../../canvas/state/announcements.ts';
import { useCanvas } from '../../canvas/state/canvas-store.ts';
import { useCommand } from '../../kernel/commands/use-command.ts';
import { desktop } from '../../kernel/desktop/desktop.ts';
import {
  applyDeletion,
  applyWorkspaceChange,
  makeInStore,
} from '../../kernel/workspace/apply-workspace-change.tsx';
import { leaveCanvas } from '../../kernel/workspace/history.tsx';
import { openCanvas } from '../../kernel/workspace/location.ts';
import {
  createCanvas,
  deleteCanvas,
  orderCanvases,
  renameCanvas,
} from '../../kernel/workspace/workspace-changes.ts';
import type { CanvasEntry, ModelEntry } from '../../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { copyName, reordered } from './reordered.ts';

/**
 * Returns the actions on the canvases of a model. Each action is one undo step in the history of the
 * model.
 */
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
    // The components that the deleted canvas shared with the open canvas now belong to the open canvas,
    // so the open canvas is read again.
    await useCanvas.getState().readAgain();
  };

  const moveTo = async ({ id, title }: CanvasEntry, index: number): Promise<void> => {
    const at = Math.max(0, Math.min(index, ids.length - 1));
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

type Parts = {
  canvases: readonly CanvasEntry[];
  openId: string;
  /** The canvas on which the commands act: the canvas whose menu is open, or else the open canvas. */
  subject: CanvasEntry | undefined;
  changes: ReturnType<typeof useCanvasChanges>;
  startAdding: () => void;
  startRenaming: (id: string) => void;
  moveBy: (canvas: CanvasEntry, step: number) => void;
};

/** Registers the commands on whole canvases. */
export const useCanvasTabCommands = (parts: Parts): void => {
  const { canvases, openId, subject, changes, startAdding, startRenaming, moveBy } = parts;
  const indexOf = (id: string | undefined): number => canvases.findIndex((each) => each.id === id);
  const index = indexOf(subject?.id);
  const step = document.dir === 'rtl' ? -1 : 1;
  const canMove = (by: number): boolean => index >= 0 && canvases[index + by] !== undefined;
  const enabled = subject !== undefined;
  const ofSubject = (run: (canvas: CanvasEntry) => void) => ({
    run: () => subject && run(subject),
    enabled,
  });
  const turn = (by: number): void => {
    const next = canvases.at((indexOf(openId) + by) % canvases.length);
    if (next) openCanvas(next.id);
  };

  useCommand('canvas.new', { run: startAdding });
  useCommand(
    'canvas.rename-canvas',
    ofSubject(({ id }) => startRenaming(id)),
  );
  useCommand('canvas.duplicate-canvas', ofSubject(changes.duplicate));
  useCommand('canvas.delete-canvas', ofSubject(changes.remove));
  useCommand('canvas.move-canvas-left', {
    run: () => subject && moveBy(subject, -step),
    enabled: canMove(-step),
  });
  useCommand('canvas.move-canvas-right', {
    run: () => subject && moveBy(subject, step),
    enabled: canMove(step),
  });
  useCommand('canvas.previous-canvas', { run: () => turn(-1), enabled: canvases.length > 1 });
  useCommand('canvas.next-canvas', { run: () => turn(1), enabled: canvases.length > 1 });
};
