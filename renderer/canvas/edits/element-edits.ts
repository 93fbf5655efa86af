import { applyOperation } from '#shared/canvas/apply.ts';
import type {
  CanvasDocument,
  CanvasEdge,
  CanvasNode,
  Position,
  Size,
} from '#shared/canvas/document.ts';
import { addNode } from '#shared/canvas/edits/add-node.ts';
import { connect } from '#shared/canvas/edits/connect.ts';
import { remove } from '#shared/canvas/edits/remove.ts';
import { rename } from '#shared/canvas/edits/rename.ts';
import {
  elementKinds,
  isComponentKind,
  isElementKind,
  plainMinSize,
  type ElementKind,
} from '#shared/canvas/element-kinds.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import { newId } from '#shared/records/new-id.ts';
import type { Badges } from '../state/badges.ts';
import type { Edit } from '../state/canvas-store.ts';

/** The input of an edit: the document of the open canvas and its component records. */
export type Drawing = {
  canvasId: string | null;
  document: CanvasDocument;
  badges: Badges | null;
};

export const elementsOf = ({ nodes, edges }: CanvasDocument): (CanvasNode | CanvasEdge)[] => [
  ...nodes,
  ...edges,
];

/**
 * Tells if the list of components has a record for a component. An element may show a component that was
 * deleted, or that is in another model. Until the list is loaded, every component counts as having a
 * record. The list may be out of date, so the main process decides which records a rename or a delete
 * changes (electron/desktop/own-components.ts).
 */
export const isRecord = ({ badges }: Drawing, componentId: string): boolean =>
  badges === null || badges.has(componentId);

type NewElement = {
  type: ElementKind;
  label: string;
  /** The center of the new node on the canvas. */
  at: Position;
  size?: Size;
};

/**
 * Returns an edit that adds a node. If the node is a component, the edit also creates its component
 * record. `insert` returns the operation that adds the node.
 */
export const addElement = (
  { canvasId, document }: Drawing,
  { type, label, at, size = elementKinds[type].size }: NewElement,
  insert: (document: CanvasDocument, node: CanvasNode) => CanvasOperation = addNode,
): { id: string; edit: Edit } => {
  const id = newId();
  const componentId = isComponentKind(type) ? newId() : null;
  const records: RecordChange[] = componentId ? [newComponent(componentId, canvasId, label)] : [];
  const operation = insert(document, {
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

/** Returns an edit that adds a flow between two nodes. */
export const connectElements = (
  { document }: Drawing,
  source: string,
  target: string,
): { id: string; edit: Edit } => {
  const id = newId();
  const operation = connect(document, { id, source, target, type: 'flow', data: { label: '' } });
  return { id, edit: { label: 'canvas.label.connect', operation } };
};

/** Returns an edit that adds a flow to a new node, which is created at the drop position. */
export const connectToNew = (
  drawing: Drawing,
  source: string,
  node: { type: ElementKind; label: string; at: Position },
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

/** Returns an edit that renames an element, its component, and all elements that show this component. */
export const renameElement = (
  { document }: Pick<Drawing, 'document'>,
  id: string,
  label: string,
): Edit => {
  const element = nodeById(document, id) ?? edgeById(document, id);
  const operation = rename(document, id, label);
  const componentId = element?.data?.componentId;
  // A flow can be without a label, but a component needs a title. So if the person clears the label of a
  // flow, the component of the flow keeps its title.
  const records: RecordChange[] =
    componentId !== undefined && label !== '' && operation.length > 0
      ? [{ op: 'update', kind: 'component', id: componentId, values: { title: label } }]
      : [];
  return { label: 'canvas.label.rename', operation, records };
};

/**
 * Returns an edit that deletes elements. If no other element shows the component of a deleted
 * element, the component's record and threats are deleted too.
 */
export const removeElements = (
  { document }: Pick<Drawing, 'document'>,
  ids: Iterable<string>,
): Edit => {
  const operation = remove(document, new Set(ids));
  const after = applyOperation(document, operation);
  const left = componentsOf(after);
  return {
    label: 'canvas.label.delete',
    operation,
    records: [...componentsOf(document)]
      .filter((id) => !left.has(id))
      .map((id) => ({ op: 'delete', kind: 'component', id })),
  };
};

export const componentsOf = (document: Drawing['document']): Set<string> => {
  const components = new Set<string>();
  for (const { data } of elementsOf(document)) {
    if (data?.componentId !== undefined) components.add(data.componentId);
  }
  return components;
};

type Holder = { kind: 'node'; element: CanvasNode } | { kind: 'edge'; element: CanvasEdge };

/**
 * Returns the changes that create a component for a flow or boundary. They must come before the change
 * that needs the component. If the element already has a component, `operation` and `records` are empty.
 */
export const ensureComponent = (
  canvasId: string,
  holder: Holder,
  untitled: string,
): { componentId: string; operation: CanvasOperation; records: RecordChange[] } => {
  const { kind, element } = holder;
  const existing = element.data?.componentId;
  if (existing !== undefined) return { componentId: existing, operation: [], records: [] };
  const componentId = newId();
  const label = element.data?.label?.trim() ?? '';
  return {
    componentId,
    operation: [
      { kind: kind === 'node' ? 'setNode' : 'setEdge', id: element.id, data: { componentId } },
    ],
    records: [
      {
        op: 'create',
        kind: 'component',
        id: componentId,
        parentId: canvasId,
        values: { title: label === '' ? untitled : label, description: '' },
      },
    ],
  };
};

/**
 * Returns the smallest size to which a person can resize a node. The name and the handles of the node
 * need this much space.
 */
export const minSize = (type: string | undefined): Size =>
  isElementKind(type) ? elementKinds[type].minSize : plainMinSize;
