import i18next from 'i18next';
import { z } from 'zod';
import {
  sizeOf,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
} from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { isSecurityKey } from '#shared/canvas/security-properties.ts';
import type { CanvasDifference } from '#shared/merge/compare-canvases.ts';
import { noThreatsIn, noThreatsKey } from '#shared/suggestions/no-threats.ts';

const values = z.record(z.string(), z.unknown());

/** The fields whose changes are visible in the picture. */
const drawn = new Set([
  'position',
  'parentId',
  'width',
  'height',
  'source',
  'target',
  'sourceHandle',
  'targetHandle',
  'shape',
  'bends',
  'labelAt',
]);

export const isDrawn = (field: string): boolean => drawn.has(field);

/**
 * Returns the value of a field. The field is in the element's `data` if its name starts with `data.`,
 * or if the element itself has no field with this name.
 */
export const valueOf = (element: CanvasNode | CanvasEdge, field: string): unknown => {
  const own = values.parse(element);
  const data = values.catch({}).parse(own.data);
  const key = field.replace(/^data\./, '');
  return key === field && field in own ? own[field] : data[key];
};

/**
 * The largest number of characters that are shown of a value that is not a string, such as a list.
 * Nobody reads more of such a value.
 */
const maxValueLength = 120;

export const valueText = (value: unknown): string => {
  const t = i18next.getFixedT(null, 'sync');
  if (value === undefined || value === null || value === '') return t('value.empty');
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  if (typeof value === 'string') return value;
  const text = Array.isArray(value) ? value.map(valueText).join(', ') : JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
};

const names = {
  label: 'compare.field.label',
  componentId: 'compare.field.componentId',
  bidirectional: 'compare.field.bidirectional',
  outOfScope: 'compare.field.outOfScope',
  attributes: 'compare.field.attributes',
  color: 'compare.field.color',
  locked: 'compare.field.locked',
  collapsed: 'compare.field.collapsed',
  shape: 'compare.field.shape',
  type: 'compare.field.type',
  position: 'compare.field.position',
  width: 'compare.field.size',
  height: 'compare.field.size',
  parentId: 'compare.field.boundary',
  source: 'compare.field.source',
  target: 'compare.field.target',
  sourceHandle: 'compare.field.sides',
  targetHandle: 'compare.field.sides',
  bends: 'compare.field.line',
  labelAt: 'compare.field.labelAt',
  [noThreatsKey]: 'compare.field.noThreats',
} as const;

const isNamed = (field: string): field is keyof typeof names => Object.hasOwn(names, field);

/** Returns the label of a field. Unknown fields keep their own name. */
export const fieldName = (field: string): string => {
  if (isSecurityKey(field)) return i18next.t(`property.${field}`, { ns: 'security' });
  return isNamed(field) ? i18next.t(names[field], { ns: 'canvas' }) : field;
};

type Versions = { one: CanvasDocument; other: CanvasDocument };
type Element = CanvasNode | CanvasEdge;

/**
 * A changed field. `before` and `after` are its texts, or `null` if the pictures show the change better
 * than words.
 */
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

/**
 * Returns a function for a field that refers to another node. The function returns the name of that
 * node.
 */
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
  [noThreatsKey]: (_document, { data }) => valueText(Object.values(noThreatsIn(data) ?? {})),
};

/**
 * Tells if words cannot explain a field, because it is the ID of a record or only the picture shows it.
 */
const isWordless = (field: string): boolean =>
  field === 'componentId' || (isDrawn(field) && !texts[field]);

/**
 * Returns the changed fields of an element, with readable names and values. Fields with the same name,
 * such as width and height, are one entry.
 */
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
