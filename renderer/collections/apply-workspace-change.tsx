import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { workspaceScope, type Change } from '#shared/desktop/change.ts';
import { desktop, queries } from '../app/desktop.ts';
import { saveInTurn } from '../app/in-turn.ts';
import { queryClient } from '../app/query-client.ts';
import { showError } from '../app/show-error.tsx';
import { changeLabel } from '../locales/change-label.ts';
import { noticeGroundGone } from '../ui/notice-ground-gone.ts';
import { Notice } from '../ui/notice.tsx';

/** The offer to take back the last deletion; any later change makes it untrue and takes it away. */
const undoOffer = 'undo-offer';

/** Waits for what was read anew, so that a page that opens next knows of the change. */
const readAgain = async (): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() }),
    queryClient.invalidateQueries({ queryKey: queries.changes.history.key() }),
  ]);
};

/** Whether it was made; where not, the person has been told. */
export const applyWorkspaceChange = async (change: Change): Promise<boolean> => {
  notifications.hide(undoOffer);
  try {
    await saveInTurn(() => desktop.changes.apply(change));
    await readAgain();
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
};

/** Deletes and offers to take it back, rather than asking first. */
export const applyDeletion = async (change: Change, title: string): Promise<boolean> => {
  const done = await applyWorkspaceChange(change);
  if (!done) return false;
  notifications.show({
    id: undoOffer,
    autoClose: 10_000,
    message: (
      <Notice
        action={t('undo')}
        onAction={() => void stepWorkspace('undo')}
        text={t('deleted', { ns: 'collections', title })}
      />
    ),
  });
  return true;
};

/** Takes back the last change outside the canvases, or makes it again, and says which it was. */
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
