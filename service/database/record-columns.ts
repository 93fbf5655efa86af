import type { Generated } from 'kysely';
import type { CompleteValues, FieldValue, SpecifiedName } from '#shared/records/field-values.ts';
import { fieldNames, fieldsOf } from '#shared/records/record-fields.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { additionsIn } from '#shared/records/record-values.ts';
import { fromJson, toJson, type JsonText } from './json-text.ts';

type Column<Value> = Value extends boolean ? number : Value;
type Additions = Record<string, unknown>;

/** The columns for a record's fields: one for each specified field, and one for all additions. */
export type RecordColumns<K extends RecordKind> = {
  [Name in SpecifiedName<K>]: Column<FieldValue<K, Name>>;
} & { additions: Generated<JsonText<Additions>> };

type Given<K extends RecordKind, Values> = {
  [Name in SpecifiedName<K> & keyof Values]: Column<Values[Name]>;
};

/** The fields of a kind from `recordFields`, prepared once because each request needs them. */
type Shape = {
  stored: readonly { name: string; isFlag: boolean }[];
  storedNames: ReadonlySet<string>;
  additions: readonly { name: string; initial: unknown }[];
};

const shapeOf = (kind: RecordKind): Shape => {
  const specified = Object.entries(fieldsOf(kind)).filter(
    ([, { type, isAddition }]) => type !== 'computed' && !isAddition,
  );
  return {
    stored: specified.map(([name, { type }]) => ({ name, isFlag: type === 'flag' })),
    storedNames: new Set(specified.map(([name]) => name)),
    additions: fieldNames(kind, ({ isAddition }) => isAddition).map((name) => ({
      name,
      initial: fieldsOf(kind)[name]?.initial,
    })),
  };
};

const shapes = new Map(recordKinds.map((kind) => [kind, shapeOf(kind)]));

const shapeFor = (kind: RecordKind): Shape => shapes.get(kind) ?? shapeOf(kind);

/** Returns the columns for the specified fields among `values`. Ignores additions and unknown names. */
export const columnsOf = <K extends RecordKind, Values extends Readonly<Record<string, unknown>>>(
  kind: K,
  values: Values,
): Given<K, Values> => {
  const { storedNames } = shapeFor(kind);
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (storedNames.has(name)) columns[name] = typeof value === 'boolean' ? Number(value) : value;
  }
  // `columns` has only names from `storedNames`, which are the keys of this type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return columns as Given<K, Values>;
};

export const newColumns = <K extends RecordKind, Values extends Readonly<Record<string, unknown>>>(
  kind: K,
  values: Values,
): Given<K, Values> & { additions: JsonText<Additions> } => ({
  ...columnsOf(kind, values),
  additions: toJson(additionsIn(kind, values)),
});

/**
 * The value of the column `additions` for most records, in which all additions have their initial
 * values.
 */
const noAdditions = '{}';

/** Returns the fields in a row. Additions that the row lacks have their initial values. */
export const fieldsIn = <K extends RecordKind>(
  kind: K,
  row: { additions: JsonText<Additions> },
): CompleteValues<K> => {
  const columns: Readonly<Record<string, unknown>> = row;
  const { stored, additions } = shapeFor(kind);
  const fields: Record<string, unknown> = {};
  for (const { name, isFlag } of stored)
    fields[name] = isFlag ? columns[name] === 1 : columns[name];
  for (const { name, initial } of additions) fields[name] = initial;
  if (row.additions !== noAdditions) Object.assign(fields, fromJson(row.additions));
  // `stored` and `additions` together are all fields of the kind, so `fields` is complete.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return fields as CompleteValues<K>;
};
