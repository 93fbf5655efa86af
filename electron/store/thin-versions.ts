/** An automatic version of a canvas. */
type Point = { id: number; madeAt: string };

const hour = 3_600_000;
const day = 24 * hour;
const maxPerDay = 100;

/**
 * The rules for versions that are older than a day. Of the versions younger than `upTo`, the last one in
 * each interval of `length` is kept. `upTo` and `length` are in ms.
 */
const intervals = [
  { upTo: 7 * day, length: hour },
  { upTo: 90 * day, length: day },
  { upTo: 365 * day, length: 7 * day },
];

/**
 * Returns the IDs of the expired automatic versions of one canvas. Versions of the last 24 hours stay,
 * but at most 100 of them. Of older versions, the last one of each hour stays for a week, the last one
 * of each day for 90 days, and the last one of each week for a year.
 */
export const expiredVersions = (points: readonly Point[], now: string): number[] => {
  const end = Date.parse(now);
  const usedSlots = new Set<string>();
  let ofADay = 0;
  const newestFirst = points.toSorted((a, b) => Date.parse(b.madeAt) - Date.parse(a.madeAt));
  return newestFirst
    .filter(({ madeAt }) => {
      const time = Date.parse(madeAt);
      const age = end - time;
      if (age < day) {
        ofADay += 1;
        return ofADay > maxPerDay;
      }
      const interval = intervals.find(({ upTo }) => age < upTo);
      if (!interval) return true;
      const slot = `${interval.length}:${Math.floor(time / interval.length)}`;
      if (usedSlots.has(slot)) return true;
      usedSlots.add(slot);
      return false;
    })
    .map(({ id }) => id);
};
