import { openCanvas } from '../../app/open-canvas.ts';
import { useCommand } from '../../app/use-command.ts';
import type { CanvasEntry } from '../use-overview.ts';
import type { useCanvasChanges } from './use-canvas-changes.ts';

type Parts = {
  canvases: readonly CanvasEntry[];
  openId: string;
  /** The canvas whose menu is open, or else the open one. */
  subject: CanvasEntry | undefined;
  changes: ReturnType<typeof useCanvasChanges>;
  startAdding: () => void;
  startRenaming: (id: string) => void;
  moveBy: (canvas: CanvasEntry, step: number) => void;
};

/** Gives the commands about whole canvases what they do. */
export const useCanvasTabCommands = (parts: Parts): void => {
  const { canvases, openId, subject, changes, startAdding, startRenaming, moveBy } = parts;
  const placeOf = (id: string | undefined): number => canvases.findIndex((each) => each.id === id);
  const place = placeOf(subject?.id);
  const step = document.dir === 'rtl' ? -1 : 1;
  const canMove = (by: number): boolean => place >= 0 && canvases[place + by] !== undefined;
  const enabled = subject !== undefined;
  const ofSubject = (run: (canvas: CanvasEntry) => void) => ({
    run: () => subject && run(subject),
    enabled,
  });
  const turn = (by: number): void => {
    const next = canvases.at((placeOf(openId) + by) % canvases.length);
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
