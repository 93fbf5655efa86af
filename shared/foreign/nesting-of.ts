import { roleOf } from '../canvas/element-kinds.ts';
import { t } from '../locales/texts.ts';
import { quoted } from '../otm/notes.ts';
import { elementsById, enclosing } from './enclosing.ts';
import type { ForeignElement } from './foreign-model.ts';
import type { ForeignNotes } from './foreign-notes.ts';

/**
 * The maximum nesting level of elements. Elements with a higher level move to the top level, because
 * nobody draws so many levels.
 */
const deepest = 50;

/**
 * Returns the parent of each element, and all elements in an order with parents before their children.
 */
export const nestingOf = (elements: readonly ForeignElement[], notes: ForeignNotes) => {
  const around = enclosing(elements);
  if (!around) {
    const message = t('imports:foreign.no-nesting', { count: elements.length });
    notes.repairs.push({ place: '$', message });
  }
  const byId = elementsById(elements);
  const parentOf = new Map<ForeignElement, ForeignElement>();
  for (const element of elements) {
    const named = byId.get(element.parent ?? '');
    const stated = named && roleOf(named.kind) !== 'note' ? named : undefined;
    const parent = around?.get(element) ?? stated;
    if (parent && parent !== element) parentOf.set(element, parent);
  }
  const levels = new Map<ForeignElement, number>();
  for (const element of elements) {
    if (levelOf(element, parentOf) !== undefined) continue;
    parentOf.delete(element);
    const message = t('imports:foreign.too-deep', { name: quoted(element.name || element.id) });
    notes.repairs.push({ place: '$', message });
  }
  for (const element of elements) levels.set(element, levelOf(element, parentOf) ?? 0);
  const ordered = elements.toSorted(
    (one, other) => (levels.get(one) ?? 0) - (levels.get(other) ?? 0),
  );
  return { parentOf, ordered, nodeIds: new Map<ForeignElement, string>() };
};

/**
 * Returns the nesting level of an element, or undefined if it has too many ancestors or they form a
 * cycle.
 */
const levelOf = (
  element: ForeignElement,
  parentOf: ReadonlyMap<ForeignElement, ForeignElement>,
): number | undefined => {
  let level = 0;
  for (let above = parentOf.get(element); above; above = parentOf.get(above)) {
    level += 1;
    if (level > deepest) return undefined;
  }
  return level;
};
