import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { parentKind, type RecordKind } from '#shared/desktop/records.ts';
import type { OutboxEntry } from '../store/outbox.ts';
import { stampOfValues } from '../store/record-stamp.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { contest, type Contested } from './contested.ts';
import { deletesOf, isMissingThere, wantedDeletes, type Deletes } from './deletions.ts';
import { sentOf, type Remote, type Version } from './endpoints.ts';
import { isOlder } from './is-older.ts';
import { reconcile, remoteDrawing, remoteValues, repairComponentIds } from './reconcile.ts';
import { saysWhatWasSent } from './twin.ts';

const withId = z.object({ id: z.string() });

/**
 * How what the service says is taken. `merge`: with what was changed here. `mine`: what is here
 * counts wherever the two differ, and is sent. `theirs`: an older state of the service is believed.
 */
export type Taking = 'merge' | 'mine' | 'theirs';

/** What a reading came upon, besides what it stored. */
export type Findings = {
  /** Deletes that wait here, with stamps of what others have changed in what they take along. */
  contested: Contested;
  /** Records of which the service has an older version than it had before. */
  older: { kind: RecordKind; id: string }[];
  /** Kinds of which something new was left for later. */
  passedOver: Set<RecordKind>;
};

export const noFindings = (): Findings => ({
  contested: new Map(),
  older: [],
  passedOver: new Set(),
});

/**
 * Stores what the service says. A record whose parent is not here is left alone: what it belongs to
 * is not kept here, or was deleted here.
 */
