import { edgeSchema, nodeSchema, type CanvasEdge, type CanvasNode } from '../canvas/document.ts';
import { isEmpty, isFields, pick } from '../otm/fields.ts';
import { valueAt, type FieldRules, type Values } from './merge-fields.ts';
import { same } from './same-value.ts';

export type Element = CanvasNode | CanvasEdge;

/**
 * The fields that are merged as a unit. A position is relative to the parent, so position and parent
 * form a unit. If the parent is the same on all sides, only the position counts. A handle is a side of
 * the node at one end of a flow, so the end and its handle form a unit too.
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

/** Returns all fields of an element except `id` and `data`. */
export const ownFieldsOf = (element: Element): Values =>
  pick(element, (field) => field !== 'id' && field !== 'data');

export const dataOf = (element: Element): Values => element.data ?? {};

export const parentIn = (element: Element | null | undefined): string | undefined =>
  typeof element?.['parentId'] === 'string' ? element['parentId'] : undefined;

const known = new Set([...Object.keys(nodeSchema.shape), ...Object.keys(edgeSchema.shape)]);

/**
 * Returns a function that gives the field name of a key in `data`. This is the plain key, or
 * `data.<key>` if elements can have a field of the same name outside of `data`.
 */
export const namesOfData =
  (...elements: readonly Element[]) =>
  (key: string): string =>
    known.has(key) || elements.some((element) => Object.hasOwn(element, key)) ? `data.${key}` : key;

/**
 * Returns the names of the fields in which two versions of an element differ. `data` is one of them if
 * one version has an empty `data` and the other version has none.
 */
export const differingFields = (one: Element, other: Element): string[] => {
  const own = differing(ownFieldsOf(one), ownFieldsOf(other));
  const inData = differing(dataOf(one), dataOf(other)).map(namesOfData(one, other));
  const emptied = inData.length === 0 && isFields(one.data) !== isFields(other.data);
  return [...own, ...inData, ...(emptied ? ['data'] : [])];
};

/** Returns the fields that differ, and the other fields of their units. */
export const changedFields = (one: Element, other: Element): Set<string> =>
  new Set(differingFields(one, other).flatMap((field) => unitByField.get(field) ?? [field]));

const differing = (one: Values, other: Values): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => !same(valueAt(one, field), valueAt(other, field)),
  );

/**
 * Returns an element with the ID of `element` and exactly the given fields. If `data` is `null`, the
 * element has no `data`.
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
 * Returns `element` with the values that the fields `names` have in `other`, which is another version of
 * the element. A unit is a group of fields that are merged together, such as `width` and `height`. If
 * one field of a unit is in `names`, all fields of the unit come from `other`. `nameOf` returns the
 * field name of a key in `data`.
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
