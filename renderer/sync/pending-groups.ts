import type { PendingChange } from '#shared/desktop/sync.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';

type PendingRecord = Pick<PendingChange, 'id' | 'kind' | 'title' | 'op' | 'fields' | 'attempts'>;

export type PendingGroup = { kind: RecordKind; records: PendingRecord[] };

/**
 * Returns the pending changes by kind, with one entry for each record, however often the record was
 * changed. Rejected changes are left out.
 */
export const pendingGroups = (entries: readonly PendingChange[]): PendingGroup[] => {
  const pending = Map.groupBy(
    entries.filter(({ rejection }) => rejection === null),
    ({ kind }) => kind,
  );
  return recordKinds.flatMap((kind) => {
    const ofKind = Map.groupBy(pending.get(kind) ?? [], ({ id }) => id);
    const records = [...ofKind.values()].flatMap((of) => inOne(of));
    return records.length > 0 ? [{ kind, records }] : [];
  });
};

/**
 * Returns one entry for all changes to a record. A record that was created and then updated counts as
 * created, and a record that was deleted counts only as deleted.
 */
const inOne = (entries: readonly PendingChange[]): PendingRecord[] => {
  const last = entries.at(-1);
  if (!last) return [];
  const isNew = entries.some(({ op }) => op === 'create');
  const op = last.op === 'update' && isNew ? 'create' : last.op;
  const fields = op === 'update' ? entries.flatMap((each) => each.fields) : [];
  const attempts = Math.max(...entries.map((each) => each.attempts));
  return [{ ...last, op, fields: [...new Set(fields)], attempts }];
};
