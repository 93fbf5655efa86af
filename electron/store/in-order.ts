import type { RecordRow } from './records.ts';

/**
 * Sorts records by creation time. Records that the service does not have yet come last. Until they are
 * sent, they have a time of this computer's clock, which may differ from the service's clock. When they
 * are sent, the service gives them a later time than all earlier records. So siblings keep their order
 * while they are sent one by one.
 *
 * The service reports no time for mitigations. Their IDs are UUIDv7, so sorting by ID sorts them by
 * time.
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