export const createIncoming = (store: Store, taking: Taking, findings: Findings) => {
  const { records, documents, idMap, conflicts, outbox } = store;

  /** `null` where the id is that of another record here, which has been made at the service again. */
  const localId = (kind: RecordKind, serviceId: string): string | null =>
    idMap.localId(kind, serviceId) ?? (records.find(kind, serviceId) ? null : serviceId);

  const parentOf = (kind: RecordKind, remote: Remote): string | null => {
    const heldBy = parentKind[kind];
    const named = parentNamedBy(kind, remote);
    return heldBy && named !== null ? localId(heldBy, named) : null;
  };

  /**
   * What a create has made whose answer was lost before that which holds it was deleted here: it is
   * ours, and goes along.
   */
  const recognise = (
    deletes: Deletes,
    { kind, parentId }: Pick<RecordRow, 'kind' | 'parentId'>,
    remote: Remote,
  ): boolean => {
    const entry = deletes.get(`${parentKind[kind]}:${parentId}`);
    const own = entry?.ground?.unanswered.find(
      (each) =>
        each.kind === kind &&
        idMap.serviceId(kind, each.id) === null &&
        isBeside(kind, remote, each.body) &&
        saysWhatWasSent(kind, remote, each.body),
    );
    if (!entry || !own) return false;
    idMap.put(kind, own.id, remote.id);
    outbox.learnHeld(entry.seq, `${kind}:${own.id}`, stampOfValues(kind, remoteValues(remote)));
    return true;
  };

  /** Of what was deleted here: is it, or what is new in it, another than it was then? */
  const noteDeleted = (
    deletes: Deletes,
    { kind, id, parentId }: Pick<RecordRow, 'kind' | 'id' | 'parentId'>,
    values: Values,
  ): boolean => {
    const own = deletes.get(`${kind}:${id}`);
    const heldBy = parentKind[kind];
    const ofParent = heldBy && parentId ? deletes.get(`${heldBy}:${parentId}`) : undefined;
    const entry = own ?? ofParent;
    if (!entry) return false;
    const reference = `${kind}:${id}`;
    const known = entry.ground?.held[reference];
    const isRoot = own !== undefined && known === undefined;
    const stamp = stampOfValues(kind, values);
    if (!isRoot && known !== stamp)
      contest(findings.contested, deletes, { entry, reference, stamp });
    return true;
  };

  const add = (row: Pick<RecordRow, 'kind' | 'id' | 'parentId'>, version: Version): boolean => {
    const { kind, id } = row;
    const values = remoteValues(version.remote);
    if (kind === 'canvas') {
      const drawing = remoteDrawing(store, version.remote);
      if (!drawing) return false;
      documents.merge(id, drawing, drawing);
    }
    idMap.put(kind, id, version.remote.id);
    records.put({ ...row, local: values, base: values, etag: version.etag });
    if (kind === 'canvas') repairComponentIds(store, id, version.remote);
    return true;
  };

  /**
   * It may be what a create made whose answer was lost. Until that is known nothing new is taken
   * from beside it, so that nobody works on a record that is here twice.
   */
  const isAwaited = (
    kind: RecordKind,
    remote: Remote,
    unanswered: readonly OutboxEntry[],
  ): boolean => unanswered.some(({ op, body }) => op === 'create' && isBeside(kind, remote, body));

  const addNew = (
    { deletes, unanswered }: Waiting,
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
    const heldBy = parentKind[kind];
    if (heldBy && (parentId === null || !records.find(heldBy, parentId))) return false;
    if (!isAwaited(kind, version.remote, unanswered)) return add(row, version);
    findings.passedOver.add(kind);
    return false;
  };

  const update = (row: RecordRow, parentId: string | null, version: Version): boolean => {
    const { kind, id } = row;
    const conflict = conflicts.find(kind, id);
    const isBack = isMissingThere(conflict?.type);
    if (isBack) conflicts.remove(kind, id);
    const values = remoteValues(version.remote);
    if (taking === 'merge' && isOlder(values, row.base)) {
      findings.older.push({ kind, id });
      return false;
    }
    const isMoved = parentId !== null && row.parentId !== parentId;
    const isSettled = taking !== 'mine' && !isMoved && conflict === null;
    if (isSettled && kind !== 'canvas' && isKnown(row, values)) return false;
    const moved = isMoved ? { ...row, parentId } : row;
    const etag = version.etag ?? (saysTheSame(kind, row.base, values) ? row.etag : null);
    const origin =
      taking === 'mine' ? { values, drawing: remoteDrawing(store, version.remote) } : null;
    return reconcile(store, moved, { ...version, etag }, origin) || isMoved || isBack;
  };

  /** Some of a kind, in one transaction; tells whether the window has anything to show anew. */
  return (kind: RecordKind, versions: readonly Version[]): boolean =>
    store.take(() => {
      const waiting = {
        deletes: deletesOf(wantedDeletes(store)),
        unanswered: outbox.unanswered(kind),
      };
      let isNews = false;
      for (const version of versions) {
        const id = localId(kind, version.remote.id) ?? randomUUID();
        const parentId = parentOf(kind, version.remote);
        const row = records.find(kind, id);
        const changed = row
          ? update(row, parentId, version)
          : addNew(waiting, { kind, id, parentId }, version);
        isNews ||= changed;
      }
      return isNews;
    });
};

/** What of the outbox a new record is held against. */
type Waiting = { deletes: Deletes; unanswered: readonly OutboxEntry[] };

const parentNamedBy = (kind: RecordKind, remote: Remote): string | null => {
  const { parent } = sentOf[kind];
  return (parent && withId.safeParse(remote[parent.output]).data?.id) ?? null;
};

/** Whether a record is where the body of a create says. */
const isBeside = (kind: RecordKind, remote: Remote, body: Values | null): boolean => {
  const { parent } = sentOf[kind];
  return !parent || body?.[parent.input] === parentNamedBy(kind, remote);
};

/** Whether an item of a list says nothing that is not known; of a record it refers to it is short. */
const isKnown = ({ base }: RecordRow, values: Values): boolean =>
  base !== null &&
  Object.entries(values).every(
    ([field, value]) =>
      (typeof value === 'object' && value !== null) || isDeepStrictEqual(base[field], value),
  );

const saysTheSame = (kind: RecordKind, base: Values | null, values: Values): boolean =>
  base !== null &&
  sentOf[kind].updateFields.every(
    (field) => values[field] === undefined || isDeepStrictEqual(base[field], values[field]),
  );
