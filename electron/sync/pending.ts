import type { DrawingChange } from '#shared/desktop/change.ts';
import type { PendingChange } from '#shared/desktop/sync.ts';
import { operationBetween } from '#shared/merge/operation-between.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import { scopeOf } from '../store/record-ancestors.ts';
import type { Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { componentIds } from './component-ids.ts';

/** Returns the title of a record, or the text of a comment. */
export const nameOf = (values: Values | null | undefined): string => {
  const name = values?.['title'] ?? values?.['text'];
  return typeof name === 'string' ? name : '';
};

/** Lists the pending changes for the person, who may discard them. */
export const createPending = (store: Store) => {
  const { records, documents, outbox, conflicts, changes } = store;

  const list = (): PendingChange[] =>
    outbox.all().map(({ seq, kind, id, op, fields, rejection, attempts, snapshot }) => ({
      seq,
      kind,
      id,
      op,
      title: nameOf(records.find(kind, id)?.local ?? snapshot?.base),
      fields: op === 'update' ? fields.filter((field) => field !== componentIds) : [],
      rejection,
      attempts,
    }));

  const drawingsBack = ({ kind, id, fields }: OutboxEntry): DrawingChange[] => {
    const mine = kind === 'canvas' && fields.includes('data') ? documents.read(id) : null;
    const base = mine && documents.base(id);
    if (!mine || !base) return [];
    const [operation, inverse] = [operationBetween(mine, base), operationBetween(base, mine)];
    return [{ canvasId: id, operation, inverse }];
  };

  const takeBackUpdate = (entry: OutboxEntry): RecordKind[] => {
    const { kind, id, fields } = entry;
    const base = records.find(kind, id)?.base;
    if (!base) return [];
    const drawings = drawingsBack(entry);
    const known = fields.filter((field) => field !== 'data' && base[field] !== undefined);
    const values = Object.fromEntries(known.map((field) => [field, base[field]]));
    const label = 'sync.label.discard';
    const scope = scopeOf(records, kind, id);
    const steps = known.length > 0 ? [{ op: 'patch' as const, kind, id, values }] : [];
    return changes.decide({ scope, label, steps, drawings });
  };

  return {
    list,

    /** Discards one change and returns the kinds of record that changed. */
    discard: (seq: number): RecordKind[] =>
      store.transaction(() => {
        const entry = outbox.find(seq);
        if (!entry) return [];
        const { kind, id } = entry;
        if (entry.op === 'create' && records.has(kind, id)) {
          const scope = scopeOf(records, kind, id);
          const steps = [{ op: 'remove' as const, kind, id }];
          return changes.decide({ scope, label: 'sync.label.discard', steps });
        }
        // An earlier request without an answer may still arrive, so the entry stays until it is known
        // what happened to the request.
        if (entry.op === 'update' && entry.sent.length > 0) outbox.retry(seq);
        else outbox.finish(seq);
        conflicts.reopen(entry.snapshot?.contested ?? [], records.has);
        // Only the changes of the drawing are discarded. The service IDs of its components are still
        // sent.
        if (entry.fields.includes(componentIds)) outbox.update(kind, id, [componentIds]);
        return entry.op === 'update' ? takeBackUpdate(entry) : [];
      }),
  };
};
