import i18next from 'i18next';
import { contentSchemas } from '#shared/desktop/records.ts';
import type { WaitingEntry } from '#shared/desktop/sync.ts';
import { fieldName, fieldNameList } from './field-name.ts';
import { fieldText } from './field-text.ts';
import { findRecord } from './find-record.ts';

/** A change that was set aside, to be told to somebody: what, why, and what the record says. */
export const copiedText = async ({
  kind,
  id,
  title,
  op,
  fields,
  setAside,
}: WaitingEntry): Promise<string> => {
  const t = i18next.getFixedT(null, 'sync');
  const found = op === 'delete' ? null : await findRecord(kind, id);
  const content = Object.entries(found?.values ?? {})
    .filter(([field]) => Object.hasOwn(contentSchemas[kind].shape, field))
    .map(([field, value]) => `${fieldName(field)}: ${fieldText(kind, field, value) ?? ''}`);
  return [
    t('copied.entry', { kind: t(`kind.${kind}`), title, op: t(`op.${op}`) }),
    ...(fields.length > 0 ? [t('changed', { fields: fieldNameList(fields) })] : []),
    t('copied.reason', { reason: setAside ?? '' }),
    '',
    ...content,
  ].join('\n');
};
