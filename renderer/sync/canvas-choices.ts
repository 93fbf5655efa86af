import type { CanvasDocument } from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { Conflict } from '#shared/desktop/sync.ts';
import type { ElementMark } from '../canvas/compare/element-marks.ts';
import type { ElementName } from '../canvas/viewport/element-geometry.ts';

export type CanvasVersions = Extract<Conflict, { type: 'canvas' }>;
type Marks = { mine: readonly ElementMark[]; theirs: readonly ElementMark[] };

/**
 * An element with the changes of each side. `mine` or `theirs` is `null` if that side did not change the
 * element.
 */
export type ChangedElement = ElementName & {
  key: string;
  mine: ElementMark | null;
  theirs: ElementMark | null;
};

/**
 * Returns the elements to decide on, in the order of the conflict, and the changed elements that were
 * merged automatically.
 */
export const canvasChoices = (
  { conflicts }: { conflicts: readonly ElementName[] },
  marks: Marks,
): { toDecide: ChangedElement[]; merged: ChangedElement[] } => {
  const mine = new Map(marks.mine.map((mark) => [mark.key, mark]));
  const theirs = new Map(marks.theirs.map((mark) => [mark.key, mark]));
  const changed = ({ element, id }: ElementName): ChangedElement => {
    const key = `${element}:${id}`;
    return { key, element, id, mine: mine.get(key) ?? null, theirs: theirs.get(key) ?? null };
  };
  const toDecide = conflicts.map(changed);
  const open = new Set(toDecide.map(({ key }) => key));
  const all = new Map([...mine, ...theirs]);
  return {
    toDecide,
    merged: [...all.values()].filter(({ key }) => !open.has(key)).map(changed),
  };
};

export const elementIn = (document: CanvasDocument, { element, id }: ChangedElement) =>
  element === 'node' ? nodeById(document, id) : edgeById(document, id);

/**
 * Returns the element from `mine`, or else from `theirs`, or else from the base. Returns `undefined` if
 * no version has it.
 */
export const elementOf = (
  { mine, theirs, base }: Pick<CanvasVersions, 'mine' | 'theirs' | 'base'>,
  changed: ChangedElement,
) => elementIn(mine, changed) ?? elementIn(theirs, changed) ?? elementIn(base, changed);

/**
 * Returns the name of an element in a document, or `null` if the document lacks the element or the
 * element has no name.
 */
export const labelIn = (document: CanvasDocument, changed: ChangedElement): string | null => {
  const label = elementIn(document, changed)?.data?.label?.trim() ?? '';
  return label === '' ? null : label;
};
