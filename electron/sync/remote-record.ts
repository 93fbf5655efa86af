import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import type { RecordKind } from '#shared/desktop/records.ts';
import type { Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { translateComponentIds } from './canvas-ids.ts';
import type { Remote } from './endpoints.ts';

const reference = z.object({ id: z.string() });

/** Where a record of the service names us, so that we learn which comments are our own. */
const authorField: Partial<Record<RecordKind, string>> = {
  collection: 'created_by',
  comment: 'user',
};

/** The fields of an answer that are the record's own; its drawing is stored apart. */
export const remoteValues = ({ id: _id, data: _data, ...values }: Remote): Values => values;

/** Fields that the person changed and the service has not been told. */
const unsentFields = (store: Store, kind: RecordKind, id: string): Set<string> =>
  new Set(store.outbox.forRecord(kind, id).flatMap((entry) => entry.fields));

/**
 * The service's answer to a change of ours: it becomes the base, and what it says is shown, but for
 * the fields that were changed again meanwhile. Tells whether it said anything new but the time.
 */
export const storeAnswer = (
  store: Store,
  kind: RecordKind,
  id: string,
  remote: Remote,
): boolean => {
  const row = store.records.find(kind, id);
  const author = authorField[kind];
  const parsed = author && reference.safeParse(remote[author]);
  if (parsed && parsed.success) store.preferences.learnUserId(parsed.data.id);
  if (!row) return false;
  const next = merged(store, row, remote);
  store.records.put(next);
  if (kind === 'canvas') {
    const data = canvasDocumentSchema.safeParse(remote['data']);
    if (data.success) store.documents.confirm(id, localDrawing(store, data.data));
  }
  return !isDeepStrictEqual(withoutTime(row.local), withoutTime(next.local));
};

const withoutTime = ({ updated_at: _time, ...values }: Values): Values => values;

type Row = NonNullable<ReturnType<Store['records']['find']>>;

/** The row with a newer version of the service under what the person changed and did not send. */
export const merged = (store: Store, row: Row, remote: Remote): Row => {
  const values = remoteValues(remote);
  const unsent = unsentFields(store, row.kind, row.id);
  const mine = Object.fromEntries(Object.entries(row.local).filter(([field]) => unsent.has(field)));
  return {
    ...row,
    local: { ...row.local, ...values, ...mine },
    base: { ...row.base, ...values },
  };
};

export const localDrawing = (store: Store, data: z.infer<typeof canvasDocumentSchema>) =>
  translateComponentIds(data, (id) => store.idMap.localId('component', id));
