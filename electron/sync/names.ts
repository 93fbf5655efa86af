import { isDeepStrictEqual } from 'node:util';
import { applyOperation, invertOperation } from '#shared/canvas/apply.ts';
import { emptyDocument, type CanvasDocument } from '#shared/canvas/document.ts';
import { renameComponent } from '#shared/canvas/edits/rename.ts';
import type { DrawingChange } from '#shared/desktop/change.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { ChangedName } from '../store/changed-names.ts';
import type { RecordStep } from '../store/record-step.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { canvasesNaming } from './component-ids.ts';
import { sentOf } from './endpoints.ts';
import { isOlder } from './is-older.ts';

/**
 * An element's label and its component's title are one name for people, but two values at the service.
 * If another program changes only one of two equal values, sync changes the other one too. It first
 * waits a few seconds, because Parapet on another computer sends both values, one after the other.
 */

type Named = {
  id: string;
  data?: { componentId?: string | undefined; label?: string | undefined } | undefined;
};

const elementsOf = ({ nodes, edges }: CanvasDocument): Named[] => [...nodes, ...edges];

/**
 * Returns the labels that differ between the two drawings, each with its component and its former label.
 * Only labels that were equal to the title of the component are included.
 */
const relabeled = (store: Store, before: CanvasDocument, after: CanvasDocument) => {
  const labels = new Map(elementsOf(before).map(({ id, data }) => [id, data?.label]));
  return elementsOf(after).flatMap(({ id, data }) => {
    const [from, to, componentId] = [labels.get(id), data?.label, data?.componentId];
    if (componentId === undefined || from === undefined || from === to || !to) return [];
    const row = store.records.find('component', componentId);
    if (row?.local['title'] !== from || isContested(store, componentId)) return [];
    return [{ elementId: id, componentId, from, to }];
  });
};

const isContested = ({ conflicts }: Store, componentId: string): boolean =>
  conflicts.find('component', componentId) !== null;

/** Returns the steps that set the titles of components to the changed labels in a drawing. */
export const titlesAfter = (
  store: Store,
  before: CanvasDocument,
  after: CanvasDocument,
): Extract<RecordStep, { op: 'patch' }>[] =>
  relabeled(store, before, after).map(({ componentId: id, to }) => ({
    op: 'patch',
    kind: 'component',
    id,
    values: { title: to },
  }));

/** Returns the changes that write a component's new title as the label of its elements. */
export const labelsAfter = (store: Store, row: RecordRow, title: unknown): DrawingChange[] => {
  const { documents, conflicts } = store;
  const { id, local } = row;
  if (typeof title !== 'string' || title === '' || local['title'] === title) return [];
  return canvasesNaming(store, row).flatMap((canvasId) => {
    const document = documents.drawnComponents.isOn(canvasId, id) ? documents.read(canvasId) : null;
    if (!document) return [];
    const inConflict = new Set(conflicts.find('canvas', canvasId)?.items);
    const labels = new Map(elementsOf(document).map((each) => [each.id, each.data?.label]));
    const operation = renameComponent(document, id, title).filter(
      (step) =>
        (step.kind === 'setNode' || step.kind === 'setEdge') &&
        labels.get(step.id) === local['title'] &&
        !inConflict.has(`${step.kind === 'setNode' ? 'node' : 'edge'}:${step.id}`),
    );
    if (operation.length === 0) return [];
    return [{ canvasId, operation, inverse: invertOperation(document, operation) }];
  });
};

/** Stores the labels that a merge has changed, so that `followName` can copy them to titles later. */
export const noteLabels = (store: Store, before: CanvasDocument, after: CanvasDocument): void => {
  for (const { componentId, elementId, from } of relabeled(store, before, after)) {
    store.changedNames.note({ componentId, elementId, was: from });
  }
};

/** Tells if somebody has set the title, perhaps to another one and back. */
const isTitled = (before: Values | null, after: Values | null): boolean => {
  const isSame = (field: string): boolean =>
    after?.[field] === undefined || isDeepStrictEqual(before?.[field], after[field]);
  return !isSame('title') || sentOf.component.updateFields.every(isSame);
};

/**
 * Stores when the title of a component was set. If a merge has renamed the component, stores the former
 * title too, so that `followName` can copy the new title to labels later.
 */
export const noteTitle = ({ changedNames }: Store, before: RecordRow, after: RecordRow): void => {
  const time = after.base?.['updated_at'];
  const isChanged = before.base !== null && isOlder(before.base, after.base);
  if (isChanged && typeof time === 'string' && isTitled(before.base, after.base)) {
    changedNames.noteTitled(before.id, time);
  }
  const was = before.local['title'];
  if (typeof was !== 'string' || after.local['title'] === was) return;
  changedNames.note({ componentId: before.id, elementId: null, was });
};

/**
 * Copies a name that others changed, from the label to the title or from the title to the label, and
 * queues the copy. Does nothing if others changed both. Returns the kinds of changed records.
 */
export const followName = (
  store: Store,
  { componentId, elementId, was }: ChangedName,
): RecordKind[] => {
  const row = store.records.find('component', componentId);
  if (!row || isContested(store, componentId)) return [];
  const { title } = row.local;
  return title === was
    ? followLabel(store, row, elementId)
    : followTitle(store, { ...row, local: { ...row.local, title: was } }, title);
};

/**
 * Sets the title of a component to the label of its element, and queues the component. Does nothing if
 * somebody set the title after the drawing was changed, because the label is then the former name. A
 * computer that saw the label's name as the title copies the present title to the label.
 */
const followLabel = (store: Store, row: RecordRow, elementId: string | null): RecordKind[] => {
  const [found] = canvasesNaming(store, row).flatMap((canvasId) =>
    elementsOf(store.documents.read(canvasId) ?? emptyDocument)
      .filter(({ id }) => id === elementId)
      .map(({ data }) => ({ title: data?.label, canvas: store.records.find('canvas', canvasId) })),
  );
  const title = found?.title;
  if (!title || title === row.local['title']) return [];
  const drawn = found.canvas?.base?.['updated_at'];
  if (typeof drawn === 'string' && drawn < store.changedNames.titledAt(row.id)) return [];
  store.records.put({ ...row, local: { ...row.local, title } });
  store.outbox.update('component', row.id, ['title']);
  return ['component'];
};

/** Writes a component's new title as the label of its elements, and queues the drawings. */
const followTitle = (store: Store, before: RecordRow, title: unknown): RecordKind[] => {
  const drawings = labelsAfter(store, before, title);
  for (const { canvasId, operation } of drawings) {
    const document = store.documents.read(canvasId);
    const base = store.documents.base(canvasId);
    if (!document) continue;
    const named = applyOperation(document, operation);
    if (base) store.documents.merge(canvasId, named, base);
    else store.documents.write(canvasId, named, null);
    store.outbox.update('canvas', canvasId, ['data']);
  }
  return drawings.length > 0 ? ['canvas'] : [];
};

/**
 * Returns the kinds of record that may change in the store together with a record of this kind. A
 * component changes no drawing, so the window need not read large drawings again. If its new name is
 * copied to labels, that is announced later.
 */
export const changedWith = (kind: RecordKind): RecordKind[] =>
  kind === 'canvas' ? ['canvas', 'component'] : [kind];
