import { isDeepStrictEqual } from 'node:util';
import {
  contentSchemas,
  parentKind,
  recordKinds,
  type RecordKind,
} from '#shared/desktop/records.ts';
import type { SyncClient } from '../connection/api-client.ts';
import { splitReference, type OutboxEntry } from '../store/outbox.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { translateComponentIds } from './canvas-ids.ts';
import { pick, resources, sentOf, type Remote } from './endpoints.ts';
import { classifyFailure } from './outcome.ts';
import { storeAnswer } from './remote-record.ts';

type Dependencies = { store: Store; client: SyncClient; changed: (kinds: RecordKind[]) => void };

/** `retry`: the service could not be reached or was not able; the entries wait. */
export type PushResult = { kind: 'done' } | { kind: 'retry'; reason: string };

/**
 * Sends what waits, one entry at a time: creates before the rest and parents before children, each
 * record in the order of its own entries. What the service refuses is set aside with the reason and
 * holds up only what depends on it.
 */
export const createPush = ({ store, client, changed }: Dependencies) => {
  const { records, documents, outbox, idMap } = store;
  const resource = resources(client);

  const toService = (kind: RecordKind, id: string): string | null => idMap.serviceId(kind, id);

  /** The content of a record as it is now, with the ids of the service. */
  const contentOf = (row: RecordRow): Values => {
    const content = contentSchemas[row.kind].parse(row.local);
    const document = row.kind === 'canvas' ? documents.read(row.id) : null;
    if (!document) return content;
    const data = translateComponentIds(document, (id) => toService('component', id));
    return { ...content, data };
  };

  const parentServiceId = (row: RecordRow): string | null => {
    const kind = parentKind[row.kind];
    return kind && row.parentId ? toService(kind, row.parentId) : '';
  };

  /** Whether it is its record's turn, and the record it belongs to is known to the service. */
  const isReady = (entry: OutboxEntry, deletes: ReadonlyMap<string, number>): boolean => {
    if (entry.setAside !== null) return false;
    // Brought back by an undo while its delete, or that of what holds it, was on its way.
    if ((deletes.get(`${entry.kind}:${entry.id}`) ?? entry.seq) < entry.seq) return false;
    if (outbox.forRecord(entry.kind, entry.id)[0]?.seq !== entry.seq) return false;
    if (entry.op !== 'create') return true;
    const row = records.find(entry.kind, entry.id);
    return row === null || parentServiceId(row) !== null;
  };

  /** The body of POST, or `null` when there is nothing to make any more. */
  const createBody = (entry: OutboxEntry): Values | null => {
    const row = records.find(entry.kind, entry.id);
    const parentId = row && parentServiceId(row);
    if (!row || parentId === null) return null;
    const { parent, createFields } = sentOf[entry.kind];
    const content = pick(contentOf(row), createFields);
    return parent ? { ...content, [parent.input]: parentId } : content;
  };

  const create = async (entry: OutboxEntry): Promise<void> => {
    const body = entry.body ?? createBody(entry);
    if (!body) return outbox.done(entry.seq);
    outbox.countAttempt(entry.seq, body);
    const { idempotencyKey } = entry;
    const remote = await resource[entry.kind].create(body, { context: { idempotencyKey } });
    const isNews = store.transaction(() => {
      idMap.put(entry.kind, entry.id, remote.id);
      outbox.done(entry.seq);
      queueWhatCreateLeft(entry, body, remote);
      return storeAnswer(store, entry.kind, entry.id, remote);
    });
    if (isNews) changed([entry.kind]);
  };

  /** What POST does not take, and what the person changed while it was on its way. */
  const queueWhatCreateLeft = (entry: OutboxEntry, sent: Values, remote: Remote): void => {
    const row = records.find(entry.kind, entry.id);
    if (!row) return;
    const { createFields, updateFields } = sentOf[entry.kind];
    const left = Object.entries(pick(contentOf(row), updateFields))
      .filter(([field, value]) => {
        const known = createFields.includes(field) ? sent[field] : (remote[field] ?? null);
        return !isDeepStrictEqual(value, known);
      })
      .map(([field]) => field);
    if (left.length > 0) outbox.update(entry.kind, entry.id, left);
    if (row.kind === 'component' && row.parentId) outbox.update('canvas', row.parentId, ['data']);
  };

  const update = async (entry: OutboxEntry): Promise<void> => {
    const row = records.find(entry.kind, entry.id);
    const id = toService(entry.kind, entry.id);
    if (!row) return outbox.done(entry.seq);
    if (id === null) return makeAgain(entry);
    const { updateFields } = sentOf[entry.kind];
    const fields = entry.fields.filter((field) => updateFields.includes(field));
    const body = pick(contentOf(row), fields);
    outbox.countAttempt(entry.seq, null);
    const remote = await resource[entry.kind].update({ ...body, id });
    const isNews = store.transaction(() => {
      outbox.done(entry.seq);
      return storeAnswer(store, entry.kind, entry.id, remote);
    });
    if (isNews) changed([entry.kind]);
  };

  /** Its delete reached the service before the undo that brought it back here. */
  const makeAgain = (entry: OutboxEntry): void =>
    store.transaction(() => {
      outbox.done(entry.seq);
      outbox.create(entry.kind, entry.id);
    });

  const remove = async (entry: OutboxEntry): Promise<void> => {
    const id = toService(entry.kind, entry.id);
    outbox.countAttempt(entry.seq, null);
    if (id !== null) await resource[entry.kind].delete({ id });
    forget(entry);
  };

  const forget = (entry: OutboxEntry): void =>
    store.transaction(() => {
      outbox.done(entry.seq);
      idMap.remove(entry.kind, entry.id);
      for (const reference of entry.fields) idMap.remove(...splitReference(reference));
    });

  const send = { create, update, delete: remove };

  const attempt = async (entry: OutboxEntry): Promise<PushResult> => {
    try {
      await send[entry.op](entry);
      return { kind: 'done' };
    } catch (error) {
      const failure = classifyFailure(error);
      if (failure.kind === 'retry') return failure;
      if (failure.kind === 'gone' && entry.op === 'delete') forget(entry);
      else {
        const reason = failure.kind === 'gone' ? 'The service no longer has it' : failure.reason;
        outbox.setAside(entry.seq, reason);
      }
      return { kind: 'done' };
    }
  };

  /** One walk over what waits; `sent` tells whether anything was, which may let others go. */
  const walk = async (tried: Set<number>): Promise<PushResult & { sent: boolean }> => {
    let sent = false;
    const waiting = outbox.all().toSorted((a, b) => rank(a) - rank(b) || a.seq - b.seq);
    const deletes = deletesOf(waiting);
    for (const { seq } of waiting) {
      // Read again: the person may have gone on while the ones before it were sent.
      const entry = tried.has(seq) ? null : outbox.find(seq);
      if (!entry || !isReady(entry, deletes)) continue;
      tried.add(seq);
      sent = true;
      const result = await attempt(entry);
      if (result.kind === 'retry') return { ...result, sent };
    }
    return { kind: 'done', sent };
  };

  return async (): Promise<PushResult> => {
    const tried = new Set<number>();
    for (;;) {
      const result = await walk(tried);
      if (result.kind === 'retry') return { kind: 'retry', reason: result.reason };
      if (!result.sent) return { kind: 'done' };
    }
  };
};

/** Every record that a waiting delete takes along, and the place of that delete in the outbox. */
const deletesOf = (waiting: readonly OutboxEntry[]): Map<string, number> =>
  new Map(
    waiting
      .filter(({ op, setAside }) => op === 'delete' && setAside === null)
      .flatMap(({ kind, id, seq, fields }) =>
        [`${kind}:${id}`, ...fields].map((reference): [string, number] => [reference, seq]),
      ),
  );

const operationOrder = { create: 0, update: 1, delete: 2 };

const rank = (entry: OutboxEntry): number =>
  operationOrder[entry.op] * recordKinds.length +
  (entry.op === 'create' ? recordKinds.indexOf(entry.kind) : 0);
