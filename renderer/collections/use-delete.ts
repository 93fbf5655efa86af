import { useNavigate } from '@tanstack/react-router';
import { applyDeletion } from './apply-workspace-change.tsx';
import type { NamedRecord } from './record.ts';
import { usePlace } from './use-place.ts';
import { deleteRecord } from './workspace-changes.ts';

/** Deletes a collection or model; who stands in what goes is taken to the start page. */
export const useDelete = (): ((record: NamedRecord) => void) => {
  const navigate = useNavigate();
  const { collection, model } = usePlace();

  const remove = async ({ kind, entry: { id, title } }: NamedRecord): Promise<void> => {
    if ((kind === 'collection' ? collection : model)?.id === id) await navigate({ to: '/' });
    await applyDeletion(deleteRecord(kind, id), title);
  };
  return (record) => void remove(record);
};
