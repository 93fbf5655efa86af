import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parentKind, type RecordKind } from '#shared/records/record-kinds.ts';
import type { UnansweredCreate } from '../store/delete-snapshot.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import { stampOfValues } from '../store/record-stamp.ts';
import type { RecordRow, Values } from '../store/records.ts';
import { manyDownloaded } from '../store/search-index.ts';
import type { Store } from '../store/store.ts';
import { componentIds } from './component-ids.ts';
import { contest, type Contested } from './contested.ts';
import { hasSentContent } from './create-match.ts';
import { deletesOf, isMissingAtService, wantedDeletes, type Deletes } from './deletions.ts';
import { parentNamedBy, sentOf, type Remote, type Version } from './endpoints.ts';
import { isOlder } from './is-older.ts';
import { newDrawing } from './new-drawing.ts';
import { reconcile, remoteDrawing, remoteValues } from './reconcile.ts';

/**
 * The way in which data of the service is stored. `merge`: it is merged with local changes. `mine`:
 * where the two differ, the local data wins and is sent. `theirs`: like `merge`, but an older state of
 * the service is accepted too.
 */
export type Taking = 'merge' | 'mine' | 'theirs';

/** The results of a reading, except the stored records. */
export type Findings = {
  /** Pending deletes that would remove changes of others, with stamps of the changed records. */
  contested: Contested;
  /** The records of which the service has an older version than this store last saw. */
  older: { kind: RecordKind; id: string }[];
  /** The kinds of new records that the reading skipped. A later reading stores these records. */
  passedOver: Set<RecordKind>;
};

export const noFindings = (): Findings => ({
  contested: new Map(),
  older: [],
  passedOver: new Set(),
});

/**
 * Returns a function that stores records of the service. It ignores a record whose parent is not in the
 * store, because the parent was not downloaded or was deleted here.
 */
