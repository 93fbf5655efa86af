import type { ElkNode } from 'elkjs/lib/elk-api.js';
import i18next from 'i18next';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { showError } from '../../../app/show-error.tsx';
import { runCommand } from '../../../app/use-command.ts';
import { Notice } from '../../../ui/notice.tsx';
import { showBusyLater } from '../../../ui/show-busy-later.ts';
import { announce } from '../../announcements.ts';
import { useCanvas } from '../../canvas-store.ts';
import { containersOf, type Container, type Scope } from './containers.ts';
import { startLayoutWorker, type LayoutWorker } from './elk-worker.ts';
import { commitGliding } from './glide.ts';
import { laidOut } from './laid-out.ts';
import { layoutGraph } from './layout-graph.ts';
import type { LayoutDirection } from './layout-options.ts';

const ns = 'arrange' as const;

type Order = { scope: Scope; direction: LayoutDirection };

/** One at a time: the next one waits for none, it takes the place of the one before. */
let running: { cancel: () => void } | null = null;

/** Whether there was a layout to cancel. */
export const cancelLayout = (): boolean => {
  running?.cancel();
  return running !== null;
};

/** Lays out the open canvas in a worker, and moves its elements in one step of undo. */
export const runLayout = async (order: Order): Promise<void> => {
  running?.cancel();
  const { canvasId } = useCanvas.getState();
  const worker = startLayoutWorker();
  const cancelled = Promise.withResolvers<'cancelled'>();
  const mine = { cancel: () => cancelled.resolve('cancelled') };
  running = mine;
  const hideProgress = showProgressLater(mine.cancel);
  try {
    const result = await Promise.race([settled(worker, order), cancelled.promise]);
    hideProgress();
    if (useCanvas.getState().canvasId === canvasId) await finish(order, result);
  } catch (error) {
    showError(error);
  } finally {
    hideProgress();
    worker.stop();
    if (running === mine) running = null;
  }
};

/** After so many times, whoever changes the canvas meanwhile has the right of way. */
const mostAttempts = 4;

/** What is to be done to the document as it is then: what has changed meanwhile is laid out anew. */
const settled = async (
  worker: LayoutWorker,
  order: Order,
): Promise<CanvasOperation | 'unsettled'> => {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { document } = useCanvas.getState();
    const asked = partsOf(document, order);
    const answers = await Promise.all(asked.map(async ({ graph }) => await worker.layOut(graph)));
    const now = useCanvas.getState().document;
    const parts = now === document ? asked : partsOf(now, order);
    if (!isSame(parts, asked)) continue;
    return laidOut(
      now,
      parts.map(({ container, graph }, at) => ({ container, graph: answers[at] ?? graph })),
    );
  }
  return 'unsettled';
};

type Part = { container: Container; graph: ElkNode };

const partsOf = (document: CanvasDocument, { scope, direction }: Order): Part[] =>
  containersOf(document, scope).map((container) => ({
    container,
    graph: layoutGraph(document, container, direction),
  }));

const isSame = (some: readonly Part[], others: readonly Part[]): boolean =>
  some === others ||
  JSON.stringify(some.map(({ graph }) => graph)) ===
    JSON.stringify(others.map(({ graph }) => graph));

const finish = async (
  { scope }: Order,
  result: CanvasOperation | 'cancelled' | 'unsettled',
): Promise<void> => {
  if (typeof result === 'string') return announce(i18next.t(`layout.${result}`, { ns }));
  if (result.length === 0) return announce(i18next.t('nothing', { ns }));
  const count = result.filter(({ kind }) => kind === 'setNode').length;
  announce(i18next.t('layout.done', { ns, count }));
  await commitGliding({ label: 'arrange.label.layout', operation: result });
  if (scope === 'everything') runCommand('view.zoom-fit');
};

/** Shows that it takes longer, with a way out. The answer takes it away again. */
const showProgressLater = (cancel: () => void): (() => void) =>
  showBusyLater(() => {
    const count = useCanvas.getState().document.nodes.length;
    const text = i18next.t('layout.busy', { ns, count });
    announce(text);
    return <Notice action={i18next.t('layout.cancel', { ns })} onAction={cancel} text={text} />;
  });
