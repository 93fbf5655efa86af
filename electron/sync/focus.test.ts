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

it('a window that gets the focus reads changes, at most every ten seconds', async () => {
  await app.engine.syncAll();
  expect(await focusAfter(9)).toBe(0);
  expect(await focusAfter(1)).toBeGreaterThan(0);
  expect(await focusAfter(9)).toBe(0);
  expect(await focusAfter(1)).toBeGreaterThan(0);
});

it('a focus retries if the service was unreachable', async () => {
  await app.engine.syncAll();
  office.network = () => Promise.reject(new TypeError('connection refused'));
  await app.engine.syncRecent().catch(() => undefined);
  expect(app.engine.status().state).toBe('offline');
  office.network = office.reach;
  expect(await focusAfter(10)).toBeGreaterThan(0);
  expect(app.engine.status().state).toBe('saved');
});

it('a focus starts neither the first reading nor one during a hold', async () => {
  expect(await focusAfter(60)).toBe(0);
  await app.engine.syncAll();
  await office.database.deleteFrom('api_tokens').execute();
  await office.database.deleteFrom('access_tokens').execute();
  await app.engine.syncAll().catch(() => undefined);
  expect(app.engine.status().hold).toBe('signIn');
  expect(await focusAfter(60)).toBe(0);
});
