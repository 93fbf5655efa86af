import Elk from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { bestLayout, type Layout, type LayoutOrder } from '#shared/layout/best-layout.ts';

export type LayoutJob = { document: CanvasDocument; order: LayoutOrder };
export type LayoutResult = { ok: true; layout: Layout } | { ok: false; reason: string };

/**
 * Elk's script handles every message to the worker in which it runs, even a message that is not for
 * Elk. So Elk gets a worker of its own inside this worker.
 */
const elk = new Elk({ workerFactory: () => new Worker(workerUrl) });

/** Computes a layout. This file runs in a worker, so that the window does not block meanwhile. */
const answer = async ({ document, order }: LayoutJob): Promise<LayoutResult> => {
  try {
    const layout = await bestLayout(document, order, (graph) => elk.layout(graph));
    return { ok: true, layout };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
};

addEventListener('message', ({ data }: MessageEvent<LayoutJob>) => {
  void answer(data).then((result) => postMessage(result));
});
