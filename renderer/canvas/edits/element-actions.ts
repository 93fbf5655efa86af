import i18next from 'i18next';
import type { ElementColor } from '#shared/canvas/canvas-colors.ts';
import { hiddenIn } from '#shared/canvas/collapsed.ts';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { changeKind } from '#shared/canvas/edits/change-kind.ts';
import { describe } from '#shared/canvas/edits/describe.ts';
import { setCollapsed, setColor, setLocked, setOutOfScope } from '#shared/canvas/edits/mark.ts';
import { reorder, type Layer } from '#shared/canvas/edits/reorder.ts';
import { setAttributes } from '#shared/canvas/edits/set-attributes.ts';
import { hasScope, type ComponentElementKind } from '#shared/canvas/element-kinds.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { SecurityKey, SecurityValue } from '#shared/canvas/security-properties.ts';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { focusElement } from '../viewport/focus-element.ts';
import { selectedIds } from './actions.ts';

/** Actions on one or more existing elements. Each action is one undo step. */

const canvas = useCanvas.getState;

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

/**
 * Tells if a toggle is on for all of the elements to which it applies. Returns false if it applies to
 * none.
 */
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

/** Turns a toggle on for the selected elements, or off if it is on for all of them. */
export const toggleSelected = (key: Toggle): void => {
  const { document, selection } = canvas();
  const ids = toggledBy(key, document, selection.nodes).map(({ id }) => id);
  if (ids.length > 0) setToggle(key, ids, !isToggledOn(key, document, ids));
};

/** Deselects elements that a collapsed boundary hides, so that keys do not change hidden elements. */
const leaveHidden = (collapsed: readonly string[]): void => {
  const hidden = hiddenIn(canvas().document);
  const selected = selectedIds();
  const seen = selected.filter((id) => !hidden.has(id));
  if (seen.length < selected.length) canvas().select(seen.length > 0 ? seen : collapsed);
  const [id, more] = collapsed;
  if (id !== undefined && more === undefined) focusElement(id);
};

export const changeKindSelected = (type: ComponentElementKind): void => {
  const { document, selection, commit } = canvas();
  const operation = changeKind(document, selection.nodes, type);
  if (operation.length === 0) return;
  commit({ label: 'elements.label.kind', operation });
  const kind = i18next.t(`kind.${type}`, { ns: 'canvas' });
  announce(i18next.t('said.kind', { ns: 'elements', kind, count: operation.length }));
};

/** Applies `change` to the attributes of each node. */
export const setAttributesOf = (
  ids: readonly string[],
  change: (attributes: readonly string[]) => readonly string[],
): void => {
  const { document, commit } = canvas();
  const operation = setAttributes(document, ids, change);
  if (operation.length > 0) commit({ label: 'security.label.attributes', operation });
};

/** Sets a security property of elements; `undefined` makes it unknown. */
export const describeElements = (
  ids: readonly string[],
  key: SecurityKey,
  value: SecurityValue | undefined,
): void => {
  const { document, commit } = canvas();
  const operation = describe(document, ids, key, value);
  if (operation.length > 0) commit({ label: 'security.label.change', operation });
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
  const outcome = operation.length > 0 ? layer : 'stays';
  announce(i18next.t(`order.${outcome}`, { ns: 'elements' }));
};
