import { randomUUID } from 'node:crypto';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type {
  Conflict,
  ConflictKey,
  ConflictSummary,
  Resolution,
  Side,
} from '#shared/desktop/sync.ts';
import { t } from '#shared/locales/texts.ts';
import { mergeCanvas, type ElementConflict } from '#shared/merge/merge-canvas.ts';
import { mergeRecord } from '#shared/merge/merge-record.ts';
import { operationBetween } from '#shared/merge/operation-between.ts';
import { replaceElements } from '#shared/merge/replace-elements.ts';
import { resolveCanvas } from '#shared/merge/resolve-canvas.ts';
import { contentNames } from '#shared/records/record-fields.ts';
import { parentKind, type RecordKind } from '#shared/records/record-kinds.ts';
import { newRecordValues, withAdditions } from '#shared/records/record-values.ts';
import {
  isOfEdits,
  type EditConflict,
  type EditedThereConflict,
  type MissingConflict,
  type StoredConflict,
} from '../store/conflicts.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import { scopeOf, scopeWithin } from '../store/record-ancestors.ts';
import type { RecordStep } from '../store/record-step.ts';
import { putBack } from '../store/record-steps.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { withoutUnknown } from './component-ids.ts';
import { listConflicts } from './conflict-list.ts';
import { deletedWith, deletesIn, deletesOf, endDelete, innermostLast } from './deletions.ts';
import { pick, sentOf } from './endpoints.ts';
import { labelsAfter, titlesAfter } from './names.ts';
import { nameOf } from './pending.ts';
import { reconsider } from './reconcile.ts';
import { endPending, recreate } from './recreate.ts';

/** Returns the chosen side for a field or an element; `undefined` if none was chosen. */
type Choices = (key: string) => Side | undefined;

const label = 'sync.label.resolve';
const opposite = { mine: 'theirs', theirs: 'mine' } as const satisfies Record<Side, Side>;

