import i18next from 'i18next';
import type { CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { roleOf } from '#shared/canvas/element-kinds.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { noThreatsIn, setNoThreats, type NoThreats } from '#shared/suggestions/no-threats.ts';
import { desktop } from '../../kernel/desktop/desktop.ts';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { Drawing } from './element-edits.ts';

const elementOf = ({ document }: Drawing, id: string): CanvasNode | CanvasEdge | undefined => {
  const node = nodeById(document, id);
  if (node) return roleOf(node.type) === 'note' ? undefined : node;
  return edgeById(document, id);
};

/** Returns the elements without open threats, for which "No threats here" can be recorded. */
export const withoutOpenThreats = (drawing: Drawing, ids: readonly string[]): string[] =>
  ids.filter((id) => {
    const element = elementOf(drawing, id);
    if (!element) return false;
    const badge = drawing.badges?.get(element.data?.componentId ?? '');
    return badge === undefined || badge.openThreatCount === 0;
  });

/** Tells if "No threats here" is recorded for all of the elements that have no open threats. */
export const isConsidered = (drawing: Drawing, ids: readonly string[]): boolean => {
  const wanted = withoutOpenThreats(drawing, ids);
  return (
    wanted.length > 0 && wanted.every((id) => noThreatsIn(elementOf(drawing, id)?.data) !== null)
  );
};

const commit = (ids: readonly string[], record: NoThreats | null): void => {
  const canvas = useCanvas.getState();
  const operation = setNoThreats(canvas.document, ids, record);
  if (operation.length === 0) return;
  canvas.commit({ label: 'threats.label.no-threats', operation });
  const textKey = record ? 'said.noThreats.on' : 'said.noThreats.off';
  announce(i18next.t(textKey, { ns: 'elements', count: operation.length }));
};

/** Records that elements of the open canvas have no threats, with the person's name and the time. */
export const recordNoThreats = async (ids: readonly string[]): Promise<void> => {
  const { canvasId } = useCanvas.getState();
  const { name } = await desktop.people.me();
  const canvas = useCanvas.getState();
  if (canvas.canvasId !== canvasId) return;
  commit(withoutOpenThreats(canvas, ids), { by: name, at: new Date().toISOString() });
};

export const takeBackNoThreats = (ids: readonly string[]): void => commit(ids, null);

/** Records that the elements have no threats, or removes this record if all of them have it. */
export const toggleNoThreats = async (ids: readonly string[]): Promise<void> => {
  if (isConsidered(useCanvas.getState(), ids)) takeBackNoThreats(ids);
  else await recordNoThreats(ids);
};
