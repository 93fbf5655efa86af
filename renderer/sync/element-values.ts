import { fieldName, isDrawn, valueOf, valueText } from '../canvas/compare/element-fields.ts';
import { elementIn, type CanvasVersions, type ChangedElement } from './canvas-choices.ts';
import type { Choice } from './conflict-choices.ts';

/** What one side made of an element, as far as the picture does not show it. */
export const elementValues = (
  versions: CanvasVersions,
  changed: ChangedElement,
  side: Choice,
): { field: string; text: string }[] => {
  const element = elementIn(versions[side], changed);
  const fields = changed[side]?.kind === 'changed' ? changed[side].fields : [];
  if (!element) return [];
  return fields
    .filter((field) => !isDrawn(field))
    .map((field) => ({
      field,
      text: `${fieldName(field)}: ${valueText(valueOf(element, field))}`,
    }));
};
