import type { ClipboardAction } from '#shared/desktop/window.ts';
import type { Presses } from './presses.ts';

/**
 * Cuts, copies, and pastes at the focus like the system's own menus: the page gets the event, and
 * only the clipboard data in that event.
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
    /** Runs an action from the menu, which counts as a key press in the page. */
    chosen: (action: ClipboardAction): void => {
      presses.note();
      perform[action]();
    },

    /**
     * Runs an action for the page. The page may always write to the clipboard, but may read
     * it only right after a key or button press in the page.
     */
    asked: (action: ClipboardAction): void => {
      if (action === 'paste' && !presses.isRecent())
        throw new Error('Nobody asked for the clipboard');
      perform[action]();
    },
  };
};
