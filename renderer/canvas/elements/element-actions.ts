import i18next from 'i18next';
import { hiddenIn } from '#shared/canvas/collapsed.ts';
import type { CanvasDocument, CanvasNode, ElementColor } from '#shared/canvas/document.ts';
import { setCollapsed, setColor, setLocked, setOutOfScope } from '#shared/canvas/edits/mark.ts';
import { reorder, type Layer } from '#shared/canvas/edits/reorder.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { selectedIds } from '../actions.ts';
import { announce } from '../announcements.ts';
import { useCanvas } from '../canvas-store.ts';
import { focusElement } from '../focus-element.ts';

/** What can be made of elements that are there, of one or of many in one step of undo. */

const canvas = useCanvas.getState;

const hasScope = ({ type }: CanvasNode): boolean => type !== 'noteNode';

const toggles = {
  locked: { label: 'elements.label.locked', edit: setLocked, applies: () => true },
  outOfScope: { label: 'threats.label.scope', edit: setOutOfScope, applies: hasScope },
  collapsed: { label: 'elements.label.collapsed', edit: setCollapsed, applies: isBoundary },
} as const satisfies Record<
  string,
  {
    label: string;
    edit: (document: CanvasDocument, ids: string[], isOn: boolean) => CanvasOperation;
    applies: (node: CanvasNode) => boolean;
  }
>;
export type Toggle = keyof typeof toggles;

const toggledBy = (key: Toggle, document: CanvasDocument, ids: readonly string[]): CanvasNode[] =>
  ids.flatMap((id) => nodeById(document, id) ?? []).filter(toggles[key].applies);

/** Whether it is on for all of some elements to which it applies. */
export const isToggledOn = (
  key: Toggle,
  document: CanvasDocument,
  ids: readonly string[],
): boolean => {
  const nodes = toggledBy(key, document, ids);
  return nodes.length > 0 && nodes.every(({ data }) => data[key] === true);
};

export const setToggle = (key: Toggle, ids: string[], isOn: boolean): void => {
  const { document, commit } = canvas();
  const { label, edit } = toggles[key];
  commit({ label, operation: edit(document, ids, isOn) });
  announce(i18next.t(`said.${key}.${isOn ? 'on' : 'off'}`, { ns: 'elements', count: ids.length }));
  if (key === 'collapsed') leaveHidden(ids);
};

/** Switches it on for all that are selected, unless it is on for all of them. */
export const toggleSelected = (key: Toggle): void => {
  const { document, selection } = canvas();
  const ids = toggledBy(key, document, selection.nodes).map(({ id }) => id);
  if (ids.length > 0) setToggle(key, ids, !isToggledOn(key, document, ids));
};

/** What nobody sees any more is not selected any more: a key would act on it. */
const leaveHidden = (collapsed: readonly string[]): void => {
  const hidden = hiddenIn(canvas().document);
  const selected = selectedIds();
  const seen = selected.filter((id) => !hidden.has(id));
  if (seen.length < selected.length) canvas().select(seen.length > 0 ? seen : collapsed);
  const [id, more] = collapsed;
  if (id !== undefined && more === undefined) focusElement(id);
};

export const setColorOf = (ids: readonly string[], color: ElementColor | null): void => {
  const { document, commit } = canvas();
  commit({ label: 'elements.label.color', operation: setColor(document, ids, color) });
  announce(i18next.t(`color.${color ?? 'none'}`, { ns: 'elements' }));
};

export const colorSelected = (color: ElementColor | null): void => setColorOf(selectedIds(), color);

export const reorderSelected = (layer: Layer): void => {
  const { document, selection, commit } = canvas();
  const operation = reorder(document, selection.nodes, layer);
  commit({ label: 'elements.label.order', operation });
  const said = operation.length > 0 ? layer : 'stays';
  announce(i18next.t(`order.${said}`, { ns: 'elements' }));
};
