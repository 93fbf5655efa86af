import type { z } from 'zod';
import { fieldNames, type FieldName, type SchemaOf } from './record-fields.ts';
import type { RecordKind } from './record-kinds.ts';
import { shapeOf } from './record-schemas.ts';

/** Returns the fields of a record in responses. Each endpoint adds IDs, times, and the parent. */
export const outputShape = <K extends RecordKind>(kind: K) =>
  shapeOf<{ [Name in FieldName<K>]: SchemaOf<K, Name, 'output'> }>(
    kind,
    () => true,
    ({ output }) => output,
  );

type CreateName<K extends RecordKind> = FieldName<K, { write: 'create and update' | 'create' }>;
type RequiredName<K extends RecordKind> = FieldName<K, { initial: undefined }>;

/** Returns the fields of a record in the body of a POST. Missing fields get their initial values. */
export const createShape = <K extends RecordKind>(kind: K) =>
  shapeOf<{
    [Name in CreateName<K>]: Name extends RequiredName<K>
      ? SchemaOf<K, Name, 'input'>
      : z.ZodDefault<SchemaOf<K, Name, 'input'>>;
  }>(
    kind,
    ({ write }) => write === 'create and update' || write === 'create',
    ({ input, initial }) => (initial === undefined ? input : input.default(initial)),
  );

type UpdateName<K extends RecordKind> = FieldName<K, { write: 'create and update' | 'update' }>;

/**
 * Returns the fields of a record in the body of a PATCH. The fields have no defaults, because a missing
 * field stays unchanged.
 */
export const updateShape = <K extends RecordKind>(kind: K) =>
  shapeOf<{ [Name in UpdateName<K>]: z.ZodOptional<SchemaOf<K, Name, 'input'>> }>(
    kind,
    ({ write }) => write === 'create and update' || write === 'update',
    ({ input }) => input.optional(),
  );

/** Returns the fields by which a list of records can be sorted, besides the ID and the times. */
export const sortableFields = (kind: RecordKind): string[] =>
  fieldNames(kind, ({ type, isAddition }) => type !== 'computed' && !isAddition);
