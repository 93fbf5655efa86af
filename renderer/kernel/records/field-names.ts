import i18next from 'i18next';
import { english, language } from '#shared/locales/texts.ts';
import type { FieldName } from '#shared/records/record-fields.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';

type WindowField = { [K in RecordKind]: FieldName<K, { inWindow: true }> }[RecordKind];

type KebabCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}-${KebabCase<Rest>}`
  : Name;

type NamedField = WindowField | 'data' | 'created_at' | 'updated_at';

/**
 * The texts for the names of fields, including `data`, which is the document of a canvas. If the text of
 * a field is missing, the type check fails.
 */
const names = english.sync.field satisfies Record<KebabCase<NamedField>, string>;

const isKnown = (key: string): key is keyof typeof names => Object.hasOwn(names, key);

/** Returns the name of a field in the language of the app. An unknown field is returned unchanged. */
export const fieldName = (field: string): string => {
  const key = field.replaceAll('_', '-');
  return isKnown(key) ? i18next.t(`field.${key}`, { ns: 'sync' }) : field;
};

export const fieldNameList = (fields: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'unit' }).format(fields.map(fieldName));
