import type { CanvasDocument } from '#shared/canvas/document.ts';
import { contentSchemas, parentKind, type RecordKind } from '#shared/desktop/records.ts';
import type { Conflict, ConflictSummary, Resolution } from '#shared/desktop/sync.ts';
import { mergeCanvas, type ElementConflict } from '#shared/merge/merge-canvas.ts';
import { mergeRecord } from '#shared/merge/merge-record.ts';
import { operationBetween } from '#shared/merge/operation-between.ts';
import { replaceElements } from '#shared/merge/replace-elements.ts';
import { resolveCanvas } from '#shared/merge/resolve-canvas.ts';
import type { StoredConflict } from '../store/conflicts.ts';
import { newRecordValues } from '../store/new-record.ts';
import { scopeOf, scopeWithin } from '../store/record-place.ts';
import type { RecordStep } from '../store/record-step.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { deletesOf } from './deletions.ts';
import { pick, sentOf } from './endpoints.ts';
import { reconsider } from './reconcile.ts';
import { makeAgain } from './settle.ts';
import { nameOf } from './waiting.ts';

type Side = 'mine' | 'theirs';
type Choices = Resolution['choices'];

const label = 'sync.label.resolve';
const opposite = { mine: 'theirs', theirs: 'mine' } as const satisfies Record<Side, Side>;

