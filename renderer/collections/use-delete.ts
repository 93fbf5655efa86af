import { useNavigate } from '@tanstack/react-router';
import { applyDeletion } from './apply-workspace-change.tsx';
import type { NamedRecord } from './record.ts';
import { usePlace } from './use-place.ts';
import { deleteRecord } from './workspace-changes.ts';

/** Deletes a record; who stands on what goes is taken to what is next to it. */
export const useDelete = (): ((record: NamedRecord) => void) => {
  const navigate = useNavigate();
  const place = usePlace();

  const leave = async (record: NamedRecord): Promise<void> => {
    if (record.kind === 'collection' && place.collection?.id === record.entry.id) {
      await navigate({ to: '/' });
    }
    if (record.kind === 'threatModel' && place.model?.id === record.entry.id) {
      await navigate({ to: '/' });
    }
    if (record.kind === 'canvas' && place.canvas?.id === record.entry.id) {
      const { id: modelId, canvases } = record.model;
      const index = canvases.findIndex(({ id }) => id === record.entry.id);
      const next = canvases[index + 1] ?? canvases[index - 1];
      await (next
        ? navigate({ to: '/canvases/$canvasId', params: { canvasId: next.id } })
        : navigate({ to: '/models/$modelId', params: { modelId } }));
    }
  };

  const remove = async (record: NamedRecord): Promise<void> => {
    await leave(record);
    await applyDeletion(deleteRecord(record.kind, record.entry.id), record.entry.title);
  };
  return (record) => void remove(record);
};
