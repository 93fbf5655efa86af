import { clipMediaType } from '#shared/desktop/clip.ts';
import type { ClipboardAction } from '#shared/desktop/window.ts';
import { desktop } from '../../kernel/desktop/desktop.ts';
import { showError } from '../../kernel/desktop/errors.tsx';
import { contentOf, type ClipboardContent } from './clipboard-content.ts';

/**
 * The longest time, in milliseconds, that a command waits for its clipboard event. This is enough time
 * to copy a large canvas.
 */
const timeoutMs = 10_000;

/**
 * Asks the main process for a clipboard action, such as `copy`, and handles the clipboard event that
 * this action causes. The page uses the system clipboard only in clipboard events, because it has no
 * permission to read the clipboard otherwise, and because these events are the same in every version
 * of Electron.
 */
const takeEvent = <Result>(
  action: ClipboardAction & keyof WindowEventMap,
  take: (data: DataTransfer) => Result,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      window.removeEventListener(action, onEvent, { capture: true });
    };
    const onEvent = (event: ClipboardEvent): void => {
      if (!event.clipboardData) return;
      stop();
      // Stops the event before the focused element handles it.
      event.preventDefault();
      event.stopImmediatePropagation();
      resolve(take(event.clipboardData));
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const timer = setTimeout(() => fail(new Error('The clipboard does not answer')), timeoutMs);
    window.addEventListener(action, onEvent, { capture: true });
    desktop.clipboard.perform({ action }).catch(fail);
  });

export const putOnClipboard = async ({ clip, text }: ClipboardContent) =>
  await takeEvent('copy', (data) => {
    data.setData(clipMediaType, clip);
    data.setData('text/plain', text);
  });

/** Puts a table on the clipboard, as plain text and as HTML for programs that read tables. */
export const putTableOnClipboard = async ({ text, html }: { text: string; html: string }) =>
  await takeEvent('copy', (data) => {
    data.setData('text/plain', text);
    data.setData('text/html', html);
  });

const maxAttempts = 3;

export const takeFromClipboard = async (): Promise<ClipboardContent> => {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const content = await takeEvent('paste', contentOf);
    if (content) return content;
  }
  return { clip: '', text: '' };
};

let before: Promise<void> = Promise.resolve();

/** Runs clipboard tasks one after another, so that a fast copy and paste pastes the new copy. */
export const inOrder = (task: () => Promise<void>): void => {
  before = before.then(task).catch(showError);
};
