import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expiredVersions } from './thin-versions.ts';

const now = '2026-03-01T12:00:00.000Z';
const hour = 3_600_000;
const ago = (ms: number): string => new Date(Date.parse(now) - ms).toISOString();
const pointsEach = (ms: number, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, madeAt: ago(at * ms) }));

const left = (points: { id: number; madeAt: string }[]): string[] => {
  const expired = new Set(expiredVersions(points, now));
  return points.filter(({ id }) => !expired.has(id)).map(({ madeAt }) => madeAt);
};

it('keeps every version of the last 24 hours', () => {
  expect(left(pointsEach(20 * 60_000, 1, 72))).toHaveLength(72);
});

it('keeps at most the newest 100 of a day', () => {
  const points = pointsEach(60_000, 1, 300);
  expect(left(points)).toEqual(points.slice(0, 100).map(({ madeAt }) => madeAt));
});

it('keeps one an hour of the week before, the last of each', () => {
  const points = [ago(49.9 * hour), ago(49.5 * hour), ago(49.1 * hour)].map((madeAt, id) => ({
    id,
    madeAt,
  }));
  expect(left(points)).toEqual([ago(49.1 * hour)]);
});

it('keeps one a day, then one a week, and nothing older than a year', () => {
  const daily = left(pointsEach(hour, 1, 24 * 60)).filter((time) => time < ago(8 * 24 * hour));
  expect(daily.length).toBeGreaterThanOrEqual(51);
  expect(daily.length).toBeLessThanOrEqual(53);
  expect(left([{ id: 1, madeAt: ago(366 * 24 * hour) }])).toEqual([]);
});

it('keeps each hour of a week, each day of 90 days, and each week of a year', () => {
  const day = 24 * hour;
  expect(left(pointsEach(hour, 1, 7 * 24))).toHaveLength(7 * 24);
  expect(left(pointsEach(day, 1, 90))).toHaveLength(90);
  const old = Array.from({ length: 274 }, (_, at) => ({ id: at, madeAt: ago((91 + at) * day) }));
  // 274 days in a row always touch 40 weeks.
  expect(left(old)).toHaveLength(40);
});

it('is idempotent: kept versions are kept again at the same time', () => {
  const times = fc.array(fc.nat(400 * 24 * 60), { maxLength: 200 });
  fc.assert(
    fc.property(times, (minutes) => {
      const points = minutes.map((at, id) => ({ id, madeAt: ago(at * 60_000) }));
      const expired = new Set(expiredVersions(points, now));
      const stays = points.filter(({ id }) => !expired.has(id));
      expect(expiredVersions(stays, now)).toEqual([]);
    }),
  );
});
