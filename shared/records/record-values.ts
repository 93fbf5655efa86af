import { same } from '../merge/same-value.ts';
import { fieldNames, fieldsOf } from './record-fields.ts';
import type { RecordKind } from './record-kinds.ts';
import { contentSchemas } from './record-schemas.ts';

type Values = Record<string, unknown>;

/** Returns the value of a field, which is its initial value if the record lacks the field. */
const fieldValue = (kind: RecordKind, values: Values, name: string): unknown =>
  Object.hasOwn(values, name) && values[name] !== undefined
    ? values[name]
    : fieldsOf(kind)[name]?.initial;

/**
 * Returns fields of a record. A field is missing if the record is older or its service lacks the
 * field. It then has its initial value.
 */
export const fieldValues = (kind: RecordKind, values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, fieldValue(kind, values, name)]));

/**
 * Adds the fields that are not in the specification. A field that the service lacks, or that did not exist
 * when the record was stored, gets its initial value.
 */
export const withAdditions = (kind: RecordKind, values: Values): Values => ({
  ...fieldValues(
    kind,
    {},
    fieldNames(kind, ({ isAddition }) => isAddition),
  ),
  ...values,
});

/** Tells if a field is missing at the service that sent this version of a record. */
export const lacksAddition = (kind: RecordKind, base: Values | null, name: string): boolean =>
  fieldsOf(kind)[name]?.isAddition === true && base?.[name] === undefined;

/** Returns the fields that are not in the specification, unless they have their initial value. */
export const additionsIn = (kind: RecordKind, values: Values): Values =>
  Object.fromEntries(
    fieldNames(kind, ({ isAddition }) => isAddition)
      .map((name) => [name, fieldValue(kind, values, name)] as const)
      .filter(([name, value]) => !same(value, fieldsOf(kind)[name]?.initial)),
  );

/** Returns the initial values of a kind's fields. Required fields are left out. */
export const initialValues = (kind: RecordKind): Values =>
  Object.fromEntries(
    Object.entries(fieldsOf(kind)).flatMap(([name, { inWindow, initial }]) =>
      inWindow && initial !== undefined ? [[name, initial]] : [],
    ),
  );

/**
 * Returns the values that are shown instead of unreadable ones. They are empty, because a default
 * would look like a choice.
 */
export const placeholders = (kind: RecordKind, names: readonly string[]): Values =>
  Object.fromEntries(
    names.map((name) => {
      const { type, initial } = fieldsOf(kind)[name] ?? {};
      if (name === 'created_at' || name === 'updated_at') return [name, new Date(0).toISOString()];
      return [name, type === 'choice' || initial === undefined ? '' : initial];
    }),
  );

/** Returns a complete record from the values of a person. Throws if they do not fit the kind. */
export const newRecordValues = (kind: RecordKind, values: Values, now: string): Values => {
  const initial = initialValues(kind);
  return {
    ...initial,
    ...contentSchemas[kind].parse({ ...initial, ...values }),
    created_at: now,
    updated_at: now,
  };
};
