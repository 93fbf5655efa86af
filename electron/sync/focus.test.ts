import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOffice, type App, type Office } from './testing/office.ts';

let office: Office;
let app: App;
let now: number;
let requests: number;

beforeEach(async () => {
  office = await openOffice();
  [now, requests] = [0, 0];
  app = await office.openApp({
    network: async (request) => {
      requests += 1;
      return await office.network(request);
    },
    later: () => () => {},
    elapsed: () => now,
  });
});
afterEach(() => office.close());

const focusAfter = async (seconds: number): Promise<number> => {
  now += seconds * 1000;
  const before = requests;
  app.engine.focused();
  await app.engine.idle();
  return requests - before;
};

it('a window that gets the focus looks for news, at most every ten seconds', async () => {
  await app.engine.syncAll();
  expect(await focusAfter(9)).toBe(0);
  expect(await focusAfter(1)).toBeGreaterThan(0);
  expect(await focusAfter(9)).toBe(0);
  expect(await focusAfter(1)).toBeGreaterThan(0);
});

it('a focus tries again where the service was away', async () => {
  await app.engine.syncAll();
  office.network = () => Promise.reject(new TypeError('connection refused'));
  await app.engine.syncRecent().catch(() => undefined);
  expect(app.engine.status().state).toBe('offline');
  office.network = office.reach;
  expect(await focusAfter(10)).toBeGreaterThan(0);
  expect(app.engine.status().state).toBe('saved');
});

it('a focus does not begin the first reading of all, nor one that a hold forbids', async () => {
  expect(await focusAfter(60)).toBe(0);
  await app.engine.syncAll();
  await office.database.deleteFrom('api_tokens').execute();
  await office.database.deleteFrom('access_tokens').execute();
  await app.engine.syncAll().catch(() => undefined);
  expect(app.engine.status().hold).toBe('signIn');
  expect(await focusAfter(60)).toBe(0);
});
