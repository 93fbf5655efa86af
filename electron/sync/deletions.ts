import { parentKind, type RecordKind } from '#shared/desktop/records.ts';
import type { ConflictKey } from '../store/conflicts.ts';
import type { OutboxEntry } from '../store/outbox.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Absence } from './absence.ts';

/**
 * Changed here, and missing at the service: it is kept, and with it all it holds, until the person
 * decides.
 */
export const markMissing = (store: Store, { kind, id, type }: Absence): void =>
  store.conflicts.put({
    kind,
    id,
    type,
    items: ['record'],
    theirs: null,
    drawing: null,
    base: null,
    parentId: null,
    held: {},
    etag: null,
  });

/**
 * The deletes that wait, save those that an undo took back after they had left. These are settled by
 * looking at the service, and mean nothing to anything else.
 */
export const wantedDeletes = ({ outbox, records }: Store): OutboxEntry[] =>
  outbox.deletes().filter(({ kind, id }) => !records.has(kind, id));

/** The deletes that an undo took back after they had left: nobody knows whether they arrived. */
export const undoneDeletes = ({ outbox, records }: Store): OutboxEntry[] =>
  outbox.deletes().filter(({ kind, id }) => records.has(kind, id));

/** The record and what holds it, innermost first. */
export const lineOf = (store: Store, kind: RecordKind, id: string): RecordRow[] => {
  const line: RecordRow[] = [];
  let row = store.records.find(kind, id);
  while (row) {
    line.push(row);
    const heldBy = parentKind[row.kind];
    row = heldBy && row.parentId ? store.records.find(heldBy, row.parentId) : null;
  }
  return line;
};

export const isMissingThere = (type: ConflictKey['type'] | undefined): boolean =>
  type === 'deletedThere' || type === 'accessLost';

/** Whether it waits for a decision because it, or what holds it, is missing at the service. */
export const awaitsDecision = (store: Store, kind: RecordKind, id: string): boolean =>
  store.conflicts.count() > 0 &&
  lineOf(store, kind, id).some((row) =>
    isMissingThere(store.conflicts.find(row.kind, row.id)?.type),
  );

/** A record that is missing goes here too, unless anything of it was changed here and not sent. */
export const removeMissingThere = (store: Store, absence: Absence): void => {
  const { kind, id } = absence;
  const held = store.records.subtree(kind, id);
  const isUnsent = held.some((row) => store.outbox.forRecord(row.kind, row.id).length > 0);
  const isContested = held.some((row) => store.conflicts.find(row.kind, row.id) !== null);
  if (isUnsent || isContested) return markMissing(store, absence);
  for (const row of held) forgetRecord(store, row);
};

export const forgetRecord = (store: Store, { kind, id }: Pick<RecordRow, 'kind' | 'id'>): void => {
  store.records.remove(kind, id);
  store.idMap.remove(kind, id);
  store.conflicts.remove(kind, id);
  if (kind === 'canvas') store.documents.remove(id);
  if (kind === 'collection' || kind === 'threatModel') store.kept.remove(kind, id);
};

/**
 * What may not be deleted yet: something in it is deleted by itself and was not sent or not taken, or
 * is still there because others changed it, and the person does not know of that.
 */
export const heldBack = (store: Store): ((entry: OutboxEntry) => boolean) => {
  const waiting = wantedDeletes(store).map(
    ({ kind, ground }) => `${parentKind[kind]}:${ground?.parentId}`,
  );
  const contested = store.conflicts
    .keys()
    .filter(({ type }) => type === 'editedThere')
    .map(({ kind, id }) => ({
      reference: `${kind}:${id}`,
      around: `${parentKind[kind]}:${store.conflicts.find(kind, id)?.parentId}`,
    }));
  const around = new Set(waiting);
  return ({ kind, id, ground }) => {
    const held = ground?.held ?? {};
    const goes = [`${kind}:${id}`, ...Object.keys(held)];
    return (
      goes.some((reference) => around.has(reference)) ||
      contested.some((each) => goes.includes(each.around) && !Object.hasOwn(held, each.reference))
    );
  };
};

/** By `kind:id`, the delete that takes a record along. */
export type Deletes = ReadonlyMap<string, OutboxEntry>;

export const deletesOf = (deletes: readonly OutboxEntry[]): Deletes =>
  new Map(
    deletes.flatMap((entry) =>
      [`${entry.kind}:${entry.id}`, ...Object.keys(entry.ground?.held ?? {})].map(
        (reference): [string, OutboxEntry] => [reference, entry],
      ),
    ),
  );