/** Reads conflicts for the window and applies decisions. */
export const createResolve = (store: Store) => {
  const { records, documents, conflicts, endedDeletes, outbox, idMap, changes } = store;

  const fieldConflicts = (row: RecordRow, { theirs }: EditConflict) => {
    const { kind } = row;
    const fields = contentNames(kind).filter((field) => theirs[field] !== undefined);
    const base = row.base && pick(withAdditions(kind, row.base), fields);
    const mine = pick(withAdditions(kind, row.local), fields);
    return mergeRecord(base, mine, pick(theirs, fields), sentOf[kind].longTexts).conflicts;
  };

  const drawings = (id: string, theirs: CanvasDocument) => {
    const mine = documents.read(id);
    const base = documents.base(id);
    return mine && base ? { base, mine, theirs, ...elementConflicts(base, mine, theirs) } : null;
  };

  const describe = (conflict: StoredConflict): Conflict | null => {
    const { kind, id } = conflict;
    if (conflict.type === 'editedThere') {
      const { type, base, theirs } = conflict;
      return { type, base, theirs };
    }
    const row = records.find(kind, id);
    if (!row) return null;
    if (!isOfEdits(conflict)) return { type: conflict.type, mine: row.local };
    const fields = fieldConflicts(row, conflict);
    const { type, drawing } = conflict;
    if (type === 'fields' || !drawing) return { type: 'fields', fields };
    const drawn = drawings(id, drawing);
    return drawn && { type, fields, ...drawn };
  };

  const resolveFields = (row: RecordRow, conflict: EditConflict, choices: Choices) => {
    const chosen = fieldConflicts(row, conflict).filter(({ field }) => choices(field));
    const values = Object.fromEntries(
      chosen.map((each) => [each.field, choices(each.field) === 'mine' ? each.mine : each.theirs]),
    );
    const theirs = Object.fromEntries(chosen.map((each) => [each.field, each.theirs]));
    // The opposite of each choice is stored first, and the choice itself is applied as a change. The
    // undo of this change then selects the opposite.
    const others = Object.fromEntries(
      chosen.map((each) => [each.field, choices(each.field) === 'mine' ? each.theirs : each.mine]),
    );
    records.put({
      ...row,
      local: { ...row.local, ...others },
      base: { ...row.base, ...theirs },
    });
    return values;
  };

  const resolveDrawing = (id: string, theirs: CanvasDocument, choices: Choices) => {
    const drawn = drawings(id, theirs);
    if (!drawn) return null;
    const chosen = drawn.conflicts.filter((each) => choices(keyOf(each)));
    if (chosen.length === 0) return null;
    const sides = new Map(chosen.map((each) => [keyOf(each), choices(keyOf(each)) ?? 'mine']));
    const others = new Map([...sides].map(([key, side]) => [key, opposite[side]]));
    const resolved = resolveCanvas(drawn.mine, theirs, sides, chosen);
    const before = resolveCanvas(drawn.mine, theirs, others, chosen);
    documents.merge(id, before, replaceElements(drawn.base, theirs, chosen));
    const change = {
      canvasId: id,
      operation: operationBetween(before, resolved),
      inverse: operationBetween(resolved, before),
    };
    return { before, resolved, change };
  };

  const resolveEdits = (conflict: EditConflict, choices: Choices): RecordKind[] => {
    const { kind, id, drawing } = conflict;
    const row = records.find(kind, id);
    if (!row) return [];
    const values = resolveFields(row, conflict, choices);
    const canvas = drawing && resolveDrawing(id, drawing, choices);
    const steps: RecordStep[] =
      Object.keys(values).length > 0 ? [{ op: 'patch', kind, id, values }] : [];
    if (steps.length === 0 && !canvas) return [];
    const scope = scopeOf(records, kind, id);
    const named = kind === 'component' ? labelsAfter(store, row, values['title']) : [];
    const titled = canvas ? titlesAfter(store, canvas.before, canvas.resolved) : [];
    return changes.decide({
      scope,
      label,
      steps: [...steps, ...titled],
      drawings: [...(canvas ? [canvas.change] : []), ...named],
    });
  };

  /** Deletes a record that others deleted. The service has executed the delete already. */
  const deleteHereToo = (kind: RecordKind, id: string): RecordKind[] => {
    const scope = scopeOf(records, kind, id);
    const inside = deletesIn(store, records.subtree(kind, id));
    const kinds = changes.decide({ scope, label, steps: [{ op: 'remove', kind, id }] });
    const own = outbox.forRecord(kind, id).filter(({ op }) => op === 'delete');
    for (const entry of [...inside, ...own]) endWithCreates(entry);
    return kinds;
  };

  /**
   * Ends the delete of a record that the service no longer has, and the create of this record. Otherwise
   * sync would repeat an unanswered create as soon as the service has the parent again.
   */
  const endWithCreates = ({ seq, kind, id }: OutboxEntry): void => {
    outbox.endCreates(kind, id);
    const entry = outbox.find(seq);
    if (entry) endDelete(store, entry, true);
  };

  /**
   * Applies a decision about a missing record. `mine` restores the record and its descendants at the
   * service, or creates them again; `theirs` deletes them here too. If access was lost, the service
   * still has the records, so `mine` creates copies of them.
   */
  const resolveMissing = ({ kind, id, type }: MissingConflict, side: Side): RecordKind[] => {
    if (side === 'theirs' && type === 'deletedThere') return deleteHereToo(kind, id);
    const scope = scopeOf(records, kind, id);
    const rows = records.subtree(kind, id);
    const isRestored = side === 'mine' && type === 'deletedThere';
    // Pending deletes of descendants end, unless the record is restored. In that case, the service
    // restores the deleted descendants too, so they still have to be deleted.
    const deletes = isRestored ? [] : deletesIn(store, rows);
    for (const entry of deletes) {
      forgetCreates(entry);
      endDelete(store, entry, false);
    }
    // The steps contain the former bases. When the service has the records again, these bases show what
    // others have changed.
    const steps: RecordStep[] =
      side === 'theirs' ? [{ op: 'remove', kind, id }] : rows.map((row) => putBack(documents, row));
    // An unanswered request may have arrived before others deleted the record. These requests are queued
    // again with the restored records, so that their values at the service are recognized as our own.
    const unanswered = (isRestored ? rows : []).map((row) => ({
      row,
      sent: outbox.sentOf(row.kind, row.id),
      creates: outbox.unansweredCreates(row.kind, row.id),
    }));
    // In contrast to `recreate`, `endPending` keeps the bases, which are needed if the removal is
    // undone.
    if (side === 'theirs') endPending(store, kind, id);
    else recreate(store, kind, id);
    // The copies keep the local IDs. So do records that were deleted before and that an undo brings back
    // into the copy. The originals get new local IDs, because they may be read again, and drawings at
    // the service still refer to them.
    const copied = [...rows, ...deletes.flatMap(deletedWith)];
    for (const row of type === 'accessLost' ? copied : []) {
      const former = idMap.formerServiceId(row.kind, row.id);
      idMap.forgetFormer(row.kind, row.id);
      endedDeletes.take(row.kind, row.id);
      endedDeletes.takeMissingIn(row.kind, row.id);
      if (former !== null) idMap.put(row.kind, randomUUID(), former);
    }
    const [root] = steps;
    if (type === 'accessLost' && root?.op === 'put') {
      root.values = {
        ...root.values,
        title: t('canvases:copy-of', { title: nameOf(root.values) }),
      };
      // Only the original has components that this store has never read, so the copy must not refer to
      // such components.
      for (const step of steps) {
        if (step.op === 'put' && step.document)
          step.document = withoutUnknown(store, step.document);
      }
    }
    if (side === 'mine') for (const row of rows) forgetCreates(row);
    for (const { row, sent, creates } of unanswered) {
      outbox.followAll(row, { sent, followed: [] });
      for (const create of creates) outbox.resume(create);
    }
    return changes.decide({ scope, label, steps });
  };

  /**
   * Removes the outbox entries of a record. If a step restores the record, that step queues a new
   * create.
   */
  const forgetCreates = ({ kind, id }: Pick<RecordRow, 'kind' | 'id'>): void => {
    for (const { seq } of outbox.forRecord(kind, id)) outbox.finish(seq);
  };

  /**
   * Cancels the pending deletes of a record's ancestors, so that the record stays. The next full reading
   * restores the ancestors and other records that were deleted with them. Conflicts about records that
   * were deleted before them are open again.
   */
  const keepAround = (kind: RecordKind, parentId: string | null): void => {
    const kindOfParent = parentKind[kind];
    if (!kindOfParent || parentId === null || records.find(kindOfParent, parentId)) return;
    const reference = `${kindOfParent}:${parentId}`;
    const around = conflicts
      .contestedDeletes()
      .filter(
        (each) => `${each.kind}:${each.id}` === reference || Object.hasOwn(each.held, reference),
      );
    // The innermost conflict ends the conflicts around it too.
    const innermost = innermostLast(around).at(-1);
    if (innermost) resolveEditedThere(innermost, 'theirs');
    const entry = deletesOf(outbox.deletes()).get(reference);
    if (!entry) return;
    outbox.finish(entry.seq);
    conflicts.reopen(entry.snapshot?.contested ?? [], records.has);
    keepAround(entry.kind, entry.snapshot?.parentId ?? null);
  };

  /**
   * Applies a decision about a record that was deleted here and changed by others. `mine` deletes the
   * record at the service anyway, and `theirs` restores it here.
   */
  const resolveEditedThere = (conflict: EditedThereConflict, side: Side): RecordKind[] => {
    const { kind, id, parentId, drawing, contested } = conflict;
    conflicts.remove(kind, id);
    // The service's version may lack some fields, which are then taken from the base.
    const values = { ...conflict.base, ...conflict.theirs };
    const whole = { ...newRecordValues(kind, values, store.now()), ...values };
    const back: RecordStep = {
      op: 'put',
      kind,
      id,
      parentId,
      values: whole,
      document: drawing,
      base: values,
      documentBase: drawing,
    };
    if (side === 'theirs') {
      keepAround(kind, parentId);
      // This conflict may have been a part of the delete of an ancestor too.
      conflicts.remove(kind, id);
      const scope = scopeWithin(records, kind, parentId);
      const kinds = changes.decide({ scope, label, steps: [back] });
      conflicts.reopen(contested, records.has);
      return kinds;
    }
    records.put({ kind, id, parentId, local: whole, base: values, etag: conflict.etag });
    if (drawing) documents.merge(id, drawing, drawing);
    const steps: RecordStep[] = [{ op: 'remove', kind, id }];
    const kinds = changes.decide({ scope: scopeOf(records, kind, id), label, steps });
    outbox.confirmDelete(kind, id, conflict);
    return kinds;
  };

  const resolveOne = ({ kind, id }: ConflictKey, choices: Choices): RecordKind[] => {
    const conflict = conflicts.find(kind, id);
    if (!conflict) return [];
    if (isOfEdits(conflict)) return resolveEdits(conflict, choices);
    const side = choices('record');
    if (!side) return [];
    return conflict.type === 'editedThere'
      ? resolveEditedThere(conflict, side)
      : resolveMissing(conflict, side);
  };

  return {
    list: (): ConflictSummary[] => listConflicts(store),

    /** Returns the conflict of a record, or `null` if it is already resolved. */
    find: (kind: RecordKind, id: string): Conflict | null => {
      const conflict = conflicts.find(kind, id);
      return conflict && describe(conflict);
    },

    /** Applies the choices and returns the kinds of record that changed. */
    resolve: ({ kind, id, choices }: Resolution): RecordKind[] =>
      store.transaction(() => {
        const kinds = resolveOne({ kind, id }, (key) => choices[key]);
        reconsider(store, kind, id);
        return kinds;
      }),

    /**
     * Resolves some conflicts completely for one side. The decisions are one undo step in each history.
     */
    resolveAll: (keys: readonly ConflictKey[], side: Side): Decided =>
      store.transaction(() => {
        const kinds = new Set<RecordKind>();
        const scopes = changes.decideTogether(() => {
          for (const key of keys) for (const kind of resolveOne(key, () => side)) kinds.add(kind);
        });
        for (const { kind, id } of keys) reconsider(store, kind, id);
        return { kinds: [...kinds], scopes };
      }),
  };
};

/** The kinds of record that changed, and the histories that got an undo step. */
type Decided = { kinds: RecordKind[]; scopes: string[] };

export type Resolve = ReturnType<typeof createResolve>;

const keyOf = ({ element, id }: ElementConflict): string => `${element}:${id}`;

const elementConflicts = (base: CanvasDocument, mine: CanvasDocument, theirs: CanvasDocument) => ({
  conflicts: mergeCanvas(base, mine, theirs).conflicts,
});
