import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { workspaceScope, type ChangeInput } from '#shared/desktop/change.ts';
import type { Decided } from '#shared/desktop/sync.ts';
import { changeLabel } from '../../locales/change-label.ts';
import {
  hideTopic,
  Notice,
  noticeRecordsGone,
  showBusyLater,
  showInPlace,
} from '../../ui/notice.tsx';
import { desktop, queries, queryClient } from '../desktop/desktop.ts';
import { showError } from '../desktop/errors.tsx';
import { inTurn, saveInTurn } from '../desktop/in-turn.ts';
import { followStep, noticeStepHere, takeStep } from './history.tsx';
import { isCanvasShown, loadedCanvas } from './location.ts';

/**
 * The topic of the notification that offers to undo the last action. The functions of this file hide
 * this notification before they change something else.
 */
const undoOffer = 'undo-offer';

/**
 * Reads the overview and the histories again. Callers wait for this, so that the next page already shows
 * the change.
 */
const readAgain = async (): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() }),
    queryClient.invalidateQueries({ queryKey: queries.changes.history.key() }),
  ]);
};

/**
 * Stores something with `make`, reads the data again, and returns the result of `make`. If `make` fails,
 * shows the error and returns `null`.
 */
export const makeInStore = async <Made,>(make: () => Promise<Made>): Promise<Made | null> => {
  hideTopic(undoOffer);
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

/** Stores a change. Returns true if the change was stored, and false after an error was shown. */
export const applyWorkspaceChange = async (change: ChangeInput): Promise<boolean> =>
  (await makeInStore(async () => {
    await desktop.changes.apply(change);
    return true;
  })) ?? false;

/**
 * Shows a notification with `text`, which says what a change did, and offers to undo the change. Calls
 * `onUndone` after the undo.
 */
export const offerUndo = (
  change: Pick<ChangeInput, 'scope' | 'label'>,
  text: string,
  onUndone?: () => void,
): void =>
  offerUndoBy(text, async () => {
    await takeBack(change);
    onUndone?.();
  });

/** Shows a notification with `text`, which says what was done, and offers to call `undo`. */
export const offerUndoBy = (text: string, undo: () => Promise<void>): void =>
  showInPlace(undoOffer, {
    autoClose: 10_000,
    message: (
      <Notice action={t('undo')} onAction={() => void undo().catch(showError)} text={text} />
    ),
  });

/**
 * Makes a deletion without asking first, and offers to undo it. Returns false after an error was shown.
 */
export const applyDeletion = async (change: ChangeInput, title: string): Promise<boolean> => {
  const isApplied = await applyWorkspaceChange(change);
  if (isApplied) offerUndo(change, t('deleted', { ns: 'collections', title }));
  return isApplied;
};

/**
 * Undoes a change if it is still the next undo step. Otherwise, shows a notification that something was
 * changed since.
 */
export const takeBack = async ({
  scope,
  label,
}: Pick<ChangeInput, 'scope' | 'label'>): Promise<void> => {
  hideTopic(undoOffer);
  const { undo } = await inTurn(() => desktop.changes.history({ scope }));
  if (undo !== label) notifications.show({ message: t('changed-since') });
  else if (scope === workspaceScope) await stepWorkspace('undo');
  else await stepModel(scope, 'undo');
};

/**
 * Undoes an action that consists of steps in several histories. If the next undo step of one of these
 * histories does not belong to the action, undoes nothing, and shows a notification that something was
 * changed since.
 */
export const takeBackAll = async (steps: Decided, label: string): Promise<void> => {
  hideTopic(undoOffer);
  const histories = await inTurn(() =>
    Promise.all(steps.map(({ scope }) => desktop.changes.history({ scope }))),
  );
  if (histories.some(({ undo }) => undo !== label)) {
    notifications.show({ message: t('changed-since') });
    return;
  }
  for (const { scope, steps: many } of steps) {
    for (let step = 0; step < many; step += 1) {
      const canvas = visibleCanvasOf(scope);
      await (canvas ? canvas.undo() : takeStep(scope, 'undo'));
    }
  }
  await readAgain();
};

/** Returns the canvas that the window shows, or `null` if the window shows no canvas of this model. */
const visibleCanvasOf = (modelId: string) => {
  const canvas = loadedCanvas();
  const isShown = canvas?.modelId === modelId && canvas.canvasId && isCanvasShown(canvas.canvasId);
  return isShown ? canvas : null;
};

/** Undoes or redoes the last change in a model, whatever page the window shows. */
export const stepModel = async (modelId: string, direction: 'undo' | 'redo'): Promise<void> => {
  hideTopic(undoOffer);
  const canvas = visibleCanvasOf(modelId);
  if (canvas) {
    await canvas[direction]();
    return;
  }
  try {
    const step = await takeStep(modelId, direction);
    if (!step || step === 'records gone') return;
    await readAgain();
    followStep(modelId, step, direction);
  } catch (error) {
    showError(error);
  }
};

/**
 * Undoes or redoes the last change in each of these models without leaving the page. A notification
 * offers to go to the changed elements.
 */
export const stepModelsHere = async (
  modelIds: readonly string[],
  direction: 'undo' | 'redo',
): Promise<void> => {
  hideTopic(undoOffer);
  try {
    for (const modelId of modelIds) {
      const step = await takeStep(modelId, direction);
      if (step === 'records gone') break;
      if (step) noticeStepHere(step, direction);
    }
  } catch (error) {
    showError(error);
  } finally {
    await readAgain();
  }
};

/**
 * Undoes or redoes the last change in the history of the workspace, and shows the name of that change.
 */
export const stepWorkspace = async (direction: 'undo' | 'redo'): Promise<void> => {
  hideTopic(undoOffer);
  try {
    const step = await saveInTurn(() => desktop.changes[direction]({ scope: workspaceScope }));
    await readAgain();
    if (!step) return;
    if (step.isTargetDeleted) {
      noticeRecordsGone(direction);
      return;
    }
    const label = changeLabel(step.label);
    showInPlace('workspace-step', {
      autoClose: 3000,
      message: t(direction === 'undo' ? 'undone' : 'redone', { what: label }),
    });
  } catch (error) {
    showError(error);
  }
};
