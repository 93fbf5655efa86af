import { same } from '../merge/same-value.ts';
import { fieldNames, fieldsOf } from './record-fields.ts';
import type { RecordKind } from './record-kinds.ts';
import { contentSchemas } from './record-schemas.ts';

type Values = Record<string, unknown>;

/** Returns the value of a field, or its initial value if the record lacks the field. */
const fieldValue = (kind: RecordKind, values: Values, name: string): unknown =>
  Object.hasOwn(values, name) && values[name] !== undefined
    ? values[name]
    : fieldsOf(kind)[name]?.initial;

/**
 * Returns fields of a record. A record lacks a field if the record is older than the field, or if its
 * service does not have the field. The field then has its initial value.
 */
export const fieldValues = (kind: RecordKind, values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, fieldValue(kind, values, name)]));

/**
 * Adds the missing fields that are not in the specification, with their initial values. A field is
 * missing if the service lacks it, or if it did not exist when the record was stored.
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

/** Returns the initial values of a kind's fields. Leaves out required fields, because they have none. */
export const initialValues = (kind: RecordKind): Values =>
  Object.fromEntries(
    Object.entries(fieldsOf(kind)).flatMap(([name, { inWindow, initial }]) =>
      inWindow && initial !== undefined ? [[name, initial]] : [],
    ),
  );

/**
 * Returns the values that are shown instead of unreadable ones. The values are empty, because a default
 * would look like a person's choice.
 */
export const placeholders = (kind: RecordKind, names: readonly string[]): Values =>
  Object.fromEntries(
    names.map((name) => {
      const { type, initial } = fieldsOf(kind)[name] ?? {};
      if (name === 'created_at' || name === 'updated_at') return [name, new Date(0).toISOString()];
      return [name, type === 'choice' || initial === undefined ? '' : initial];
    }),
  );

/**
 * Returns the values of a new record: those that the person gave, and initial values for the other
 * fields. Throws if the given values do not fit the kind.
 */
export const newRecordValues = (kind: RecordKind, values: Values, now: string): Values => {
  const initial = initialValues(kind);
  return {
    ...initial,
    ...contentSchemas[kind].parse({ ...initial, ...values }),
    created_at: now,
    updated_at: now,
  };
};