/** The conflicts as a person sees them, and what follows from a decision. */
export const createResolve = (store: Store) => {
  const { records, documents, conflicts, outbox, changes } = store;

  const fieldConflicts = (row: RecordRow, { theirs }: StoredConflict) => {
    if (!theirs) return [];
    const fields = Object.keys(contentSchemas[row.kind].shape).filter(
      (field) => theirs[field] !== undefined,
    );
    const base = row.base && pick(row.base, fields);
    const { longTexts } = sentOf[row.kind];
    return mergeRecord(base, pick(row.local, fields), pick(theirs, fields), longTexts).conflicts;
  };

  const drawings = (id: string, theirs: CanvasDocument) => {
    const mine = documents.read(id);
    const base = documents.base(id);
    return mine && base ? { base, mine, theirs, ...elementConflicts(base, mine, theirs) } : null;
  };

  const describe = (conflict: StoredConflict): Conflict | null => {
    const { type, kind, id, theirs, drawing } = conflict;
    const row = records.find(kind, id);
    if (type === 'editedThere') {
      return { type, base: conflict.base ?? {}, theirs: theirs ?? {} };
    }
    if (!row) return null;
    if (type === 'deletedThere' || type === 'accessLost') return { type, mine: row.local };
    const fields = fieldConflicts(row, conflict);
    if (type === 'fields' || !drawing) return { type: 'fields', fields };
    const drawn = drawings(id, drawing);
    return drawn && { type, fields, ...drawn };
  };

  const resolveFields = (row: RecordRow, conflict: StoredConflict, choices: Choices) => {
    const chosen = fieldConflicts(row, conflict).filter(({ field }) => choices[field]);
    const values = Object.fromEntries(
      chosen.map((each) => [each.field, choices[each.field] === 'mine' ? each.mine : each.theirs]),
    );
    const theirs = Object.fromEntries(chosen.map((each) => [each.field, each.theirs]));
    // What was chosen is laid over the other, so that undo leads to the other.
    const others = Object.fromEntries(
      chosen.map((each) => [each.field, choices[each.field] === 'mine' ? each.theirs : each.mine]),
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
    const chosen = drawn.conflicts.filter((each) => choices[keyOf(each)]);
    if (chosen.length === 0) return null;
    const sides = new Map(chosen.map((each) => [keyOf(each), choices[keyOf(each)] ?? 'mine']));
    const others = new Map([...sides].map(([key, side]) => [key, opposite[side]]));
    const resolved = resolveCanvas(drawn.mine, theirs, sides, chosen);
    const before = resolveCanvas(drawn.mine, theirs, others, chosen);
    documents.merge(id, before, replaceElements(drawn.base, theirs, chosen));
    return {
      canvasId: id,
      operation: operationBetween(before, resolved),
      inverse: operationBetween(resolved, before),
    };
  };

  const resolveEdits = (conflict: StoredConflict, choices: Choices): RecordKind[] => {
    const { kind, id, drawing } = conflict;
    const row = records.find(kind, id);
    if (!row) return [];
    const values = resolveFields(row, conflict, choices);
    const canvas = drawing && resolveDrawing(id, drawing, choices);
    const steps: RecordStep[] =
      Object.keys(values).length > 0 ? [{ op: 'patch', kind, id, values }] : [];
    if (steps.length === 0 && !canvas) return [];
    const scope = scopeOf(records, kind, id);
    const kinds = changes.decide({ scope, label, steps, drawings: canvas ? [canvas] : [] });
    reconsider(store, kind, id);
    return kinds;
  };

  /**
   * `mine` makes it again with all it holds, `theirs` deletes it here as well. What still exists,
   * although it may not be seen, is made under another name.
   */
  const resolveMissing = ({ kind, id, type }: StoredConflict, side: Side): RecordKind[] => {
    const scope = scopeOf(records, kind, id);
    const rows = records.subtree(kind, id);
    makeAgain(store, kind, id);
    const steps: RecordStep[] =
      side === 'theirs'
        ? [{ op: 'remove', kind, id }]
        : rows.map((row) => putStep(row, row.local, documents.read(row.id)));
    const [root] = steps;
    if (type === 'accessLost' && root?.op === 'put') {
      root.values = { ...root.values, title: `${nameOf(root.values)} (copy)` };
    }
    if (side === 'mine') for (const row of rows) forgetCreates(row);
    return changes.decide({ scope, label, steps });
  };

  /** The step that puts it again queues the create. */
  const forgetCreates = ({ kind, id }: RecordRow): void => {
    for (const { seq } of outbox.forRecord(kind, id)) outbox.done(seq);
  };

  /**
   * Whatever was to take it along stays as well. What is not in this store any more comes back with
   * the next complete reading.
   */
  const keepAround = (kind: RecordKind, parentId: string | null): void => {
    const heldBy = parentKind[kind];
    if (!heldBy || parentId === null || records.find(heldBy, parentId)) return;
    const conflict = conflicts.find(heldBy, parentId);
    if (conflict?.type === 'editedThere') resolveEditedThere(conflict, 'theirs');
    const entry = deletesOf(outbox.deletes()).get(`${heldBy}:${parentId}`);
    if (!entry) return;
    outbox.done(entry.seq);
    keepAround(entry.kind, entry.ground?.parentId ?? null);
  };

  /** `mine` deletes it there all the same, `theirs` brings it back here. */
  const resolveEditedThere = (conflict: StoredConflict, side: Side): RecordKind[] => {
    const { kind, id, parentId, drawing } = conflict;
    conflicts.remove(kind, id);
    // The single form of a record may be shorter than the one in a list, and neither need be whole.
    const values = { ...conflict.base, ...conflict.theirs };
    const whole = { ...newRecordValues(kind, values, store.now()), ...values };
    const back = putStep({ kind, id, parentId }, whole, drawing, values);
    if (side === 'theirs') {
      keepAround(kind, parentId);
      const scope = scopeWithin(records, kind, parentId);
      return changes.decide({ scope, label, steps: [back] });
    }
    records.put({ kind, id, parentId, local: whole, base: values, etag: conflict.etag });
    if (drawing) documents.merge(id, drawing, drawing);
    const steps: RecordStep[] = [{ op: 'remove', kind, id }];
    const kinds = changes.decide({ scope: scopeOf(records, kind, id), label, steps });
    outbox.acceptHeld(kind, id, conflict.held);
    return kinds;
  };

  return {
    list: (): ConflictSummary[] =>
      conflicts.keys().map(({ kind, id, type, items }) => ({
        kind,
        id,
        type,
        count: items.length,
        title: nameOf(records.find(kind, id)?.local ?? conflicts.find(kind, id)?.theirs ?? null),
      })),

    /** `null` when it is settled already. */
    find: (kind: RecordKind, id: string): Conflict | null => {
      const conflict = conflicts.find(kind, id);
      return conflict && describe(conflict);
    },

    /** Settles what is chosen; answers the kinds of record that look different now. */
    resolve: ({ kind, id, choices }: Resolution): RecordKind[] =>
      store.transaction(() => {
        const conflict = conflicts.find(kind, id);
        if (!conflict) return [];
        const { type } = conflict;
        if (type === 'fields' || type === 'canvas') return resolveEdits(conflict, choices);
        const side = choices['record'];
        if (!side) return [];
        return type === 'editedThere'
          ? resolveEditedThere(conflict, side)
          : resolveMissing(conflict, side);
      }),
  };
};

const keyOf = ({ element, id }: ElementConflict): string => `${element}:${id}`;

const elementConflicts = (base: CanvasDocument, mine: CanvasDocument, theirs: CanvasDocument) => ({
  conflicts: mergeCanvas(base, mine, theirs).conflicts,
});

const putStep = (
  { kind, id, parentId }: Pick<RecordRow, 'kind' | 'id' | 'parentId'>,
  values: Values,
  document: CanvasDocument | null,
  base: Values | null = null,
): RecordStep => ({
  op: 'put',
  kind,
  id,
  parentId,
  values,
  document: kind === 'canvas' ? document : null,
  base,
  documentBase: kind === 'canvas' && base ? document : null,
});
