import i18next from 'i18next';
import type { NodeType } from '#shared/canvas/document.ts';
import { addInside } from '#shared/canvas/edits/move-inside.ts';
import { isBoundary, positionOf } from '#shared/canvas/geometry.ts';
import { ancestorsOf, childrenOf, edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { inReadingOrder } from '#shared/canvas/reading-order.ts';
import { focusTree } from '../../ui/virtual-tree.tsx';
import { connectTo, removeSelected, selectedIds } from '../actions.ts';
import { announce } from '../announcements.ts';
import { useCanvas } from '../canvas-store.ts';
import { addElement } from '../changes/add-element.ts';
import { leadConnection, startConnection, startEditing, useGesture } from '../gesture.ts';
import { isConnectable } from '../node-kinds.ts';
import { goToElement, revealElement } from '../places/travel.ts';
import { moveElements } from '../places/use-picking-commands.tsx';
import { activateRow, openRow, renameRow, useOutline } from './outline-state.ts';

const canvas = useCanvas.getState;

export const outlineSelector = '[data-outline]';

const activeId = (): string | undefined => useOutline.getState().active ?? undefined;

/** The boundary that something new goes into: the one the focus is on, or the one around it. */
const boundaryAtRow = (): string | undefined => {
  const { document } = canvas();
  const id = activeId();
  const node = nodeById(document, edgeById(document, id)?.source ?? id);
  if (!node) return undefined;
  return (isBoundary(node) ? node : ancestorsOf(document, node).find(isBoundary))?.id;
};

/** Adds an element at a free place of the boundary that has the focus, and asks for its name. */
export const addAtRow = (type: NodeType): void => {
  const { document } = canvas();
  const boundaryId = boundaryAtRow();
  const active = nodeById(document, activeId());
  const label = i18next.t(`new.${type}`, { ns: 'canvas' });
  const at = active ? positionOf(document, active) : { x: 0, y: 0 };
  const { id, edit } = addElement(canvas(), { type, label, at }, (drawing, node) =>
    addInside(drawing, boundaryId, node),
  );
  canvas().commit(edit);
  canvas().select([id]);
  if (boundaryId !== undefined) openRow(boundaryId, true);
  activateRow(id);
  renameRow(id);
  revealElement(id);
};

/** A note may have several lines, for which the tree has no room: it is written on the canvas. */
export const renameAtRow = (): void => {
  const id = activeId();
  if (id === undefined) return;
  if (nodeById(canvas().document, id)?.type === 'noteNode') {
    goToElement(id);
    startEditing(id);
  } else renameRow(id);
};

/** The focus goes to the row beside what is deleted. */
export const deleteAtRow = (rowIds: readonly string[]): void => {
  const from = rowIds.findIndex((id) => selectedIds().includes(id));
  removeSelected();
  const { document } = canvas();
  const stays = (id: string): boolean =>
    (nodeById(document, id) ?? edgeById(document, id)) !== undefined;
  const next = rowIds.slice(from).find(stays) ?? rowIds.slice(0, Math.max(0, from)).findLast(stays);
  if (next === undefined) return;
  activateRow(next);
  canvas().select([next]);
  focusTree(outlineSelector);
};

/** The focus then goes to where the flow ends, and Enter draws it. */
export const connectAtRow = (): void => {
  const { document } = canvas();
  const source = nodeById(document, activeId());
  if (!source || !isConnectable(source.type)) return;
  startConnection(source.id, false);
  const label = source.data.label ?? '';
  announce(
    `${i18next.t('outline.connecting', { ns: 'finding', source: label })}. ${i18next.t('outline.choose', { ns: 'finding' })}`,
  );
};

/** While a flow is being drawn, the row with the focus is where it would end. */
export const aimAt = (id: string): void => {
  const isEnd = isConnectable(nodeById(canvas().document, id)?.type);
  leadConnection({ target: nodeById(canvas().document, id) && isEnd ? id : null });
};

export const finishConnection = (): boolean => {
  const { connection } = useGesture.getState();
  if (connection === null) return false;
  if (connection.target === null) return true;
  connectTo(connection.source, connection.target);
  const [flow] = canvas().selection.edges;
  openRow(connection.source, true);
  if (flow !== undefined) {
    activateRow(flow);
    focusTree(outlineSelector);
  }
  return true;
};

const selectedNodes = (): readonly string[] => canvas().selection.nodes;

/** Into the boundary that comes before it, beside it. */
export const indentRow = (): void => {
  const { document } = canvas();
  const node = nodeById(document, activeId());
  if (!node) return;
  const beside =
    node.parentId === undefined
      ? document.nodes.filter(({ parentId }) => parentId === undefined)
      : childrenOf(document, node.parentId);
  const ordered = inReadingOrder(document, beside);
  const before = ordered.slice(0, ordered.indexOf(node)).findLast(isBoundary);
  if (!before) return;
  openRow(before.id, true);
  moveElements(selectedNodes(), before.id);
};

/** Out of its boundary, into the one around that. */
export const outdentRow = (): void => {
  const { document } = canvas();
  const node = nodeById(document, activeId());
  const parent = nodeById(document, node?.parentId);
  if (parent) moveElements(selectedNodes(), parent.parentId);
};
