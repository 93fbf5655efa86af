import type { RecordRow } from './records.ts';

/**
 * In the order in which they were made. The service says no time of a mitigation, but its ids sort
 * by it, being UUIDv7.
 */
export const inOrder = (rows: RecordRow[]): RecordRow[] =>
  rows.toSorted((a, b) => compare(madeAt(a), madeAt(b)) || compare(a.id, b.id));

const madeAt = ({ local: { created_at: time } }: RecordRow): string =>
  typeof time === 'string' ? time : '';
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
