import { applyOperation } from '#shared/canvas/apply.ts';
import { emptyDocument, type CanvasDocument } from '#shared/canvas/document.ts';
import type { DrawingChange } from '#shared/desktop/change.ts';
import { byId } from '#shared/merge/by-id.ts';
import {
  changedFields,
  namesOfData,
  withFieldsOf,
  type Element,
} from '#shared/merge/element-fields.ts';
import { mergeCanvas, type ElementConflict } from '#shared/merge/merge-canvas.ts';
import { replaceElements } from '#shared/merge/replace-elements.ts';
import { same } from '#shared/merge/same-value.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { isOfEdits, type Conflicts, type EditConflict } from './conflicts.ts';
import type { Records, Values } from './records.ts';

type Parts = { records: Records; documents: CanvasDocuments; conflicts: Conflicts };

/** `decide`: the person chose the value. `reopen`: the value results from undo or redo. */
type Meaning = 'decide' | 'reopen';

type Edits = {
  patches: readonly { kind: RecordKind; id: string; values: Values }[];
  drawings: readonly Pick<DrawingChange, 'canvasId' | 'operation'>[];
};

/**
 * An element conflict and the fields in conflict that the person changed. `isPresent` tells if the
 * element exists after the change.
 */
type Touched = { conflict: ElementConflict; fields: string[]; isPresent: boolean };

/**
 * Updates the open conflicts that a change affects, by changing the merge base. A merge keeps the side
 * that differs from the base. So without this update, a merge would discard an edit that sets a value
 * back to the value in the base.
 *
 * If the person enters a value (`decide`), this value wins. The base gets the service's value, so only
 * the person's value differs from the base, and the conflict ends. An undo or redo (`reopen`) decides
 * nothing. The value is removed from the base, so the conflict stays open until both sides agree or the
 * person decides.
 *
 * There is one exception for elements. If only one side has an element after the undo or redo, the
 * element would look new without a base. So the base gets our version of the element from before the
 * undo or redo.
 */
export const createConflictEdits = ({ records, documents, conflicts }: Parts) => {
  const keepItems = (conflict: EditConflict, items: string[]): void => {
    if (items.length === 0) return conflicts.remove(conflict.kind, conflict.id);
    const type = items.some(isOfDrawing) ? 'canvas' : 'fields';
    conflicts.put({ ...conflict, type, items });
  };

  const notePatch = (conflict: EditConflict, values: Values, meaning: Meaning): void => {
    const { kind, id, items, theirs } = conflict;
    const row = records.find(kind, id);
    if (!row) return;
    const isEdited = (field: string): boolean =>
      items.includes(field) &&
      Object.hasOwn(values, field) &&
      !same(values[field], row.local[field]);
    const unedited = Object.entries(row.base ?? {}).filter(([field]) => !isEdited(field));
    const decided = Object.entries(theirs).filter(
      ([field]) => meaning === 'decide' && isEdited(field),
    );
    records.put({ ...row, base: Object.fromEntries([...unedited, ...decided]) });
    if (decided.length > 0)
      keepItems(
        conflict,
        items.filter((item) => !isEdited(item)),
      );
  };

  const noteDrawing = (
    conflict: EditConflict,
    operation: DrawingChange['operation'],
    meaning: Meaning,
  ): void => {
    const { id, items, drawing: theirs } = conflict;
    const mine = documents.read(id);
    if (!mine || !theirs) return;
    const origin = documents.base(id) ?? emptyDocument;
    const after = applyOperation(mine, operation);
    const open = mergeCanvas(origin, mine, theirs).conflicts;
    const touched = touchedBy(open, after);
    if (touched.length === 0) return;
    const base = replaceElements(
      origin,
      originsOf(touched, meaning),
      touched.map((each) => each.conflict),
    );
    documents.confirm(id, base);
    const edited = new Set(touched.map((each) => itemOf(each.conflict)));
    const merge = mergeCanvas(base, after, theirs);
    const drawn = merge.conflicts.map(itemOf);
    // The change may leave nothing to decide about other elements of the conflict. For example, the
    // person deletes a flow to a node that others deleted, or undoes a delete. These elements still stay
    // in the conflict until they are merged with the service's version. Otherwise the app would
    // overwrite what others changed in them.
    const others = open.map(itemOf).filter((item) => !edited.has(item));
    const unmerged = unlike(after, merge.shown).filter((item) => edited.has(item));
    // If others bring such an element back, its base is only a guess. It must not decide about the other
    // fields that the person has edited.
    const guessed = touched
      .filter(({ conflict: { theirs: their }, isPresent }) => isPresent && their === null)
      .map((each) => each.conflict.id);
    keepItems(
      meaning === 'reopen'
        ? { ...conflict, guessed: [...new Set([...(conflict.guessed ?? []), ...guessed])] }
        : conflict,
      [
        ...items.filter((item) => !isOfDrawing(item)),
        ...new Set([...drawn, ...others, ...unmerged]),
      ],
    );
  };

  /**
   * Call the returned function before the change is applied, because it compares the change with the
   * stored values.
   */
  return ({ patches, drawings }: Edits, meaning: Meaning): void => {
    if (conflicts.count() === 0) return;
    for (const { kind, id, values } of patches) {
      const conflict = conflicts.find(kind, id);
      if (conflict && isOfEdits(conflict)) notePatch(conflict, values, meaning);
    }
    for (const { canvasId, operation } of drawings) {
      const conflict = conflicts.find('canvas', canvasId);
      if (conflict && isOfEdits(conflict)) noteDrawing(conflict, operation, meaning);
    }
  };
};

