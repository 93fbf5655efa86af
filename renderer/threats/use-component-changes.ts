import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import { recordSchemas } from '#shared/records/record-schemas.ts';
import { initialValues } from '#shared/records/record-values.ts';
import { ensureComponent } from '../canvas/edits/element-edits.ts';
import { useCanvas, type SelectedElement } from '../canvas/state/canvas-store.ts';
import { offer } from '../canvas/words/notices.tsx';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { whenSaved } from '../kernel/desktop/in-turn.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { applyRecordChanges, holdsRecord } from './apply-record-changes.ts';
import type { Prepared } from './threat-targets.ts';

export type ChangeComponent = (
  label: string,
  records: (componentId: string) => RecordChange[],
  /** Changes in the same step that give components to other elements. */
  drawn?: Pick<Prepared, 'operation' | 'elsewhere'>,
) => void;

/**
 * Returns a function that changes the component of the selected element and its records, in one
 * undo step that is shown at once. An element without a component record gets one with the first
 * change.
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
      // The field may be saving because the person has left its canvas, so another canvas may be
      // open now.
      const isDrawn = operation.length + drawn.operation.length + drawn.elsewhere.length > 0;
      if (!isDrawn) void desktop.changes.apply({ scope: modelId, label, records });
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

/** Shows the expected component before the store has answered. */
const showAtOnce = (
  queryClient: QueryClient,
  componentId: string,
  records: readonly RecordChange[],
): void => {
  const queryKey = queries.component.detail.queryKey({ input: { id: componentId } });
  const now = new Date().toISOString();
  // Queries that are still running began before this change, so their results lack it.
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
 * Offers to undo a deletion while it is the next undo step. `isDeleted` returns true if the record is
 * still deleted.
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
