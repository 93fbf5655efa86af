import { applyOperation } from '#shared/canvas/apply.ts';
import type { NodeType, Position } from '#shared/canvas/document.ts';
import { connect } from '#shared/canvas/edits/connect.ts';
import type { Edit } from '../canvas-store.ts';
import { addElement } from './add-element.ts';
import type { Drawing } from './drawing.ts';

/** A flow from one node to another. */
export const connectElements = (
  { document }: Drawing,
  source: string,
  target: string,
): { id: string; edit: Edit } => {
  const id = crypto.randomUUID();
  const operation = connect(document, { id, source, target, type: 'flow', data: { label: '' } });
  return { id, edit: { label: 'canvas.label.connect', operation } };
};

/** A flow to a new node, which is made where the flow was dropped. */
export const connectToNew = (
  drawing: Drawing,
  source: string,
  node: { type: NodeType; label: string; at: Position },
): { id: string; edit: Edit } => {
  const added = addElement(drawing, node);
  const { operation = [], records = [] } = added.edit;
  const document = applyOperation(drawing.document, operation);
  const flow = connectElements({ ...drawing, document }, source, added.id);
  return {
    id: added.id,
    edit: {
      label: 'canvas.label.connect',
      operation: [...operation, ...(flow.edit.operation ?? [])],
      records,
    },
  };
};
