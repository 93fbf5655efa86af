import type { ClipboardAction } from '#shared/desktop/window.ts';
import type { Presses } from './presses.ts';

/**
 * Cuts, copies, and pastes in the element with the focus, as the system's own menus do. The page gets a
 * clipboard event, and can read only the clipboard data in that event.
 */
export const createEditing = (
  contents: Record<ClipboardAction, () => void>,
  presses: Pick<Presses, 'note' | 'isRecent'>,
) => {
  const perform: Record<ClipboardAction, () => void> = {
    cut: () => contents.cut(),
    copy: () => contents.copy(),
    paste: () => contents.paste(),
  };
  return {
    /**
     * Runs an action that the person chose in the menu. The choice counts as a press in the page too
     * (see presses.ts).
     */
    chosen: (action: ClipboardAction): void => {
      presses.note();
      perform[action]();
    },

    /**
     * Runs an action that the page asked for. The page may always write to the clipboard. It may read
     * the clipboard only right after a press of a key or button in the page.
     */
    asked: (action: ClipboardAction): void => {
      if (action === 'paste' && !presses.isRecent())
        throw new Error('Nobody asked for the clipboard');
      perform[action]();
    },
  };
};
