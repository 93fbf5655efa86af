import { defined, fieldsOf, isFields, pick, unlessEmpty, type Fields } from '../fields.ts';
import { leftoverOf, oursOf, type Leftover } from '../ours.ts';
import type { Shape } from '../repair/rules.ts';
import { soundRecord } from './sound.ts';

/** `strict` writes the schema's keys alone; `service` also those that the service's files have. */
export type Dialect = 'strict' | 'service';

type Parts = {
  /** What the model says; wins over everything. */
  plain: Fields;
  /** What a file once said beside it. */
  leftover?: Leftover | undefined;
  /** Keys of the service's dialect that only repeat what stands elsewhere. */
  derived?: Fields;
  /** What no key of OTM can say. */
  ours?: Fields;
};

/**
 * A record of the document with its keys in the schema's order. Keys beyond the schema follow it in
 * the service's dialect; in the strict one they go to `attributes.parapet.keys`.
 */
export const assemble = (dialect: Dialect, shape: Shape, parts: Parts): Fields => {
  const { leftover = {}, derived = {}, ours = {} } = parts;
  const { attributes, ...raw } = leftover.raw ?? {};
  const isService = dialect === 'service';
  const all = defined({
    ...(isService && derived),
    ...raw,
    ...parts.plain,
    metaData: layoutOf(isService ? derived['metaData'] : undefined, raw['metaData']),
  });
  const known = Object.keys(shape.keys).flatMap((key) =>
    Object.hasOwn(all, key) ? [[key, all[key]] as const] : [],
  );
  const extras = pick(all, (key) => !Object.hasOwn(shape.keys, key));
  const parapet = defined({
    ...ours,
    odd: unlessEmpty({ ...fieldsOf(ours['odd']), ...leftover.odd }),
    keys: isService ? undefined : unlessEmpty(extras),
  });
  const own = unlessEmpty(defined({ ...fieldsOf(attributes), parapet: unlessEmpty(parapet) }));
  return defined({ ...Object.fromEntries(known), attributes: own, ...(isService && extras) });
};

/** Kept keys beside ours; where a file had something else than an object, that. */
const layoutOf = (derived: unknown, kept: unknown): unknown =>
  kept === undefined || isFields(kept)
    ? unlessEmpty({ ...fieldsOf(derived), ...fieldsOf(kept) })
    : kept;

/** A record that was kept whole; none if it is not of its shape. */
export const rewrite = (dialect: Dialect, shape: Shape, kept: unknown): Fields[] => {
  const record = soundRecord(shape, kept);
  if (!record) return [];
  const { odd: _odd, ...ours } = oursOf(record);
  return [assemble(dialect, shape, { plain: {}, leftover: leftoverOf(record, []), ours })];
};