export const createIncoming = (store: Store, taking: Taking, findings: Findings) => {
  const { records, documents, idMap, conflicts, outbox, endedDeletes, searchIndex } = store;

  /**
   * Returns the former local ID of a record that was deleted here and restored by others, or `null` if
   * there is none. The record gets this ID again, because an undo still uses it.
   */
  const formerId = (kind: RecordKind, serviceId: string): string | null => {
    const id = idMap.formerLocalId(kind, serviceId);
    const isFree = id !== null && idMap.serviceId(kind, id) === null && !records.has(kind, id);
    return isFree ? id : null;
  };

  /**
   * Returns the local ID for a record of the service. A new record keeps the service's ID, unless a
   * different record has that ID here already. The result is then `null`.
   */
  const localId = (kind: RecordKind, serviceId: string): string | null =>
    idMap.localId(kind, serviceId) ??
    formerId(kind, serviceId) ??
    (records.find(kind, serviceId) ? null : serviceId);

  const parentOf = (kind: RecordKind, remote: Remote): string | null => {
    const kindOfParent = parentKind[kind];
    const named = parentNamedBy(kind, remote);
    return kindOfParent && named !== null ? localId(kindOfParent, named) : null;
  };

  /** Tells if the store has or had the record under the service's ID. */
  const isKnownThere = (kind: RecordKind, serviceId: string): boolean =>
    (idMap.localId(kind, serviceId) ?? idMap.formerLocalId(kind, serviceId)) !== null;

  /**
   * Tells if the record comes from a create of ours that had no answer when the parent was deleted here.
   * If so, the record becomes part of the parent's delete.
   */
  const recognise = (
    deletes: Deletes,
    { kind, parentId }: Pick<RecordRow, 'kind' | 'parentId'>,
    remote: Remote,
  ): boolean => {
    const entry = deletes.get(`${parentKind[kind]}:${parentId}`);
    if (!entry || isKnownThere(kind, remote.id)) return false;
    const own = entry.snapshot?.unanswered.find(
      (each) =>
        each.kind === kind &&
        idMap.serviceId(kind, each.id) === null &&
        isBeside(kind, remote, each.body) &&
        hasSentContent(kind, remote, each.body),
    );
    if (!own) return false;
    idMap.put(kind, own.id, remote.id);
    outbox.addStamps(entry.seq, {
      [`${kind}:${own.id}`]: stampOfValues(kind, remoteValues(remote)),
    });
    return true;
  };

  /**
   * Returns the local ID of a record that one of these creates made, or `null`. The record was deleted here
   * and is back, because others have restored an ancestor.
   */
  const createdAs = (
    kind: RecordKind,
    remote: Remote,
    creates: readonly UnansweredCreate[],
  ): string | null => {
    if (creates.length === 0 || isKnownThere(kind, remote.id)) return null;
    const own = creates.find(
      ({ id, body }) =>
        idMap.serviceId(kind, id) === null &&
        !records.has(kind, id) &&
        isBeside(kind, remote, body) &&
        hasSentContent(kind, remote, body),
    );
    return own && !records.has(kind, remote.id) ? own.id : null;
  };

  /**
   * Tells if a pending delete would remove the record. Contests that delete if the record is new or has
   * changed since the delete snapshot. The record that the delete itself names is compared later, just
   * before the delete is sent.
   */
  const noteDeleted = (
    deletes: Deletes,
    { kind, id, parentId }: Pick<RecordRow, 'kind' | 'id' | 'parentId'>,
    values: Values,
  ): boolean => {
    const own = deletes.get(`${kind}:${id}`);
    const kindOfParent = parentKind[kind];
    const ofParent =
      kindOfParent && parentId ? deletes.get(`${kindOfParent}:${parentId}`) : undefined;
    const entry = own ?? ofParent;
    if (!entry) return false;
    const reference = `${kind}:${id}`;
    const known = entry.snapshot?.held[reference];
    const isRoot = own !== undefined && known === undefined;
    const stamp = stampOfValues(kind, values);
    if (!isRoot && known !== stamp)
      contest(findings.contested, deletes, { entry, reference, stamp });
    return true;
  };

  const add = (row: Pick<RecordRow, 'kind' | 'id' | 'parentId'>, version: Version): boolean => {
    const { kind, id } = row;
    const values = remoteValues(version.remote);
    const drawn = kind === 'canvas' ? newDrawing(store, version.remote) : null;
    if (kind === 'canvas' && !drawn) return false;
    if (drawn) documents.add(id, drawn.drawing, drawn.text);
    idMap.put(kind, id, version.remote.id);
    records.put({ ...row, local: values, base: values, etag: version.etag });
    store.cameBack(kind, id);
    if (drawn?.namesUnknown) outbox.update('canvas', id, [componentIds]);
    return true;
  };

  /**
   * Tells if a new record may come from a create of ours that has no answer. Such a record is not stored
   * before this is known, so that nobody works on a duplicate.
   */
  const isAwaited = (
    kind: RecordKind,
    remote: Remote,
    unanswered: readonly OutboxEntry[],
  ): boolean => unanswered.some(({ op, body }) => op === 'create' && isBeside(kind, remote, body));

  const addNew = (
    { deletes, unanswered, isBelowUnanswered }: Pending,
    row: Pick<RecordRow, 'kind' | 'id' | 'parentId'>,
    version: Version,
  ): boolean => {
    const { kind, id, parentId } = row;
    if (recognise(deletes, row, version.remote)) return false;
    if (noteDeleted(deletes, row, remoteValues(version.remote))) return false;
    const contested = conflicts.find(kind, id);
    if (contested?.type === 'editedThere') {
      conflicts.put({
        ...contested,
        theirs: remoteValues(version.remote),
        drawing: remoteDrawing(store, version.remote),
        etag: version.etag,
      });
      return false;
    }
    const kindOfParent = parentKind[kind];
    if (kindOfParent && (parentId === null || !records.find(kindOfParent, parentId))) {
      if (isBelowUnanswered) findings.passedOver.add(kind);
      return false;
    }
    if (!isAwaited(kind, version.remote, unanswered)) return add(row, version);
    findings.passedOver.add(kind);
    return false;
  };

  const update = (row: RecordRow, parentId: string | null, version: Version): boolean => {
    const { kind, id } = row;
    const conflict = conflicts.find(kind, id);
    const isBack = isMissingAtService(conflict?.type);
    if (isBack) conflicts.remove(kind, id);
    const values = remoteValues(version.remote);
    if (taking === 'merge' && isOlder(values, row.base)) {
      findings.older.push({ kind, id });
      return false;
    }
    const isMoved = parentId !== null && row.parentId !== parentId;
    const isUndisputed = taking !== 'mine' && !isMoved && conflict === null;
    if (isUndisputed && kind !== 'canvas' && isKnown(row, values)) return false;
    const moved = isMoved ? { ...row, parentId } : row;
    const etag = version.etag ?? (hasSameFields(kind, row.base, values) ? row.etag : null);
    const origin =
      taking === 'mine' ? { values, drawing: remoteDrawing(store, version.remote) } : null;
    return reconcile(store, moved, { ...version, etag }, origin) || isMoved || isBack;
  };

  const hasParent = (kind: RecordKind, remote: Remote): boolean => {
    const above = parentKind[kind];
    const parentId = parentOf(kind, remote);
    return above === null || (parentId !== null && records.has(above, parentId));
  };

  const takeAll = (kind: RecordKind, versions: readonly Version[]): boolean => {
    const pending = {
      deletes: deletesOf(wantedDeletes(store)),
      unanswered: outbox.unanswered(kind),
      endedCreates: endedDeletes.unansweredCreates(kind),
      isBelowUnanswered: kindsAbove(kind).some((each) => outbox.unanswered(each).length > 0),
    };
    let isChanged = false;
    for (const version of versions) {
      const id =
        createdAs(kind, version.remote, pending.endedCreates) ??
        localId(kind, version.remote.id) ??
        randomUUID();
      const parentId = parentOf(kind, version.remote);
      const row = records.find(kind, id);
      const hasChanged = row
        ? update(row, parentId, version)
        : addNew(pending, { kind, id, parentId }, version);
      isChanged ||= hasChanged;
    }
    return isChanged;
  };

  /**
   * Stores records of one kind in one transaction. Tells if the window has to show records of this kind
   * anew.
   */
  return (kind: RecordKind, versions: readonly Version[]): boolean => {
    if (versions.length === 0) return false;
    const added = versions.filter(
      ({ remote }) => idMap.localId(kind, remote.id) === null && hasParent(kind, remote),
    );
    return store.take(() =>
      searchIndex.together(added.length, () => takeAll(kind, versions), manyDownloaded),
    );
  };
};

