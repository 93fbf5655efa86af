import { create } from 'zustand';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { useCanvas } from '../canvas-store.ts';

type OutlineState = {
  /** The row that has the Tab stop. */
  active: string | null;
  /** What was opened or closed by hand: the other way than the canvas is shown at first. */
  toggled: ReadonlySet<string>;
  renamed: string | null;
  /**
   * Whether the person works here rather than in the drawing: the commands on elements then name
   * and add in the outline. A menu or a dialog that is open over both changes nothing.
   */
  isWorkedIn: boolean;
};

const first = { active: null, toggled: new Set<string>(), renamed: null };

export const useOutline = create<OutlineState>(() => ({ ...first, isWorkedIn: false }));

export const forgetOutline = (): void => useOutline.setState(first);

/** A small canvas is shown open, a larger one closed. */
const mostShownOpen = 300;

export const isShownOpen = ({ nodes, edges }: CanvasDocument): boolean =>
  nodes.length + edges.length <= mostShownOpen;

export const openRow = (id: string, open: boolean): void => {
  const isSmall = isShownOpen(useCanvas.getState().document);
  useOutline.setState(({ toggled }) => {
    const next = new Set(toggled);
    if (open === isSmall) next.delete(id);
    else next.add(id);
    return { toggled: next };
  });
};

export const activateRow = (active: string): void => useOutline.setState({ active });
export const renameRow = (renamed: string | null): void => useOutline.setState({ renamed });
