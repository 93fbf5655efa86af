import { createHash } from 'node:crypto';
import { contentSchemas } from '#shared/desktop/records.ts';
import type { RecordRow, Values } from './records.ts';

/**
 * A short mark of what the service last said of a record, to see whether it has changed since: of a
 * canvas its time, because its drawing is not among its values. Empty of what the service never had.
 */
export const stampOf = ({ kind, base }: Pick<RecordRow, 'kind' | 'base'>): string =>
  base === null ? '' : stampOfValues(kind, base);

export const stampOfValues = (kind: RecordRow['kind'], values: Values): string => {
  if (kind === 'canvas') return String(values['updated_at']);
  const fields = Object.keys(contentSchemas[kind].shape);
  const content = JSON.stringify(fields.map((field) => values[field] ?? null));
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
};
