import type { RecordRow } from './records.ts';

/**
 * Sorts records by when they were made. One that the service has not confirmed comes after those
 * that it has: its time is of this computer's clock, and it gets a later one when it is confirmed.
 * So siblings keep their order while they are sent one by one. The service tells no time of a
 * mitigation, but its IDs sort by it, being UUIDv7.
 */
export const inOrder = (rows: RecordRow[]): RecordRow[] =>
  rows.toSorted(
    (a, b) =>
      Number(a.base === null) - Number(b.base === null) ||
      compare(madeAt(a), madeAt(b)) ||
      compare(a.id, b.id),
  );

const madeAt = ({ local: { created_at: time } }: RecordRow): string =>
  typeof time === 'string' ? time : '';
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
