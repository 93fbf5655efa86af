import i18next from 'i18next';
import { drawnEnds, hiddenIn } from '#shared/canvas/collapsed.ts';
import type { NodeType, Position } from '#shared/canvas/document.ts';
import { reverse } from '#shared/canvas/edits/connect.ts';
import { removable } from '#shared/canvas/edits/remove.ts';
import { boxOf, centreOf } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { announce } from './announcements.ts';
import { useCanvas } from './canvas-store.ts';
import { addElement } from './changes/add-element.ts';
import { connectElements, connectToNew } from './changes/connect-elements.ts';
import { removeElements } from './changes/remove-elements.ts';
import { renameElement } from './changes/rename-element.ts';
import { noticeLocked } from './elements/notice-locked.ts';
import { focusEdge } from './focus-element.ts';
import { startEditing, stopGesture } from './gesture.ts';

/** What a person can do to the open canvas, each in one step of undo. */

const canvas = useCanvas.getState;

export const selectedIds = (): string[] => {
  const { nodes, edges } = canvas().selection;
  return [...nodes, ...edges];
};

/** Adds a node with its middle at a point, or beside what stands there, and asks for its name. */
export const addAt = (type: NodeType, at: Position): void => {
  const label = i18next.t(`new.${type}`, { ns: 'canvas' });
  const { id, edit } = addElement(canvas(), { type, label, at: freeSpot(at) });
  canvas().commit(edit);
  canvas().select([id]);
  startEditing(id);
};

const besideStep = 30;

const freeSpot = ({ x, y }: Position): Position => {
  const { document } = canvas();
  const hidden = hiddenIn(document);
  const taken = document.nodes.some((node) => {
    if (hidden.has(node.id)) return false;
    const centre = centreOf(boxOf(document, node));
    return Math.abs(centre.x - x) < 10 && Math.abs(centre.y - y) < 10;
  });
  return taken ? freeSpot({ x: x + besideStep, y: y + besideStep }) : { x, y };
};

export const connectTo = (source: string, target: string): void => {
  const { id, edit } = connectElements(canvas(), source, target);
  canvas().commit(edit);
  canvas().select([id]);
  stopGesture();
  const { document } = canvas();
  announce(
    i18next.t('connect.made', {
      ns: 'canvas',
      source: nodeById(document, source)?.data.label ?? '',
      target: nodeById(document, target)?.data.label ?? '',
    }),
  );
};

export const connectToNewAt = (source: string, type: NodeType, at: Position): string => {
  const label = i18next.t(`new.${type}`, { ns: 'canvas' });
  const { id, edit } = connectToNew(canvas(), source, { type, label, at });
  canvas().commit(edit);
  canvas().select([id]);
  startEditing(id);
  return id;
};

export const renameTo = (id: string, label: string): void =>
  canvas().commit(renameElement(canvas(), id, label));

const elementCount = (): number => {
  const { nodes, edges } = canvas().document;
  return nodes.length + edges.length;
};

export const removeSelected = (): void => {
  const { ids, locked } = removable(canvas().document, selectedIds());
  if (locked.length > 0) noticeLocked('delete');
  if (ids.size === 0) return;
  const before = elementCount();
  canvas().commit(removeElements(canvas(), ids));
  focusEdge('start');
  announce(i18next.t('spoken.deleted', { ns: 'canvas', count: before - elementCount() }));
};

export const selectAll = (): void => {
  const { document, select } = canvas();
  const hidden = hiddenIn(document);
  select(
    [
      ...document.nodes.filter(({ id }) => !hidden.has(id)),
      ...document.edges.filter((edge) => drawnEnds(document, edge) !== null),
    ].map(({ id }) => id),
  );
};

export const reverseSelected = (): void => {
  const { document, selection, commit } = canvas();
  const flows = selection.edges.flatMap((id) => edgeById(document, id) ?? []);
  commit({ label: 'canvas.label.reverse', operation: flows.flatMap(reverse) });
};
