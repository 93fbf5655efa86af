import { createHash } from 'node:crypto';
import { fieldNames, isContent } from '#shared/records/record-fields.ts';
import { additionsIn } from '#shared/records/record-values.ts';
import type { RecordRow, Values } from './records.ts';

/**
 * Returns the stamp of the service's last version of a record. If the stamp changes, the record has
 * changed. The stamp of a canvas is the time of its last change, because its values do not include the
 * drawing. The stamp of any other record is a hash of its content. The stamp is empty if the service
 * never had the record.
 */
export const stampOf = ({ kind, base }: Pick<RecordRow, 'kind' | 'base'>): string =>
  base === null ? '' : stampOfValues(kind, base);

export const stampOfValues = (kind: RecordRow['kind'], values: Values): string => {
  if (kind === 'canvas') return String(values['updated_at']);
  const specified = fieldNames(kind, (field) => isContent(field) && !field.isAddition);
  const content: unknown[] = specified.map((name) => values[name] ?? null);
  // The hash leaves out additions to the API that have their initial value. So the stamp of a record
  // stays the same when a new version of the app knows more additions.
  const additions = additionsIn(kind, values);
  if (Object.keys(additions).length > 0) content.push(additions);
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
};
