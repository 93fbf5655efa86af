import { applyOperation, invertOperation } from '#shared/canvas/apply.ts';
import { emptyDocument, type CanvasDocument } from '#shared/canvas/document.ts';
import { renameComponent } from '#shared/canvas/edits/rename.ts';
import type { DrawingChange } from '#shared/desktop/change.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { ChangedName } from '../store/changed-names.ts';
import type { RecordStep } from '../store/record-step.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { canvasesNaming } from './component-ids.ts';

/**
 * An element's label and its component's title are one name for people, but two values at the service.
 * Another program may change only one of them. If both were equal before, sync changes the other one
 * too. It waits a few seconds first, because Parapet on another computer sends both, one after the
 * other: a copy made in between could replace what somebody changes there meanwhile.
 */

type Named = {
  id: string;
  data?: { componentId?: string | undefined; label?: string | undefined } | undefined;
};

const elementsOf = ({ nodes, edges }: CanvasDocument): Named[] => [...nodes, ...edges];

/**
 * Returns the components whose labels changed and were equal to their titles, with the former and the
 * new label.
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

/** Returns the steps that give components the labels of a changed drawing as their titles. */
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

/** Returns the changes that write the new title of a component on the drawings that show it. */
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

/** After a merge of a drawing, notes the components whose labels changed. */
export const noteLabels = (store: Store, before: CanvasDocument, after: CanvasDocument): void => {
  for (const { componentId, elementId, from } of relabeled(store, before, after)) {
    store.changedNames.note({ componentId, elementId, was: from });
  }
};

/** After a merge of a component, notes that its title changed. */
export const noteTitle = ({ changedNames }: Store, before: RecordRow, title: unknown): void => {
  const was = before.local['title'];
  if (typeof was !== 'string' || title === was) return;
  changedNames.note({ componentId: before.id, elementId: null, was });
};

/**
 * Copies a name that others changed in one place to the other place, unless that has changed too, and
 * queues the copy. Returns the kinds of changed records.
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

/** Gives a component the label of an element as its title, and queues the component. */
const followLabel = (store: Store, row: RecordRow, elementId: string | null): RecordKind[] => {
  const title = canvasesNaming(store, row)
    .flatMap((canvasId) => elementsOf(store.documents.read(canvasId) ?? emptyDocument))
    .find(({ id }) => id === elementId)?.data?.label;
  if (!title || title === row.local['title']) return [];
  store.records.put({ ...row, local: { ...row.local, title } });
  store.outbox.update('component', row.id, ['title']);
  return ['component'];
};

/** Writes the new title of a component on its drawings, and queues the drawings. */
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

/** Returns the kinds of record that may change here if one of this kind does. */
export const changedWith = (kind: RecordKind): RecordKind[] => {
  if (kind === 'canvas') return ['canvas', 'component'];
  return kind === 'component' ? ['component', 'canvas'] : [kind];
};

/**
 * Returns the kinds of record that may change here if one of this kind is new. A new
 * component changes no drawing, so drawings are not read again. Reading a large one for
 * each page of an import took longer than the import.
 */
export const addedWith = (kind: RecordKind): RecordKind[] =>
  kind === 'component' ? [kind] : changedWith(kind);
