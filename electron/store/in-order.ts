import type { RecordRow } from './records.ts';

/**
 * Sorts records by when they were made. A record that the service has not confirmed yet has no time
 * and is newer than those that have one, so siblings keep their order while they are sent one by
 * one. The service tells no time of a mitigation, but its IDs sort by it, being UUIDv7.
 */
export const inOrder = (rows: RecordRow[]): RecordRow[] =>
  rows.toSorted((a, b) => compare(madeAt(a), madeAt(b)) || compare(a.id, b.id));

const AFTER_EVERY_TIME = '~';

const madeAt = ({ base, local: { created_at: time } }: RecordRow): string => {
  if (typeof time === 'string') return time;
  return base === null ? AFTER_EVERY_TIME : '';
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
