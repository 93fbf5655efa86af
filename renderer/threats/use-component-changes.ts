import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { invertOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import { recordSchemas } from '#shared/records/record-schemas.ts';
import { initialValues } from '#shared/records/record-values.ts';
import { ensureComponent } from '../canvas/edits/element-edits.ts';
import { useCanvas, type SelectedElement } from '../canvas/state/canvas-store.ts';
import { offer } from '../canvas/words/notices.tsx';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { saveInTurn, whenSaved } from '../kernel/desktop/in-turn.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { applyRecordChanges, holdsRecord } from './apply-record-changes.ts';
import type { Prepared } from './threat-targets.ts';

export type ChangeComponent = (
  label: string,
  records: (componentId: string) => RecordChange[],
  /** Changes to drawings that give components to other elements. They are part of the same undo step. */
  drawn?: Pick<Prepared, 'operation' | 'elsewhere'>,
) => void;

/**
 * Returns a function that changes the selected element's component and the threats in it. The changes
 * are one undo step and are shown at once. If the element has no component yet, the first change creates
 * a component.
 */
export const useComponentChanges = (selected: SelectedElement): ChangeComponent => {
  const { t } = useTranslation('threats');
  const queryClient = useQueryClient();
  const canvasId = useCanvas((state) => state.canvasId);
  const modelId = useCanvas((state) => state.modelId);

  return (label, recordsOf, drawn = { operation: [], elsewhere: [] }) => {
    if (canvasId === null || modelId === null) return;
    const ensured = ensureComponent(canvasId, selected, t('untitled'));
    const { componentId, operation } = ensured;
    const records = [...ensured.records, ...recordsOf(componentId)];
    const canvas = useCanvas.getState();
    if (canvas.canvasId !== canvasId) {
      // The person has left the canvas while typing, so the field saves its text only now. The canvas
      // store already has another canvas, so the change goes directly to the main process.
      const inverse = invertOperation(drawingOf(selected), operation);
      const own = operation.length > 0 ? [{ canvasId, operation, inverse }] : [];
      const drawings = [...own, ...drawn.elsewhere];
      const change = { scope: modelId, label, records, drawings };
      saveInTurn(() => desktop.changes.apply(change)).catch(showError);
      return;
    }
    const { queryKey } = queries.component.detail.queryOptions({ input: { id: componentId } });
    showAtOnce(queryClient, componentId, records);
    canvas.commit({
      label,
      operation: [...operation, ...drawn.operation],
      records,
      elsewhere: drawn.elsewhere,
    });
    // Reads the component again after the store has made or rejected the change.
    whenSaved(() => void queryClient.invalidateQueries({ queryKey }));
    const deleted = records.find(({ op }) => op === 'delete');
    if (!deleted) return;
    const { kind, id } = deleted;
    offerUndo(kind, () => !holdsRecord(queryClient.getQueryData(queryKey), id));
  };
};

/** Returns a drawing with only this element, because `ensureComponent` changes no other element. */
const drawingOf = ({ kind, element }: SelectedElement): CanvasDocument =>
  kind === 'node' ? { nodes: [element], edges: [] } : { nodes: [], edges: [element] };

/** Shows the component as it will be, before the store has answered. */
const showAtOnce = (
  queryClient: QueryClient,
  componentId: string,
  records: readonly RecordChange[],
): void => {
  const queryKey = queries.component.detail.queryKey({ input: { id: componentId } });
  const now = new Date().toISOString();
  // Cancels a running query, because it began before this change, so its result would lack the change.
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (known) => {
    const detail = known ?? created(componentId, records, now);
    return detail && applyRecordChanges(detail, records, now);
  });
};

const created = (
  id: string,
  records: readonly RecordChange[],
  now: string,
): ComponentDetail | undefined => {
  const record = records.find((each) => each.kind === 'component' && each.id === id);
  if (record?.op !== 'create') return undefined;
  const { parentId, values } = record;
  const stamped = {
    ...initialValues('component'),
    ...values,
    id,
    parentId,
    created_at: now,
    updated_at: now,
  };
  return { ...recordSchemas.component.parse(stamped), threats: [] };
};

const texts = {
  threat: 'deleted.threat',
  mitigation: 'deleted.mitigation',
  comment: 'deleted.comment',
} as const;

type Kind = keyof typeof texts;
const isKind = (kind: string): kind is Kind => Object.hasOwn(texts, kind);

/**
 * Offers to undo a deletion until the next edit of the canvas. `isDeleted` tells if the record is still
 * deleted.
 */
const offerUndo = (kind: string, isDeleted: () => boolean): void => {
  if (!isKind(kind)) return;
  const t = i18next.getFixedT(null, 'threats');
  offer({
    topic: 'undo-deletion',
    text: t(texts[kind]),
    action: t('deleted.undo'),
    close: t('deleted.close'),
    run: () => {
      if (isDeleted()) void useCanvas.getState().undo();
    },
  });
};
