import { applyOperation, invertOperation } from '#shared/canvas/apply.ts';
import { emptyDocument, type CanvasDocument } from '#shared/canvas/document.ts';
import { paste } from '#shared/canvas/edits/copy.ts';
import { moveAcross } from '#shared/canvas/edits/move-across.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { translateComponentIds } from '#shared/canvas/translate-component-ids.ts';
import type { Change, DrawingChange, RecordChange } from '#shared/desktop/change.ts';
import type { MoveElements } from '#shared/desktop/moves.ts';
import { newId } from '#shared/records/new-id.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { copyComponent, childrenIn } from './copy-component.ts';
import type { Records } from './records.ts';

type Parts = {
  records: Records;
  documents: CanvasDocuments;
  /** Returns the canvases of a model in the order of its tabs. */
  canvasIds: (modelId: string) => string[];
};

type Planned<Result> = { change: Change; result: Result };
type Moved = {
  canvasId: string;
  elementIds: string[];
  cutFlows: number;
  drawings: Pick<DrawingChange, 'canvasId' | 'operation'>[];
};

/**
 * Plans changes that involve several canvases. The window cannot plan them, because it has only the open
 * canvas. A plan is `null` if a canvas that it needs no longer exists.
 */
export const createCanvasEdits = ({ records, documents, canvasIds }: Parts) => {
  const found = (id: string): { modelId: string; document: CanvasDocument } | null => {
    const modelId = records.find('canvas', id)?.parentId;
    const document = documents.read(id);
    return modelId && document ? { modelId, document } : null;
  };

  /**
   * Plans a copy of a canvas. The copy has new elements, and copies of the canvas's components with
   * their threats and mitigations. Elements that show components of other canvases show the same
   * components in the copy.
   */
  const duplicate = (id: string, title: string): Planned<{ canvasId: string }> | null => {
    const original = found(id);
    if (!original) return null;
    const canvasId = newId();
    const components = new Map<string, string>();
    const copies: RecordChange[] = [];
    const rows = childrenIn(records.subtree('canvas', id));
    for (const component of rows.children('component', id)) {
      const copy = copyComponent(rows, component, canvasId, { comments: false });
      components.set(component.id, copy.id);
      copies.push(...copy.records);
    }
    const document = translateComponentIds(
      withNewIds(original.document),
      (component) => components.get(component) ?? null,
    );
    const { modelId } = original;
    const order = canvasIds(modelId);
    order.splice(order.indexOf(id) + 1, 0, canvasId);
    return {
      change: {
        scope: modelId,
        label: 'canvases.label.duplicate',
        drawings: [],
        records: [newCanvas(canvasId, modelId, title, document), ...copies],
        canvasOrders: [{ modelId, canvasIds: order }],
      },
      result: { canvasId },
    };
  };

  /**
   * Plans a move of elements to another canvas of the model or to a new one. The components of the
   * elements remain records of their original canvas, so no data is lost.
   */
  const moveElements = ({ canvasId: fromId, nodeIds, to }: MoveElements): Planned<Moved> | null => {
    const from = found(fromId);
    const target = 'canvasId' in to ? found(to.canvasId) : { document: emptyDocument };
    if (!from || !target) return null;
    const { modelId } = from;
    const existing = nodeIds.filter((id) => nodeById(from.document, id));
    const moved = moveAcross(from.document, target.document, existing, newId);
    const leaving = drawn(fromId, from.document, moved.taken);
    const canvasId = 'canvasId' in to ? to.canvasId : newId();
    const isNew = !('canvasId' in to);
    const drawings = isNew ? [leaving] : [leaving, drawn(canvasId, target.document, moved.added)];
    const made = applyOperation(target.document, moved.added);
    return {
      change: {
        scope: modelId,
        label: 'canvases.label.move',
        drawings,
        canvasOrders: [],
        records: isNew ? [newCanvas(canvasId, modelId, to.title, made)] : [],
      },
      result: {
        canvasId,
        elementIds: moved.ids,
        cutFlows: moved.cutFlows,
        drawings: drawings.map(({ canvasId: id, operation }) => ({ canvasId: id, operation })),
      },
    };
  };

  return { duplicate, moveElements };
};

const drawn = (
  canvasId: string,
  document: CanvasDocument,
  operation: CanvasOperation,
): DrawingChange => ({ canvasId, operation, inverse: invertOperation(document, operation) });

const newCanvas = (
  id: string,
  modelId: string,
  title: string,
  document: CanvasDocument,
): RecordChange => ({
  op: 'create',
  kind: 'canvas',
  id,
  parentId: modelId,
  values: { title },
  document,
});

/** Gives all elements new IDs. Unknown parts of the document stay. */
const withNewIds = (document: CanvasDocument): CanvasDocument => {
  const { operation } = paste(emptyDocument, document, { by: { x: 0, y: 0 }, newId });
  return { ...document, ...applyOperation(emptyDocument, operation) };
};
