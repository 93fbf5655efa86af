import { same } from '../../merge/same-value.ts';
import type { AttributeValues } from '../../records/field-values.ts';
import { fieldsOf } from '../../records/record-fields.ts';
import type { Fields } from '../fields.ts';

/** The kinds of records whose fields without a key in OTM are written to `attributes.parapet`. */
type WrittenKind = 'threatModel' | 'threat' | 'mitigation';

const camelCase = (name: string): string =>
  name.replaceAll(/_(?<letter>[a-z])/g, (_, letter: string) => letter.toUpperCase());

const attributesOfKind = (kind: WrittenKind) =>
  Object.entries(fieldsOf(kind)).filter(
    ([, { otm, type }]) => otm === 'attribute' && type !== 'computed',
  );

/** Returns the fields without a key in OTM. Leaves out fields that have their initial value. */
export const writeAttributes = (kind: WrittenKind, content: Fields): Fields =>
  Object.fromEntries(
    attributesOfKind(kind).flatMap(([name, { initial }]) => {
      const value = content[name];
      return value === undefined || same(value, initial) ? [] : [[camelCase(name), value]];
    }),
  );

/** Reads what `writeAttributes` has written. Values that do not fit are replaced with initial values. */
export const readAttributes = <K extends WrittenKind>(
  kind: K,
  appData: Fields,
): AttributeValues<K> =>
  // The compiler cannot derive the types of the fields from the loop.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(
    attributesOfKind(kind).flatMap(([name, { type, input, stored, initial, isAddition }]) => {
      const schema = type === 'choice' ? input : stored;
      const read = schema.safeParse(appData[camelCase(name)]);
      if (read.success) return [[name, read.data]];
      return isAddition ? [] : [[name, initial]];
    }),
  ) as AttributeValues<K>;
