import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { workspaceScope, type SaidChange } from '#shared/desktop/change.ts';
import { desktop, queries } from '../app/desktop.ts';
import { inTurn, saveInTurn } from '../app/in-turn.ts';
import { isCanvasShown } from '../app/open-canvas.ts';
import { queryClient } from '../app/query-client.ts';
import { showError } from '../app/show-error.tsx';
import { takeStep } from '../canvas/history.ts';
import { changeLabel } from '../locales/change-label.ts';
import { canvasAtHand } from '../sync/canvas-at-hand.ts';
import { noticeGroundGone } from '../ui/notice-ground-gone.ts';
import { Notice } from '../ui/notice.tsx';
import { showBusyLater } from '../ui/show-busy-later.ts';
import { followStep } from './follow-step.ts';

/** The offer to take back the last deletion; any later change makes it untrue and takes it away. */
const undoOffer = 'undo-offer';

/** Waits for what was read anew, so that a page that opens next knows of the change. */
const readAgain = async (): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() }),
    queryClient.invalidateQueries({ queryKey: queries.changes.history.key() }),
  ]);
};

/** What was made, when it has been read anew; `null` where it was not, and the person was told. */
export const makeInStore = async <Made,>(make: () => Promise<Made>): Promise<Made | null> => {
  notifications.hide(undoOffer);
  const hideBusy = showBusyLater(() => t('storing'));
  try {
    return await saveInTurn(make);
  } catch (error) {
    showError(error);
    return null;
  } finally {
    hideBusy();
    await readAgain();
  }
};

/** Whether it was made; where not, the person has been told. */
export const applyWorkspaceChange = async (change: SaidChange): Promise<boolean> =>
  (await makeInStore(async () => {
    await desktop.changes.apply(change);
    return true;
  })) ?? false;

/** Deletes and offers to take it back, rather than asking first. */
export const applyDeletion = async (change: SaidChange, title: string): Promise<boolean> => {
  const done = await applyWorkspaceChange(change);
  if (!done) return false;
  notifications.show({
    id: undoOffer,
    autoClose: 10_000,
    message: (
      <Notice
        action={t('undo')}
        onAction={() => void takeBack(change).catch(showError)}
        text={t('deleted', { ns: 'collections', title })}
      />
    ),
  });
  return true;
};

/** Takes a change back, as long as it is what undo would take back. */
export const takeBack = async ({
  scope,
  label,
}: Pick<SaidChange, 'scope' | 'label'>): Promise<void> => {
  notifications.hide(undoOffer);
  const { undo } = await inTurn(() => desktop.changes.history({ scope }));
  if (undo !== label) notifications.show({ message: t('changed-since') });
  else if (scope === workspaceScope) await stepWorkspace('undo');
  else await stepModel(scope, 'undo');
};

/** Takes back the last change inside a model, or makes it again, wherever the window is. */
export const stepModel = async (modelId: string, direction: 'undo' | 'redo'): Promise<void> => {
  notifications.hide(undoOffer);
  const canvas = await canvasAtHand();
  if (canvas.modelId === modelId && canvas.canvasId && isCanvasShown(canvas.canvasId)) {
    await canvas[direction]();
    return;
  }
  try {
    const step = await takeStep(modelId, direction);
    if (!step || step === 'ground gone') return;
    await readAgain();
    followStep(modelId, step, direction);
  } catch (error) {
    showError(error);
  }
};

/** Takes back the last change outside the models, or makes it again, and says which it was. */
export const stepWorkspace = async (direction: 'undo' | 'redo'): Promise<void> => {
  notifications.hide(undoOffer);
  try {
    const step = await saveInTurn(() => desktop.changes[direction]({ scope: workspaceScope }));
    await readAgain();
    if (!step) return;
    if (step.groundGone) {
      noticeGroundGone(direction);
      return;
    }
    const what = changeLabel(step.label);
    notifications.show({
      id: 'workspace-step',
      autoClose: 3000,
      message: t(direction === 'undo' ? 'undone' : 'redone', { what }),
    });
  } catch (error) {
    showError(error);
  }
};
