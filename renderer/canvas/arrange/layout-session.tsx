import i18next from 'i18next';
import { create } from 'zustand';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { Layout, LayoutOrder } from '#shared/layout/best-layout.ts';
import type { Scope } from '#shared/layout/containers.ts';
import type { LayoutWish } from '#shared/layout/layout-style.ts';
import { operationBetween } from '#shared/merge/operation-between.ts';
import { runCommand } from '../../kernel/commands/use-command.ts';
import { showError } from '../../kernel/desktop/errors.tsx';
import { Notice, showBusyLater } from '../../ui/notice.tsx';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { showAnimated } from './glide.ts';
import type { LayoutJob, LayoutResult } from './layout-worker.ts';

const ns = 'arrange' as const;

/** A layout that is shown on the canvas, but is not yet part of the document. */
type LayoutPreview = Layout & { original: CanvasDocument };

/** The state of a layout, from its command until the person applies or cancels it. */
type LayoutSession = {
  order: LayoutOrder | null;
  isRunning: boolean;
  preview: LayoutPreview | null;
};

const none: LayoutSession = { order: null, isRunning: false, preview: null };

export const useLayoutSession = create<LayoutSession>(() => none);

const session = useLayoutSession.getState;
const change = useLayoutSession.setState;

let stopWorker: (() => void) | null = null;

/** Lays out a part of the open canvas in a worker, and shows the result as a preview. */
export const startLayout = async (scope: Scope): Promise<void> =>
  await layOut({ scope, direction: null, keepsOrder: false });

/** Lays out the same part of the canvas again with other options, such as another direction. */
export const changeLayout = async (wish: Partial<LayoutWish>): Promise<void> => {
  const { order } = session();
  if (order) await layOut({ ...order, ...wish });
};

const layOut = async (order: LayoutOrder): Promise<void> => {
  stopWorker?.();
  const { canvasId } = useCanvas.getState();
  const stopped = Promise.withResolvers<null>();
  const stop = (): void => stopped.resolve(null);
  stopWorker = stop;
  change({ order, isRunning: true });
  const hideProgress = showProgressLater();
  try {
    const found = await Promise.race([currentLayout(order, stopped.promise), stopped.promise]);
    if (found && useCanvas.getState().canvasId === canvasId) await show(found);
  } catch (error) {
    endSession();
    showError(error);
  } finally {
    hideProgress();
    if (stopWorker === stop) {
      stopWorker = null;
      change({ isRunning: false });
    }
    stop();
  }
};

/**
 * The largest number of attempts to compute a layout. An attempt fails if the document changes during
 * it.
 */
const maxAttempts = 4;

/**
 * Returns the layout of the current document. Starts over if the document changes while the worker
 * computes. Returns `null` if the document changes during every attempt.
 */
const currentLayout = async (
  order: LayoutOrder,
  stopped: Promise<null>,
): Promise<LayoutPreview | null> => {
  const worker = startWorker(stopped);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const original = storedDocument();
    const layout = await worker({ document: original, order });
    if (storedDocument() === original) return { ...layout, original };
  }
  endSession();
  announce(i18next.t('layout.unsettled', { ns }));
  return null;
};

const storedDocument = (): CanvasDocument => {
  const { document, previewOf } = useCanvas.getState();
  return previewOf ?? document;
};

/**
 * Starts a worker and returns a function that sends it a job. When `stopped` resolves, the worker
 * is terminated, even while it computes. The promise of a running job then never resolves.
 */
const startWorker = (stopped: Promise<null>): ((job: LayoutJob) => Promise<Layout>) => {
  const worker = new Worker(new URL('layout-worker.ts', import.meta.url), { type: 'module' });
  void stopped.then(() => worker.terminate());
  return async (job) =>
    await new Promise((resolve, reject) => {
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<LayoutResult>) =>
          data.ok ? resolve(data.layout) : reject(new Error(data.reason)),
        { once: true },
      );
      worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
      worker.postMessage(job);
    });
};

const show = async (found: LayoutPreview): Promise<void> => {
  const operation = operationBetween(found.original, found.document);
  // The worker returns a copy of the document. If the layout changed nothing, the preview gets the
  // original object instead, because the bar recognizes an unchanged layout by the identity of the
  // object.
  const preview = operation.length === 0 ? { ...found, document: found.original } : found;
  change({ preview, isRunning: false });
  if (operation.length === 0) {
    useCanvas.getState().preview(null);
    return announce(i18next.t('layout.best', { ns }));
  }
  announce(i18next.t('layout.shown', { ns }));
  await showAnimated(preview.document);
  if (session().order?.scope !== 'everything') return;
  // Zooming places the drawing below the bar, but the bar has its final height only in the next frame.
  // So this code waits for that frame.
  await new Promise(requestAnimationFrame);
  runCommand('view.zoom-fit');
};

/** Makes the shown layout part of the document, as one undo step. */
export const applyLayout = (): void => {
  const { preview } = session();
  if (!preview) return;
  const operation = operationBetween(preview.original, preview.document);
  const count = operation.filter(({ kind }) => kind === 'setNode').length;
  if (operation.length === 0) return endSession();
  // The session ends after the commit, so that the old layout is not shown in between.
  useCanvas.getState().commit({ label: 'arrange.label.layout', operation });
  endSession();
  announce(i18next.t('layout.done', { ns, count }));
};

/** Ends the layout and restores the drawing. Returns false if there is no layout to end. */
export const cancelLayout = (): boolean => {
  if (session().order === null) return false;
  endSession();
  announce(i18next.t('layout.cancelled', { ns }));
  return true;
};

const endSession = (): void => {
  stopWorker?.();
  stopWorker = null;
  change(none);
  useCanvas.getState().preview(null);
};

// Ends the session after an edit or a change from sync has ended the preview.
useCanvas.subscribe(({ previewOf, document }, before) => {
  const { preview } = session();
  if (!preview || previewOf !== null) return;
  const isEnded = before.previewOf !== null || document !== preview.original;
  if (isEnded && document !== preview.original) change(none);
});

/**
 * Shows progress with a cancel button if the layout is not ready after a short delay. Returns a
 * function that ends the progress.
 */
const showProgressLater = (): (() => void) =>
  showBusyLater(() => {
    const count = useCanvas.getState().document.nodes.length;
    const text = i18next.t('layout.busy', { ns, count });
    announce(text);
    return (
      <Notice
        action={i18next.t('layout.cancel', { ns })}
        onAction={() => void cancelLayout()}
        text={text}
      />
    );
  });