/** The outbox entries that are compared with each new record. */
type Pending = {
  deletes: Deletes;
  unanswered: readonly OutboxEntry[];
  /** The unanswered creates of records whose deletes have ended. */
  endedCreates: readonly UnansweredCreate[];
  /**
   * True if a possible ancestor of the record has a create without an answer. A new record whose parent
   * is not in the store is then skipped, and read again when the service's ID of the ancestor is known.
   */
  isBelowUnanswered: boolean;
};

const kindsAbove = (kind: RecordKind): RecordKind[] => {
  const parent = parentKind[kind];
  return parent ? [parent, ...kindsAbove(parent)] : [];
};

/** Tells if a record has the parent that the body of a create names. */
const isBeside = (kind: RecordKind, remote: Remote, body: Values | null): boolean => {
  const { parent } = sentOf[kind];
  return !parent || body?.[parent.input] === parentNamedBy(kind, remote);
};

/**
 * Tells if the values of an item in a list response are the same as in the base of the record. Objects are
 * not compared, because list responses shorten references to other records.
 */
const isKnown = ({ base }: RecordRow, values: Values): boolean =>
  base !== null &&
  Object.entries(values).every(
    ([field, value]) =>
      (typeof value === 'object' && value !== null && !Array.isArray(value)) ||
      isDeepStrictEqual(base[field], value),
  );

const hasSameFields = (kind: RecordKind, base: Values | null, values: Values): boolean =>
  base !== null &&
  sentOf[kind].updateFields.every(
    (field) => values[field] === undefined || isDeepStrictEqual(base[field], values[field]),
  );
