import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { HistoryStep } from '#shared/desktop/change.ts';
import { queries } from '../app/desktop.ts';
import { isCanvasShown, openCanvas } from '../app/open-canvas.ts';
import { queryClient } from '../app/query-client.ts';
import { wantComponent, wantElements } from '../canvas/wanted-component.ts';
import { changeLabel } from '../locales/change-label.ts';
import { leaveCanvas } from './leave-canvas.ts';
import { placeIn } from './place.ts';

const noticeId = 'model-step';

type Step = NonNullable<HistoryStep>;

/** Goes to where an undo or redo did something, selects that, and says what it was. */
export const followStep = (modelId: string, step: Step, direction: 'undo' | 'redo'): void => {
  const [canvasId] = step.canvasIds;
  if (canvasId === undefined) leaveGone(modelId, step.goneCanvasIds);
  else goToStep(canvasId, step);
  // Hidden first and not updated, so that a second one is read out too.
  notifications.hide(noticeId);
  notifications.show({
    id: noticeId,
    autoClose: 4000,
    message: t(direction === 'undo' ? 'undone' : 'redone', { what: changeLabel(step.label) }),
  });
};

const goToStep = (canvasId: string, { drawings, componentIds }: Step): void => {
  const drawn = drawings.find((drawing) => drawing.canvasId === canvasId);
  const [componentId] = componentIds;
  if (drawn) wantElements({ canvasId, elementIds: touchedBy(drawn.operation) });
  else if (componentId !== undefined) wantComponent({ canvasId, componentId });
  if (!isCanvasShown(canvasId)) openCanvas(canvasId);
};

/** The elements that an operation leaves changed. */
const touchedBy = (operation: CanvasOperation): string[] => {
  const ids = operation.map((change) => {
    if (change.kind === 'addNode') return change.node.id;
    return change.kind === 'addEdge' ? change.edge.id : change.id;
  });
  return [...new Set(ids)];
};

/** Where the canvas that the window is on went with the step, the one beside it is opened. */
const leaveGone = (modelId: string, goneCanvasIds: readonly string[]): void => {
  const gone = goneCanvasIds.find(isCanvasShown);
  const known = queryClient.getQueryData(queries.workspace.overview.queryKey()) ?? [];
  const { model } = placeIn(known, { modelId });
  if (gone !== undefined && model) leaveCanvas(model, gone);
};
