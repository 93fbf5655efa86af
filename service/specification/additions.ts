import { fieldNames, fieldsOf } from '#shared/records/record-fields.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Shape } from './shape.ts';

/** Returns the fields of a kind that this service adds to the specification. */
const added = (kind: RecordKind): string[] => fieldNames(kind, ({ isAddition }) => isAddition);

/** Returns the shape of the fields that this service adds to a kind, in a response. */
export const addedShape = (kind: RecordKind): Record<string, Shape> =>
  Object.fromEntries(added(kind).map((name) => [name, 'anything']));

const candidates = ['A value', ['A value'], 'low', true, 1, '2027-01-31T00:00:00.000Z', '#4c6ef5'];

/**
 * Returns a value for each field that this service adds to a kind, for the body of a POST or a PATCH.
 */
export const addedValues = (
  kind: RecordKind,
  request: 'create' | 'update',
): Record<string, unknown> =>
  Object.fromEntries(
    fieldNames(
      kind,
      ({ isAddition, write }) => isAddition && write.split(' and ').includes(request),
    ).map((name) => {
      const { input, initial } = fieldsOf(kind)[name] ?? {};
      const fit = candidates.find((value) => input?.safeParse(value).success);
      return [name, fit ?? initial];
    }),
  );
