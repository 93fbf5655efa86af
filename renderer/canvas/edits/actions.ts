import i18next from 'i18next';
import { drawnEnds, hiddenIn } from '#shared/canvas/collapsed.ts';
import type { Position } from '#shared/canvas/document.ts';
import { reverse } from '#shared/canvas/edits/connect.ts';
import { removable } from '#shared/canvas/edits/remove.ts';
import type { ElementKind } from '#shared/canvas/element-kinds.ts';
import { boxOf, centreOf } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { language } from '#shared/locales/texts.ts';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { startEditing, stopGesture } from '../state/gesture.ts';
import { focusEdge } from '../viewport/focus-element.ts';
import { keepClear } from '../viewport/navigation.ts';
import { noticeLocked, offer } from '../words/notices.tsx';
import {
  addElement,
  connectElements,
  connectToNew,
  removeElements,
  renameElement,
} from './element-edits.ts';

/** Actions on the open canvas. Each action is one undo step. */

const canvas = useCanvas.getState;

export const selectedIds = (): string[] => {
  const { nodes, edges } = canvas().selection;
  return [...nodes, ...edges];
};

/**
 * Adds a node and opens its label editor. If another node is already centered at `at`, the new node
 * goes farther right and down, to the first free position.
 */
export const addAt = (type: ElementKind, at: Position): void => {
  const label = i18next.t(`new.${type}`, { ns: 'canvas' });
  const { id, edit } = addElement(canvas(), { type, label, at: freeSpot(at) });
  canvas().commit(edit);
  canvas().select([id]);
  startEditing(id);
  keepClear([id]);
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

/** Adds a flow and selects it. Returns its ID. */
export const connect = (source: string, target: string): string => {
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
  return id;
};

/** Adds a flow and opens its label editor. */
export const connectTo = (source: string, target: string): void =>
  startEditing(connect(source, target));

export const connectToNewAt = (source: string, type: ElementKind, at: Position): string => {
  const label = i18next.t(`new.${type}`, { ns: 'canvas' });
  const { id, edit } = connectToNew(canvas(), source, { type, label, at });
  canvas().commit(edit);
  canvas().select([id]);
  startEditing(id);
  keepClear([id]);
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
  const lost = lossOf(ids);
  canvas().commit(removeElements(canvas(), ids));
  focusEdge('start');
  if (lost) noticeDeleted(lost);
  else announce(i18next.t('spoken.deleted', { ns: 'canvas', count: before - elementCount() }));
};

/**
 * Returns texts about the flows and open threats that are deleted together with the given elements, or
 * `null` if there are no such flows and threats.
 */
const lossOf = (ids: ReadonlySet<string>): { what: string; more: string[] } | null => {
  const { document, badges } = canvas();
  const ns = 'canvas';
  const nodes = document.nodes.filter(({ id }) => ids.has(id));
  const chosen = document.edges.filter(({ id }) => ids.has(id));
  const flows = document.edges.filter(
    ({ id, source, target }) => !ids.has(id) && (ids.has(source) || ids.has(target)),
  );
  const components = [...nodes, ...chosen, ...flows].map(({ data }) => data?.componentId);
  const threats = components
    .map((id) => badges?.get(id ?? '')?.openThreatCount ?? 0)
    .reduce((sum, count) => sum + count, 0);
  if (flows.length + threats === 0) return null;
  const [first, second] = [...nodes, ...chosen];
  const name = second ? '' : (first?.data?.label ?? '');
  return {
    what:
      name !== ''
        ? name
        : i18next.t('deleted.elements', { ns, count: nodes.length + chosen.length }),
    more: [
      ...(flows.length > 0 ? [i18next.t('deleted.flows', { ns, count: flows.length })] : []),
      ...(threats > 0 ? [i18next.t('deleted.threats', { ns, count: threats })] : []),
    ],
  };
};

const noticeDeleted = ({ what, more }: { what: string; more: string[] }): void => {
  const list = new Intl.ListFormat(language()).format(more);
  offer({
    topic: 'deleted',
    text: i18next.t('deleted.text', { ns: 'canvas', what, more: list }),
    action: i18next.t('undo'),
    close: i18next.t('close'),
    run: () => void canvas().undo(),
  });
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
