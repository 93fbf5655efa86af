import type { Generated } from 'kysely';
import type { CompleteValues, FieldValue, SpecifiedName } from '#shared/records/field-values.ts';
import { fieldNames, fieldsOf } from '#shared/records/record-fields.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { additionsIn, withAdditions } from '#shared/records/record-values.ts';
import { fromJson, toJson, type JsonText } from './json-text.ts';

type Column<Value> = Value extends boolean ? number : Value;
type Additions = Record<string, unknown>;

/** The columns of a record's fields: one for each field of the specification, one for the others. */
export type RecordColumns<K extends RecordKind> = {
  [Name in SpecifiedName<K>]: Column<FieldValue<K, Name>>;
} & { additions: Generated<JsonText<Additions>> };

type Given<K extends RecordKind, Values> = {
  [Name in SpecifiedName<K> & keyof Values]: Column<Values[Name]>;
};

/** Returns the columns of the given fields, without additions. Ignores everything else. */
export const columnsOf = <K extends RecordKind, Values extends Readonly<Record<string, unknown>>>(
  kind: K,
  values: Values,
): Given<K, Values> => {
  const specified = fieldNames(kind, ({ type, isAddition }) => type !== 'computed' && !isAddition);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => specified.includes(name))
      .map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  ) as Given<K, Values>;
};

/** Returns the columns of a new record. */
export const newColumns = <K extends RecordKind, Values extends Readonly<Record<string, unknown>>>(
  kind: K,
  values: Values,
): Given<K, Values> & { additions: JsonText<Additions> } => ({
  ...columnsOf(kind, values),
  additions: toJson(additionsIn(kind, values)),
});

/** Returns the fields of a row, with initial values of additions that it lacks. */
export const fieldsIn = <K extends RecordKind>(
  kind: K,
  row: { additions: JsonText<Additions> },
): CompleteValues<K> => {
  const columns: Record<string, unknown> = { ...row };
  const fields = Object.entries(fieldsOf(kind)).flatMap(([name, { type, isAddition }]) => {
    if (type === 'computed' || isAddition) return [];
    return [[name, type === 'flag' ? columns[name] === 1 : columns[name]] as const];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return {
    ...Object.fromEntries(fields),
    ...withAdditions(kind, fromJson(row.additions)),
  } as CompleteValues<K>;
};
