import { rename } from '#shared/canvas/edits/rename.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { Edit } from '../canvas-store.ts';
import { isRecord, type Drawing } from './drawing.ts';

/** A new label for an element, its component, and all that show the same component. */
export const renameElement = (drawing: Drawing, id: string, label: string): Edit => {
  const { document } = drawing;
  const element = nodeById(document, id) ?? edgeById(document, id);
  const operation = rename(document, id, label);
  const componentId = element?.data?.componentId;
  // A flow may lose its label; its component, which has to have a title, keeps the last one.
  const isTold = componentId !== undefined && label !== '' && isRecord(drawing, componentId);
  const records: RecordChange[] =
    isTold && operation.length > 0
      ? [{ op: 'update', kind: 'component', id: componentId, values: { title: label } }]
      : [];
  return { label: 'canvas.label.rename', operation, records };
};
