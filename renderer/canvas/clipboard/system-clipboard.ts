import { clipMediaType } from '#shared/desktop/clip.ts';
import type { ClipboardAction } from '#shared/desktop/window.ts';
import { desktop } from '../../app/desktop.ts';
import { contentOf, type ClipboardContent } from './clipboard-content.ts';

/** Long enough for what was copied from a large canvas. */
const patienceMs = 10_000;

/**
 * The system clipboard is reached by the events of copying and pasting alone: the page has no
 * permission to read it, and these are the same in every version of Electron. A command has the
 * main process perform the action, and takes the event that comes of it.
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
      // Nobody else is to take it, whatever has the focus.
      event.preventDefault();
      event.stopImmediatePropagation();
      resolve(take(event.clipboardData));
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const timer = setTimeout(() => fail(new Error('The clipboard does not answer')), patienceMs);
    window.addEventListener(action, onEvent, { capture: true });
    desktop.clipboard.perform({ action }).catch(fail);
  });

export const putOnClipboard = async ({ clip, text }: ClipboardContent) =>
  await takeEvent('copy', (data) => {
    data.setData(clipMediaType, clip);
    data.setData('text/plain', text);
  });

const looks = 3;

export const takeFromClipboard = async (): Promise<ClipboardContent> => {
  for (let look = 0; look < looks; look += 1) {
    const content = await takeEvent('paste', contentOf);
    if (content) return content;
  }
  return { clip: '', text: '' };
};
