import { afterEach, beforeEach, expect, test } from 'vitest';
import { maintain } from './maintenance.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
let begun: number;
beforeEach(async () => {
  service = await startTestService();
  begun = Date.now();
});
afterEach(async () => {
  await service.stop();
});

/** Sets the clock of the service to some hours after the start of the test, and does the maintenance. */
const maintainAfter = async (hours: number): Promise<void> => {
  const time = new Date(begun + hours * 3_600_000);
  service.setClock(time);
  await maintain(service.database, time);
};

const signIn = async (secret = service.owner.credentials.secret) =>
  await service.owner.send('POST', '/auth', { json: { ...service.owner.credentials, secret } });

test('access tokens work until they expire, and are then known for a day', async () => {
  const read = async () => await service.owner.send('GET', '/collections');
  await maintainAfter(0);
  expect(await read()).toMatchObject({ status: 200 });
  await maintainAfter(2);
  expect(await read()).toMatchObject({ status: 401, body: { code: 'token_expired' } });
  await maintainAfter(26);
  expect(await read()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('failed logins count for a day', async () => {
  const failures = async () =>
    await service.database.selectFrom('auth_failures').selectAll().execute();
  service.setClock(new Date(begun));
  for (let time = 0; time < 6; time++) await signIn('guess');
  await maintain(service.database, new Date(begun + 3_600_000));
  expect(await signIn()).toMatchObject({ status: 429 });
  await maintainAfter(25);
  expect(await failures()).toEqual([]);
});

test('responses to requests with a key are kept for a day', async () => {
  const sent = { json: { title: 'T' }, headers: { 'idempotency-key': 'a' } };
  const first = await service.owner.send('POST', '/collections', sent);
  await maintain(service.database, new Date(begun + 23 * 3_600_000));
  expect((await service.owner.send('POST', '/collections', sent)).text).toBe(first.text);
  await maintainAfter(25);
  expect(await service.database.selectFrom('idempotent_answers').selectAll().execute()).toEqual([]);
});
