import { expect, test } from 'vitest';
import { catalogAnswer } from './catalog-answer.ts';

const catalog = { updatedAt: '2026-03-08T08:49:37.500Z' };
const text = JSON.stringify(catalog);
const date = 'Sun, 08 Mar 2026 08:49:37 GMT';

const statusFor = (since: string): number =>
  catalogAnswer(catalog, text, (name) => (name === 'if-modified-since' ? since : null)).status;

test('a catalog of half a second past is current for the date that it is sent with', () => {
  const answer = catalogAnswer(catalog, text, () => null);
  expect(answer).toMatchObject({ status: 200, headers: { 'last-modified': date }, body: text });
  expect(statusFor(date)).toBe(304);
  expect(statusFor('Sun, 08 Mar 2026 08:49:36 GMT')).toBe(200);
});

test.each([
  `${date}-0100`,
  `not ${date}`,
  'Sun, 8 Mar 2026 08:49:37 GMT',
  'Sunday, 08-Mar-26 08:49:37 GMT',
  'Sun, 08 Mar 2026 08:49:37 +0000',
  '2027-03-08T08:49:37Z',
  '2027',
])('the catalog is sent for %j, which is no HTTP date', (since) => {
  expect(statusFor(since)).toBe(200);
});
