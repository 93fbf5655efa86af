import type { ClipboardAction } from '#shared/desktop/window.ts';

/** The part of a `WebContents` that this needs. */
type Page = Record<ClipboardAction, () => void> & {
  on: (name: 'input-event', hear: (event: unknown, input: { type: string }) => void) => unknown;
};

const presses: ReadonlySet<string> = new Set(['rawKeyDown', 'keyDown', 'mouseDown', 'mouseUp']);

/** As long as Chromium lets a press of a key count for what a page does after it. */
const pressCountsMs = 5000;

/**
 * Cutting, copying and pasting where the focus is, as the system's own menus do it: the page gets
 * the event of it, and of the clipboard only what that event carries.
 */
export const createEditing = (contents: Page, now = () => performance.now()) => {
  let pressedAt = -Infinity;
  contents.on('input-event', (_event, { type }) => {
    if (presses.has(type)) pressedAt = now();
  });
  const perform: Record<ClipboardAction, () => void> = {
    cut: () => contents.cut(),
    copy: () => contents.copy(),
    paste: () => contents.paste(),
  };
  return {
    /** Chosen by the person in the menu, which counts as a press in the page. */
    chosen: (action: ClipboardAction): void => {
      pressedAt = now();
      perform[action]();
    },

    /**
     * Asked for by the page, which may not look at the clipboard unless the person has just done
     * something in it. Writing is what it may do anyway.
     */
    asked: (action: ClipboardAction): void => {
      const isPressed = now() - pressedAt < pressCountsMs;
      if (action === 'paste' && !isPressed) throw new Error('Nobody asked for the clipboard');
      perform[action]();
    },
  };
};
