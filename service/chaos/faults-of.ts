import type { Survival } from './survive.ts';

/** The longest recovery after the database is back, as promised in `docs/service.md`. */
const longestRecoveryMs = 5000;
/** 412: another client changed the record first. 503: the database rejected the write. */
const expectedStatuses = new Set(['200', '201', '412', '503']);
const clientsEach = 2;

/** Returns descriptions of all faults. An outage must not cause any. */
export const faultsOf = (
  { statuses, recoveryMs, lost, unknown, counter: { value, min, max } }: Survival,
  instances: number,
): string[] => {
  const others = Object.keys(statuses).filter((status) => !expectedStatuses.has(status));
  const faults: [boolean, string][] = [
    [others.length > 0, `answers with status ${others.join(', ')}`],
    [
      Math.max(...recoveryMs) > longestRecoveryMs,
      `recovered only after ${recoveryMs.join(', ')} ms`,
    ],
    [lost.length > 0, `lost the threats ${lost.join(', ')}`],
    // The last create of each client may have been stored, although the client stopped before the response.
    [unknown > clientsEach * instances, `${unknown} threats that nobody was told of`],
    [value < min, `lost increments: ${value} after ${min}`],
    [value > max, `incremented twice: ${value} after at most ${max}`],
  ];
  return faults.flatMap(([isSo, fault]) => (isSo ? [fault] : []));
};
