import {
  defaultSize,
  type CanvasDocument,
  type CanvasNode,
  type NodeType,
  type Position,
  type Size,
} from '#shared/canvas/document.ts';
import { addNode } from '#shared/canvas/edits/add-node.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { Edit } from '../canvas-store.ts';
import { nodeKinds } from '../node-kinds.ts';
import type { Drawing } from './drawing.ts';

type NewElement = {
  type: NodeType;
  label: string;
  /** Its middle, on the canvas. */
  at: Position;
  size?: Size;
};

/** A new node, with the component record that its kind has. `place` decides where it stands. */
export const addElement = (
  { canvasId, document }: Drawing,
  { type, label, at, size = defaultSize[type] }: NewElement,
  place: (document: CanvasDocument, node: CanvasNode) => CanvasOperation = addNode,
): { id: string; edit: Edit } => {
  const id = crypto.randomUUID();
  const componentId = nodeKinds[type].isComponent ? crypto.randomUUID() : null;
  const records: RecordChange[] = componentId ? [newComponent(componentId, canvasId, label)] : [];
  const operation = place(document, {
    id,
    type,
    position: { x: onGrid(at.x - size.width / 2), y: onGrid(at.y - size.height / 2) },
    ...size,
    data: { label, ...(componentId && { componentId }) },
  });
  return { id, edit: { label: 'canvas.label.add', operation, records } };
};

export const gridStep = 10;
const onGrid = (value: number): number => Math.round(value / gridStep) * gridStep;

export const newComponent = (
  id: string,
  canvasId: string | null,
  title: string,
  description = '',
): RecordChange => ({
  op: 'create',
  kind: 'component',
  id,
  parentId: canvasId,
  values: { title, description },
});
