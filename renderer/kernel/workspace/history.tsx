import { t } from 'i18next';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { HistoryStep } from '#shared/desktop/change.ts';
import type { Overview } from '#shared/desktop/contract.ts';
import { changeLabel } from '../../locales/change-label.ts';
import { Notice, noticeRecordsGone, showInPlace } from '../../ui/notice.tsx';
import { desktop, queries, queryClient } from '../desktop/desktop.ts';
import { saveInTurn } from '../desktop/in-turn.ts';
import { isCanvasShown, openCanvas, openModel, wantComponent, wantElements } from './location.ts';
import { locationIn, type ModelEntry } from './workspace-location.ts';

/**
 * Returns the query key of the next undo and redo steps. A change updates these cached steps before the
 * store has answered, so that undo works even right after the change.
 */
const keyOf = (scope: string) => queries.changes.history.queryKey({ input: { scope } });

export const noteChange = (scope: string, label: string): void => {
  queryClient.setQueryData(keyOf(scope), { undo: label, redo: null });
};

const noteUndone = (scope: string, label: string): void => {
  queryClient.setQueryData(keyOf(scope), (known) => ({ undo: null, ...known, redo: label }));
};

const noteRedone = (scope: string, label: string): void => {
  queryClient.setQueryData(keyOf(scope), (known) => ({ redo: null, ...known, undo: label }));
};

/**
 * Undoes or redoes the next step of a history. If others have deleted the records of the step, shows a
 * notification and returns `records gone`.
 */
export const takeStep = async (
  scope: string,
  direction: 'undo' | 'redo',
): Promise<HistoryStep | 'records gone'> => {
  const step = await saveInTurn(() => desktop.changes[direction]({ scope }));
  if (step?.isTargetDeleted) {
    noticeRecordsGone(direction);
    // The cached names of the next steps are outdated, so they are read again.
    void queryClient.invalidateQueries({ queryKey: keyOf(scope) });
    return 'records gone';
  }
  if (step) (direction === 'undo' ? noteUndone : noteRedone)(scope, step.label);
  return step;
};

type Step = NonNullable<HistoryStep>;

/**
 * Goes to the elements that an undo or redo changed and selects them. If the step deleted the open
 * canvas, goes to the canvas next to it. A notification names the step.
 */
export const followStep = (modelId: string, step: Step, direction: 'undo' | 'redo'): void => {
  const [canvasId] = step.canvasIds;
  if (canvasId === undefined) leaveDeletedCanvas(modelId, step.deletedCanvasIds);
  else goToStep(canvasId, step);
  noticeStep(direction, step);
};

/**
 * Shows a notification that names the undone or redone step and offers to go to the changed elements.
 * The page stays open.
 */
export const noticeStepHere = (step: Step, direction: 'undo' | 'redo'): void => {
  const [canvasId] = step.canvasIds;
  const hasElements = canvasId !== undefined && leavesElements(step);
  noticeStep(direction, step, hasElements ? () => goToStep(canvasId, step) : null);
};

const noticeStep = (
  direction: 'undo' | 'redo',
  { label }: Step,
  show: (() => void) | null = null,
): void => {
  const text = t(direction === 'undo' ? 'undone' : 'redone', { what: changeLabel(label) });
  showInPlace('model-step', {
    autoClose: 4000,
    message: show ? <Notice action={t('show')} onAction={show} text={text} /> : text,
  });
};

/**
 * Tells if there are elements to go to after a step. If a step only removed elements, there are none.
 */
const leavesElements = ({ drawings, componentIds }: Step): boolean =>
  componentIds.length > 0 ||
  drawings.some(({ operation }) =>
    operation.some(({ kind }) => kind !== 'removeNode' && kind !== 'removeEdge'),
  );

const goToStep = (canvasId: string, { drawings, componentIds }: Step): void => {
  const drawn = drawings.find((drawing) => drawing.canvasId === canvasId);
  const [componentId] = componentIds;
  if (drawn) wantElements({ canvasId, elementIds: touchedBy(drawn.operation) });
  else if (componentId !== undefined) wantComponent({ canvasId, componentId });
  if (!isCanvasShown(canvasId)) openCanvas(canvasId);
};

/** Returns the IDs of the elements that an operation changes. */
const touchedBy = (operation: CanvasOperation): string[] => {
  const ids = operation.map((change) => {
    if (change.kind === 'addNode') return change.node.id;
    return change.kind === 'addEdge' ? change.edge.id : change.id;
  });
  return [...new Set(ids)];
};

/** If the step deleted the canvas that the window shows, opens the canvas next to it. */
const leaveDeletedCanvas = (modelId: string, deletedCanvasIds: readonly string[]): void => {
  const deletedId = deletedCanvasIds.find(isCanvasShown);
  const known = queryClient.getQueryData(queries.workspace.overview.queryKey()) ?? [];
  const { model } = locationIn(known, { modelId });
  if (deletedId !== undefined && model) leaveCanvas(model, deletedId);
};

const without = (overview: Overview, canvasId: string): Overview =>
  overview.map((collection) => ({
    ...collection,
    models: collection.models.map((model) => ({
      ...model,
      canvases: model.canvases.filter(({ id }) => id !== canvasId),
    })),
  }));

/**
 * Goes from a deleted canvas to the canvas next to it, or to the model's page if there is no other
 * canvas.
 */
export const leaveCanvas = ({ id: modelId, canvases }: ModelEntry, canvasId: string): void => {
  const at = canvases.findIndex(({ id }) => id === canvasId);
  const next = canvases[at + 1] ?? canvases[at - 1];
  if (next) {
    openCanvas(next.id);
    return;
  }
  // The model's page redirects to the first canvas in the cache, so the cache must not have the deleted
  // canvas.
  const queryKey = queries.workspace.overview.queryKey();
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (known) => known && without(known, canvasId));
  openModel(modelId);
};
