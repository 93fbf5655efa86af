import { invertOperation } from '#shared/canvas/apply.ts';
import { renameComponent } from '#shared/canvas/edits/rename.ts';
import type { Change, DrawingChange, RecordChange } from '#shared/desktop/change.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import type { ComponentPlaces } from './component-places.ts';
import type { Records } from './records.ts';

type Parts = { records: Records; documents: CanvasDocuments; places: ComponentPlaces };

/**
 * What a gesture on one canvas means for the others of its model, which the window has not got. A
 * component is deleted only with the last element that shows it, and a new name is written wherever
 * it is shown. Of the canvases that a gesture names itself it has seen to that already.
 */
export const createFollowUp = ({ records, documents, places }: Parts) => {
  const elsewhere = (id: string, { drawings }: Change): string[] => {
    const named = new Set(drawings.map(({ canvasId }) => canvasId));
    return places.canvasesShowing(id).filter((canvasId) => !named.has(canvasId));
  };

  const isKept = (record: RecordChange, change: Change): boolean =>
    record.op === 'delete' &&
    record.kind === 'component' &&
    elsewhere(record.id, change).length > 0;

  const newTitles = (change: Change): Map<string, string> => {
    const titles = new Map<string, string>();
    for (const record of change.records) {
      if (record.op !== 'update' || record.kind !== 'component') continue;
      const { title } = record.values;
      const before = records.find('component', record.id)?.local['title'];
      if (typeof title === 'string' && title !== before) titles.set(record.id, title);
    }
    return titles;
  };

  const renamedOn = (canvasId: string, titles: ReadonlyMap<string, string>): DrawingChange[] => {
    const document = documents.read(canvasId);
    if (!document) return [];
    const operation = [...titles].flatMap(([id, title]) => renameComponent(document, id, title));
    return operation.length === 0
      ? []
      : [{ canvasId, operation, inverse: invertOperation(document, operation) }];
  };

  /** The change with what follows from it. */
  return (change: Change): Change => {
    // What is not drawn is meant as it is said.
    if (change.drawings.length === 0) return change;
    const renamed = new Map<string, Map<string, string>>();
    for (const [id, title] of newTitles(change)) {
      for (const canvasId of elsewhere(id, change)) {
        const titles = renamed.get(canvasId) ?? new Map<string, string>();
        renamed.set(canvasId, titles.set(id, title));
      }
    }
    return {
      ...change,
      records: change.records.filter((record) => !isKept(record, change)),
      drawings: [
        ...change.drawings,
        ...[...renamed].flatMap(([canvasId, titles]) => renamedOn(canvasId, titles)),
      ],
    };
  };
};
