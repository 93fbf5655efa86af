import type { RecordRow } from './records.ts';

/**
 * Sorts records by creation time. Unconfirmed records come last: their time comes from this computer's
 * clock, and the service assigns a later one on confirmation. So siblings keep their order while they are
 * sent one by one. The service reports no time for mitigations, but their IDs are UUIDv7 and sort by time.
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
