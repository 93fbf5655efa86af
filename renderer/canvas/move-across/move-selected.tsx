import { notifications } from '@mantine/notifications';
import { getFixedT } from 'i18next';
import { movableAcross } from '#shared/canvas/edits/move-across.ts';
import { desktop } from '../../app/desktop.ts';
import { openCanvas } from '../../app/open-canvas.ts';
import { makeInStore } from '../../collections/apply-workspace-change.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCanvas } from '../canvas-store.ts';
import { noticeLocked } from '../elements/notice-locked.ts';
import { focusEdge } from '../focus-element.ts';
import { noteDone } from '../history.ts';
import { wantElements } from '../wanted-component.ts';

type Target = { canvasId: string; title: string } | { title: string };

/** Moves what is selected to another canvas, in one step, and offers to follow it. */
export const moveSelectedTo = async (to: Target): Promise<void> => {
  const { canvasId, modelId, document, selection } = useCanvas.getState();
  if (canvasId === null || modelId === null) return;
  const { ids: nodeIds, locked } = movableAcross(document, selection.nodes);
  if (locked.length > 0) noticeLocked('move');
  if (nodeIds.length === 0) return;
  const moved = await makeInStore(() => desktop.canvas.moveElements({ canvasId, nodeIds, to }));
  if (!moved) return;
  noteDone(modelId, 'canvases.label.move');
  useCanvas.getState().showDone(moved.drawings);
  focusEdge('start');
  const t = getFixedT(null, 'canvases');
  const done = t('move.done', { count: moved.elementIds.length, title: to.title });
  const cut = moved.cutFlows === 0 ? '' : t('move.cut', { count: moved.cutFlows });
  notifications.hide(noticeId);
  notifications.show({
    id: noticeId,
    autoClose: 10_000,
    message: (
      <Notice
        action={t('move.show')}
        onAction={() => {
          notifications.hide(noticeId);
          wantElements(moved);
          openCanvas(moved.canvasId);
        }}
        text={[done, cut].join(' ').trim()}
      />
    ),
  });
};

const noticeId = 'moved-elements';
