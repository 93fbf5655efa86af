import type { Survival } from './survive.ts';

/**
 * The longest time, in milliseconds, that the service may take to recover after an outage of the
 * database has ended. `docs/service.md` promises this limit.
 */
const longestRecoveryMs = 5000;
/**
 * The statuses that are not faults. 412 means that another client changed the record first, and 503
 * means that the database failed.
 */
const expectedStatuses = new Set(['200', '201', '412', '503']);
const clientsEach = 2;

/** Returns a description of each fault in the result of a run. An outage must not cause any fault. */
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
    // For each client, one threat may be stored without a response 201. The client may have been stopped
    // before it could repeat the request for this threat.
    [unknown > clientsEach * instances, `${unknown} threats that nobody was told of`],
    [value < min, `lost increments: ${value} after ${min}`],
    [value > max, `incremented twice: ${value} after at most ${max}`],
  ];
  return faults.flatMap(([isSo, fault]) => (isSo ? [fault] : []));
};
