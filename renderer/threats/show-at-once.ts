import type { QueryClient } from '@tanstack/react-query';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import { recordSchemas } from '#shared/desktop/records.ts';
import { queries } from '../app/desktop.ts';
import { applyRecordChanges } from './apply-record-changes.ts';

/** Shows a component as it will be, before the store has answered. */
export const showAtOnce = (
  queryClient: QueryClient,
  componentId: string,
  records: readonly RecordChange[],
): void => {
  const queryKey = queries.component.detail.queryKey({ input: { id: componentId } });
  const now = new Date().toISOString();
  // What is being read was asked for before this change and does not have it.
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
  const stamped = { ...values, id, parentId, created_at: now, updated_at: now };
  return { ...recordSchemas.component.parse(stamped), threats: [] };
};
