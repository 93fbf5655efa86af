import { edgeSchema, nodeSchema, type CanvasEdge, type CanvasNode } from '../canvas/document.ts';
import { isEmpty, isFields, pick } from '../otm/fields.ts';
import { valueAt, type FieldRules, type Values } from './merge-fields.ts';
import { same } from './same-value.ts';

export type Element = CanvasNode | CanvasEdge;

/**
 * Fields that are merged as a unit. A position is relative to the parent, so both form one unit. If the
 * parent is the same on all sides, only the position counts. A handle is a side of the node at that end of
 * a flow, so an end and its handle form a unit too.
 */
const units = [
  ['position', 'parentId'],
  ['width', 'height'],
  ['source', 'sourceHandle'],
  ['target', 'targetHandle'],
] as const;

const unitByField = new Map<string, readonly string[]>(
  units.flatMap((unit) => unit.map((field) => [field, unit] as const)),
);

export const ownRules: FieldRules = {
  unitOf: (field) => unitByField.get(field),
  isLong: () => false,
};

export const dataRules: FieldRules = {
  isLong: (_field, texts) => texts.some((text) => text.includes('\n')),
};

/** Returns all fields but the ID and `data`. */
export const ownFieldsOf = (element: Element): Values =>
  pick(element, (field) => field !== 'id' && field !== 'data');

export const dataOf = (element: Element): Values => element.data ?? {};

export const parentIn = (element: Element | null | undefined): string | undefined =>
  typeof element?.['parentId'] === 'string' ? element['parentId'] : undefined;

const known = new Set([...Object.keys(nodeSchema.shape), ...Object.keys(edgeSchema.shape)]);

/**
 * Returns the field name of a key in `data`: its plain name, unless the element itself has a field
 * of that name.
 */
export const namesOfData =
  (...elements: readonly Element[]) =>
  (key: string): string =>
    known.has(key) || elements.some((element) => Object.hasOwn(element, key)) ? `data.${key}` : key;

/**
 * Returns the fields in which two elements of one ID differ. Includes `data` itself if only one
 * element has it and it is empty.
 */
export const differingFields = (one: Element, other: Element): string[] => {
  const own = differing(ownFieldsOf(one), ownFieldsOf(other));
  const inData = differing(dataOf(one), dataOf(other)).map(namesOfData(one, other));
  const emptied = inData.length === 0 && isFields(one.data) !== isFields(other.data);
  return [...own, ...inData, ...(emptied ? ['data'] : [])];
};

/** Returns the differing fields, and the fields that form a unit with them. */
export const changedFields = (one: Element, other: Element): Set<string> =>
  new Set(differingFields(one, other).flatMap((field) => unitByField.get(field) ?? [field]));

const differing = (one: Values, other: Values): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => !same(valueAt(one, field), valueAt(other, field)),
  );

/**
 * Returns an element of the same ID with exactly these fields. `data` is `null` for an element without
 * data.
 */
export const elementWith = <E extends Element>(
  element: E,
  fields: Values,
  data: Values | null,
): E => {
  const made: E = { ...element, ...fields, ...(data && { data }) };
  for (const key of Object.keys(made)) {
    const stays = key === 'id' || (key === 'data' ? data !== null : Object.hasOwn(fields, key));
    if (!stays) Reflect.deleteProperty(made, key);
  }
  return made;
};

/**
 * Returns an element that takes some fields, and the fields that form a unit with them, from another
 * version of it.
 */
export const withFieldsOf = <E extends Element>(
  element: E,
  other: E,
  names: readonly string[],
  nameOf: (key: string) => string,
): E => {
  const wanted = new Set(names.flatMap((name) => unitByField.get(name) ?? [name]));
  const fields = overlaid(ownFieldsOf(element), ownFieldsOf(other), (key) => wanted.has(key));
  const data = overlaid(dataOf(element), dataOf(other), (key) => wanted.has(nameOf(key)));
  const decides = names.includes('data') || !isEmpty(dataOf(element)) ? other : element;
  return elementWith(element, fields, isEmpty(data) && !decides.data ? null : data);
};

const overlaid = (under: Values, over: Values, wanted: (key: string) => boolean): Values => ({
  ...pick(under, (key) => !wanted(key)),
  ...pick(over, wanted),
});
