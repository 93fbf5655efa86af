import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecordChange } from '#shared/desktop/change.ts';
import { desktop, queries } from '../app/desktop.ts';
import { whenSaved } from '../app/in-turn.ts';
import { useCanvas } from '../canvas/canvas-store.ts';
import { ensureComponent, type SelectedElement } from '../canvas/selection.ts';
import { holdsRecord } from './holds-record.ts';
import { offerUndo } from './offer-undo.ts';
import { showAtOnce } from './show-at-once.ts';

export type ChangeComponent = (
  label: string,
  records: (componentId: string) => RecordChange[],
) => void;

/**
 * Changes the component of the selected element and what it holds: one step of undo, seen at once.
 * An element that has no component record yet gets it with the first change.
 */
export const useComponentChanges = (selected: SelectedElement): ChangeComponent => {
  const { t } = useTranslation('threats');
  const queryClient = useQueryClient();
  const canvasId = useCanvas((state) => state.canvasId);
  const modelId = useCanvas((state) => state.modelId);

  return (label, recordsOf) => {
    if (canvasId === null || modelId === null) return;
    const ensured = ensureComponent(canvasId, selected, t('untitled'));
    const { componentId, operation } = ensured;
    const records = [...ensured.records, ...recordsOf(componentId)];
    const canvas = useCanvas.getState();
    if (canvas.canvasId !== canvasId) {
      // A text that is saved because its canvas was left: what is open now is another one.
      if (operation.length === 0) void desktop.changes.apply({ scope: modelId, label, records });
      return;
    }
    const { queryKey } = queries.component.detail.queryOptions({ input: { id: componentId } });
    showAtOnce(queryClient, componentId, records);
    canvas.commit({ label, operation, records });
    // Read again when the store has made the change or refused it.
    whenSaved(() => void queryClient.invalidateQueries({ queryKey }));
    const deleted = records.find(({ op }) => op === 'delete');
    if (!deleted) return;
    const { kind, id } = deleted;
    offerUndo(kind, () => !holdsRecord(queryClient.getQueryData(queryKey), id));
  };
};
