import type { Survival } from './survive.ts';

/** The longest recovery after an outage of the database has ended, as promised in `docs/service.md`. */
const longestRecoveryMs = 5000;
/** 412 means that another client changed the record first, and 503 that the database failed. */
const expectedStatuses = new Set(['200', '201', '412', '503']);
const clientsEach = 2;

/** Returns a description of each fault. An outage must not cause any fault. */
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
    // The last create of each client may be stored without a 201, because the clients were stopped
    // before they could repeat it.
    [unknown > clientsEach * instances, `${unknown} threats that nobody was told of`],
    [value < min, `lost increments: ${value} after ${min}`],
    [value > max, `incremented twice: ${value} after at most ${max}`],
  ];
  return faults.flatMap(([isSo, fault]) => (isSo ? [fault] : []));
};
