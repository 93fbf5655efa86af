import { defined, fieldsOf, isFields, pick, unlessEmpty, type Fields } from '../fields.ts';
import { leftoverOf, appDataOf, type Leftover } from '../leftover.ts';
import type { Shape } from '../repair/rules.ts';
import { soundRecord } from './sound.ts';
import { specifiedKeys } from './specified-keys.ts';

/**
 * `strict` has only the schema's keys, and only known values. `service` also has the keys of the
 * service's files, and always all keys of the specification.
 */
export type Dialect = 'strict' | 'service';

type Parts = {
  /** Values of the model. They take precedence over the values of all other parts. */
  plain: Fields;
  /** Data of an imported file for which the model has no field. */
  leftover?: Leftover | undefined;
  /** Keys of the service's dialect that only repeat other values. */
  derived?: Fields;
  /** Values for which OTM has no key. They are written to `attributes.parapet`. */
  appData?: Fields;
};

/**
 * Returns a record with its keys in schema order. Other keys follow in the service's dialect, and
 * go to `attributes.parapet.keys` in the strict one.
 */
export const assemble = (dialect: Dialect, shape: Shape, parts: Parts): Fields => {
  const { leftover = {}, derived = {}, appData = {} } = parts;
  const { attributes, ...raw } = leftover.raw ?? {};
  const isService = dialect === 'service';
  const unknown = isService ? specifiedKeys(shape) : {};
  const metaData = { ...fieldsOf(unknown['metaData']), ...defined(fieldsOf(derived['metaData'])) };
  const all = {
    ...unknown,
    ...defined({
      ...(isService && derived),
      ...raw,
      ...parts.plain,
      metaData: layoutOf(isService ? metaData : undefined, raw['metaData']),
    }),
  };
  const known = Object.keys(shape.keys).flatMap((key) =>
    Object.hasOwn(all, key) ? [[key, all[key]] as const] : [],
  );
  const extras = pick(all, (key) => !Object.hasOwn(shape.keys, key));
  const parapet = defined({
    ...appData,
    odd: unlessEmpty({ ...fieldsOf(appData['odd']), ...leftover.odd }),
    keys: isService ? undefined : unlessEmpty(extras),
  });
  const own = unlessEmpty(defined({ ...fieldsOf(attributes), parapet: unlessEmpty(parapet) }));
  return defined({
    ...Object.fromEntries(known),
    attributes: own ?? unknown['attributes'],
    ...(isService && extras),
  });
};

/**
 * Returns the `metaData` to write: the keys of the export together with the preserved keys. A preserved
 * value that is not an object is returned unchanged.
 */
const layoutOf = (derived: unknown, kept: unknown): unknown =>
  kept === undefined || isFields(kept)
    ? unlessEmpty({ ...fieldsOf(derived), ...fieldsOf(kept) })
    : kept;

/**
 * Returns a preserved record of a file as a list of one. The list is empty if the record does not fit
 * its shape.
 */
export const rewrite = (dialect: Dialect, shape: Shape, kept: unknown): Fields[] => {
  const record = soundRecord(shape, kept);
  if (!record) return [];
  const { odd: _odd, ...appData } = appDataOf(record);
  return [assemble(dialect, shape, { plain: {}, leftover: leftoverOf(record, []), appData })];
};
