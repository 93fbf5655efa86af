import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { sizeOf } from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasDifference } from '#shared/merge/compare-canvases.ts';
import { fieldName, isDrawn, valueOf, valueText } from './element-fields.ts';

type Versions = { one: CanvasDocument; other: CanvasDocument };
type Element = CanvasNode | CanvasEdge;

/** `before` and `after` are `null` of what the pictures show better than words. */
type ChangedField = { name: string; before: string | null; after: string | null };

const elementIn = (
  document: CanvasDocument,
  { element, id }: CanvasDifference,
): Element | undefined => (element === 'node' ? nodeById(document, id) : edgeById(document, id));

const sizeText = (document: CanvasDocument, { id }: Element): string => {
  const node = nodeById(document, id);
  const size = node && sizeOf(node);
  return size ? `${Math.round(size.width)} × ${Math.round(size.height)}` : '';
};

/** Another element, by its name. */
const nodeText =
  (field: string) =>
  (document: CanvasDocument, element: Element): string => {
    const id = valueOf(element, field);
    const node = typeof id === 'string' ? nodeById(document, id) : undefined;
    return valueText(node?.data.label);
  };

type TextOf = (document: CanvasDocument, element: Element) => string;

const texts: Partial<Record<string, TextOf>> = {
  width: sizeText,
  height: sizeText,
  parentId: nodeText('parentId'),
  source: nodeText('source'),
  target: nodeText('target'),
};

/** A record is known by an id that says nothing. */
const isWordless = (field: string): boolean =>
  field === 'componentId' || (isDrawn(field) && !texts[field]);

/** What of an element has changed between two versions, each thing once, as a person reads it. */
export const changedFields = (
  { one, other }: Versions,
  difference: CanvasDifference,
): ChangedField[] => {
  const [before, after] = [elementIn(one, difference), elementIn(other, difference)];
  if (!before || !after) return [];
  const found = new Map<string, ChangedField>();
  for (const field of difference.fields) {
    const name = fieldName(field);
    if (found.has(name)) continue;
    const textOf = texts[field] ?? ((_document, element) => valueText(valueOf(element, field)));
    found.set(
      name,
      isWordless(field)
        ? { name, before: null, after: null }
        : { name, before: textOf(one, before), after: textOf(other, after) },
    );
  }
  return [...found.values()];
};
