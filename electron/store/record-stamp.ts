import { createHash } from 'node:crypto';
import { fieldNames, isContent } from '#shared/records/record-fields.ts';
import { additionsIn } from '#shared/records/record-values.ts';
import type { RecordRow, Values } from './records.ts';

/**
 * Returns a short mark of the service's last version, to detect changes. For a canvas, it
 * is the time of the last change, because its values do not include the drawing. Empty if
 * the service never had the record.
 */
export const stampOf = ({ kind, base }: Pick<RecordRow, 'kind' | 'base'>): string =>
  base === null ? '' : stampOfValues(kind, base);

export const stampOfValues = (kind: RecordRow['kind'], values: Values): string => {
  if (kind === 'canvas') return String(values['updated_at']);
  const specified = fieldNames(kind, (field) => isContent(field) && !field.isAddition);
  const content: unknown[] = specified.map((name) => values[name] ?? null);
  // Fields that we added to the API count only once they are set, so a stamp from before
  // the addition still matches.
  const additions = additionsIn(kind, values);
  if (Object.keys(additions).length > 0) content.push(additions);
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
};
