import type { z } from 'zod';
import type { FieldName, SchemaOf } from './record-fields.ts';
import type { RecordKind } from './record-kinds.ts';

type ComputedName<K extends RecordKind> = FieldName<K, { type: 'computed' }>;

/** The fields that every service stores. */
export type SpecifiedName<K extends RecordKind> = Exclude<
  FieldName<K, { isAddition: false }>,
  ComputedName<K>
>;
type AdditionName<K extends RecordKind> = FieldName<K, { isAddition: true }>;

/**
 * The type of a field's value. For a field of the type `choice`, these are the values that can be
 * chosen.
 */
export type FieldValue<K extends RecordKind, Name extends FieldName<K>> = z.output<
  SchemaOf<K, Name, 'input'>
>;

/** The stored fields of a record. A missing addition stands for its initial value. */
export type FieldValues<K extends RecordKind> = {
  [Name in SpecifiedName<K>]: FieldValue<K, Name>;
} & { [Name in AdditionName<K>]?: FieldValue<K, Name> | undefined };

/**
 * All fields of a record. Parapet's own service has a value for every addition, unlike other services.
 */
export type CompleteValues<K extends RecordKind> = {
  [Name in SpecifiedName<K> | AdditionName<K>]: FieldValue<K, Name>;
};

/** The fields that have no key of their own in Open Threat Model and are written as attributes. */
export type AttributeValues<K extends RecordKind> = Pick<
  FieldValues<K>,
  keyof FieldValues<K> & FieldName<K, { otm: 'attribute' }>
>;
