import { applyOperation, invertOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { renameComponent } from '#shared/canvas/edits/rename.ts';
import type { DrawingChange } from '#shared/desktop/change.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { RecordStep } from '../store/record-step.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { canvasesNaming } from './component-ids.ts';

/**
 * An element's label and its component's title are one name for people, but two values at the service.
 * Another program may change only one of them. If both were equal before, sync changes the other one too.
 */

type Named = {
  id: string;
  data?: { componentId?: string | undefined; label?: string | undefined } | undefined;
};

const elementsOf = ({ nodes, edges }: CanvasDocument): Named[] => [...nodes, ...edges];

/** Returns the components whose labels changed, with the former and the new label. */
const relabeled = (before: CanvasDocument, after: CanvasDocument) => {
  const labels = new Map(elementsOf(before).map(({ id, data }) => [id, data?.label]));
  return elementsOf(after).flatMap(({ id, data }) => {
    const [from, to, componentId] = [labels.get(id), data?.label, data?.componentId];
    const isChanged = from !== undefined && to !== undefined && to !== '' && from !== to;
    return isChanged && componentId !== undefined ? [{ componentId, from, to }] : [];
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
  relabeled(before, after).flatMap(({ componentId: id, from, to }) => {
    const row = store.records.find('component', id);
    if (row?.local['title'] !== from || isContested(store, id)) return [];
    return [{ op: 'patch', kind: 'component', id, values: { title: to } }];
  });

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

/** After a merge of a drawing, gives its components the new labels as titles, and queues the components. */
export const followLabels = (store: Store, before: CanvasDocument, after: CanvasDocument): void => {
  for (const { id, values } of titlesAfter(store, before, after)) {
    const row = store.records.find('component', id);
    if (row) store.records.put({ ...row, local: { ...row.local, ...values } });
    store.outbox.update('component', id, Object.keys(values));
  }
};

/** After a merge of a component, writes its new title on its drawings, and queues the drawings. */
export const followTitle = (store: Store, before: RecordRow, title: unknown): void => {
  for (const { canvasId, operation } of labelsAfter(store, before, title)) {
    const document = store.documents.read(canvasId);
    const base = store.documents.base(canvasId);
    if (!document) continue;
    const named = applyOperation(document, operation);
    if (base) store.documents.merge(canvasId, named, base);
    else store.documents.write(canvasId, named, null);
    store.outbox.update('canvas', canvasId, ['data']);
  }
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
