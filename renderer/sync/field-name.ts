import i18next from 'i18next';
import type syncTexts from '../locales/en/sync.json';

/** Keys of the texts in `field`. */
const fieldNames = {
  title: 'title',
  description: 'description',
  color: 'color',
  status: 'status',
  priority: 'priority',
  due_to_date: 'dueDate',
  archived_at: 'archived',
  format: 'format',
  data: 'drawing',
  source: 'source',
  is_custom: 'custom',
  definition: 'definition',
  consideration: 'consideration',
  explanation: 'explanation',
  example: 'example',
  text: 'text',
} as const satisfies Record<string, keyof (typeof syncTexts)['field']>;

const isKnown = (field: string): field is keyof typeof fieldNames =>
  Object.hasOwn(fieldNames, field);

/** A field in the words of the window; one that we do not know has its own name. */
export const fieldName = (field: string): string =>
  isKnown(field) ? i18next.t(`field.${fieldNames[field]}`, { ns: 'sync' }) : field;

export const fieldNameList = (fields: readonly string[]): string =>
  new Intl.ListFormat(i18next.language, { type: 'unit' }).format(fields.map(fieldName));
