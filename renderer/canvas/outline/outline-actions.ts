import i18next from 'i18next';
import { create } from 'zustand';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { addInside } from '#shared/canvas/edits/move-inside.ts';
import { isConnectable, roleOf, type ElementKind } from '#shared/canvas/element-kinds.ts';
import { isBoundary, positionOf } from '#shared/canvas/geometry.ts';
import { ancestorsOf, childrenOf, edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { inReadingOrder } from '#shared/canvas/reading-order.ts';
import { togglePanel } from '../../kernel/panels/panels.ts';
import { focusTree } from '../../ui/tree/virtual-tree.tsx';
import { moveElements } from '../commands/element-picker.tsx';
import { connect, removeSelected, selectedIds } from '../edits/actions.ts';
import { addElement } from '../edits/element-edits.ts';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { updateConnection, startConnection, startEditing, useGesture } from '../state/gesture.ts';
import { focusEdge } from '../viewport/focus-element.ts';
import { goToElement, revealElement } from '../viewport/navigation.ts';

type OutlineState = {
  /** The row that has the Tab stop. */
  active: string | null;
  /**
   * The rows whose state differs from the initial state, because the person has expanded or collapsed
   * them.
   */
  toggled: ReadonlySet<string>;
  renamed: string | null;
  /**
   * True while the person works in the outline rather than on the canvas. Element commands, such as
   * rename and add, then act in the outline. Opening a menu or a dialog does not change this.
   */
  isWorkedIn: boolean;
};

const first = { active: null, toggled: new Set<string>(), renamed: null };

export const useOutline = create<OutlineState>(() => ({ ...first, isWorkedIn: false }));

export const forgetOutline = (): void => useOutline.setState(first);

/**
 * The largest number of elements on a canvas for which the rows of the outline start expanded. For a
 * larger canvas, they start collapsed.
 */
const maxExpanded = 300;

export const startsExpanded = ({ nodes, edges }: CanvasDocument): boolean =>
  nodes.length + edges.length <= maxExpanded;

export const openRow = (id: string, open: boolean): void => {
  const isSmall = startsExpanded(useCanvas.getState().document);
  useOutline.setState(({ toggled }) => {
    const next = new Set(toggled);
    if (open === isSmall) next.delete(id);
    else next.add(id);
    return { toggled: next };
  });
};

export const activateRow = (active: string): void => useOutline.setState({ active });
export const renameRow = (renamed: string | null): void => useOutline.setState({ renamed });

const canvas = useCanvas.getState;

export const outlineSelector = '[data-outline]';

const activeId = (): string | undefined => useOutline.getState().active ?? undefined;

/**
 * Returns the boundary for a new element: the focused boundary, or else the boundary around the focused
 * element. Returns `undefined` if there is none.
 */
const boundaryAtRow = (): string | undefined => {
  const { document } = canvas();
  const id = activeId();
  const node = nodeById(document, edgeById(document, id)?.source ?? id);
  if (!node) return undefined;
  return (isBoundary(node) ? node : ancestorsOf(document, node).find(isBoundary))?.id;
};

/**
 * Adds an element in the boundary of the focused row, at a free position, and edits its name in the
 * outline.
 */
export const addAtRow = (type: ElementKind): void => {
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

/**
 * Renames the focused element. A note is edited on the canvas, because its lines may not fit in the
 * tree.
 */
export const renameAtRow = (): void => {
  const id = activeId();
  if (id === undefined) return;
  if (roleOf(nodeById(canvas().document, id)?.type) === 'note') {
    goToElement(id);
    startEditing(id);
  } else renameRow(id);
};

/** Deletes the selection, and focuses the next remaining row or, if there is none, the previous one. */
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

/**
 * Starts a flow at the focused row. The row to which the person moves next is the target, and Enter
 * adds the flow.
 */
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

/**
 * Makes an element the target of the flow that is being drawn. If no flow can end at the element,
 * there is no target.
 */
export const aimAt = (id: string): void => {
  const isEnd = isConnectable(nodeById(canvas().document, id)?.type);
  updateConnection({ target: nodeById(canvas().document, id) && isEnd ? id : null });
};

export const finishConnection = (): boolean => {
  const { connection } = useGesture.getState();
  if (connection === null) return false;
  if (connection.target === null) return true;
  const flow = connect(connection.source, connection.target);
  openRow(connection.source, true);
  activateRow(flow);
  renameRow(flow);
  return true;
};

const selectedNodes = (): readonly string[] => canvas().selection.nodes;

/**
 * Moves the selected elements into the nearest boundary above the focused row that has the same parent
 * as this row. Does nothing if there is no such boundary.
 */
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

/**
 * Moves the selected elements one level up from the focused row, out of the boundary that contains the
 * row. They go into the next boundary outward or, if there is none, to the top level.
 */
export const outdentRow = (): void => {
  const { document } = canvas();
  const node = nodeById(document, activeId());
  const parent = nodeById(document, node?.parentId);
  if (parent) moveElements(selectedNodes(), parent.parentId);
};

/** Opens the outline and focuses it, or closes it and focuses the canvas. */
export const toggleOutline = (): void => {
  if (togglePanel('outline')) focusTree(outlineSelector);
  else focusEdge('start');
};