export type ConflictEdits = ReturnType<typeof createConflictEdits>;

const itemOf = ({ element, id }: ElementConflict): string => `${element}:${id}`;

const isOfDrawing = (item: string): boolean => item.includes(':');

/** Returns the elements that differ in two documents, or that only one of them has. */
const unlike = (one: CanvasDocument, other: CanvasDocument): string[] => {
  const among = (element: 'node' | 'edge', own: Element[], their: Element[]): string[] => {
    const [owns, theirs] = [byId(own), byId(their)];
    const ids = [...new Set([...owns.keys(), ...theirs.keys()])];
    return ids.flatMap((id) => (same(owns.get(id), theirs.get(id)) ? [] : [`${element}:${id}`]));
  };
  return [...among('node', one.nodes, other.nodes), ...among('edge', one.edges, other.edges)];
};

const touchedBy = (conflicts: readonly ElementConflict[], after: CanvasDocument): Touched[] => {
  const [nodes, edges] = [byId(after.nodes), byId(after.edges)];
  return conflicts.flatMap((conflict) => {
    const now: Element | undefined = (conflict.element === 'node' ? nodes : edges).get(conflict.id);
    const before: Element | null = conflict.mine;
    const isPresent = now !== undefined;
    if (!before || !now)
      return (before !== null) === isPresent ? [] : [{ conflict, fields: [], isPresent }];
    const changed = changedFields(before, now);
    const fields = conflict.fields.filter((field) => changed.has(field));
    const isTouched = conflict.fields.length === 0 ? changed.size > 0 : fields.length > 0;
    return isTouched ? [{ conflict, fields, isPresent }] : [];
  });
};

/**
 * Returns the version of an element for the merge base, so that the next merge keeps the person's
 * choice. This is the service's element or, if the person edited fields in conflict, the old base with
 * the service's values of these fields. Returns `null` for an element that was deleted here and is
 * present again. Such an element was moved back from another canvas, which decides nothing about the
 * changes of others.
 */
const decidedOrigin = <E extends Element>(
  { base, mine, theirs }: { base: E | null; mine: E | null; theirs: E | null },
  { conflict, fields, isPresent }: Touched,
): E | null => {
  if (!mine && isPresent) return null;
  // Without a base, the edit can't be told apart from the other fields in conflict. They stay in conflict.
  const isPartial = conflict.fields.some((field) => !fields.includes(field));
  if (!base && mine && theirs && isPartial) return null;
  return base && mine && theirs && fields.length > 0
    ? withFieldsOf(base, theirs, fields, namesOfData(mine, theirs))
    : theirs;
};

/**
 * Returns the version of an element for the merge base, so that the next merge finds the conflict again.
 * This is our version from before the undo or redo if only one side has the element afterward, and
 * `null` otherwise.
 */
const undecidedOrigin = <E extends Element>(
  { mine, theirs }: { mine: E | null; theirs: E | null },
  isPresent: boolean,
): E | null => (isPresent === (theirs !== null) ? null : mine);

const originsOf = (touched: readonly Touched[], meaning: Meaning): CanvasDocument => {
  const originOf = <E extends Element>(
    conflict: { base: E | null; mine: E | null; theirs: E | null },
    edit: Touched,
  ): E | null =>
    meaning === 'decide'
      ? decidedOrigin(conflict, edit)
      : undecidedOrigin(conflict, edit.isPresent);
  return {
    nodes: touched.flatMap((each) =>
      each.conflict.element === 'node' ? (originOf(each.conflict, each) ?? []) : [],
    ),
    edges: touched.flatMap((each) =>
      each.conflict.element === 'edge' ? (originOf(each.conflict, each) ?? []) : [],
    ),
  };
};
