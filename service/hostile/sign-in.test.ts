import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useRealSecrets } from '../testing/cheap-secrets.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

beforeAll(useRealSecrets);

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
  service.setClock(new Date('2026-01-03T00:00:00.000Z'));
});
afterEach(async () => {
  await service.stop();
});

const signIn = async (secret = service.owner.credentials.secret) =>
  await service.owner.send('POST', '/auth', { json: { ...service.owner.credentials, secret } });

const signInAtOnce = async (times: number, secret?: string) =>
  await Promise.all(Array.from({ length: times }, async () => await signIn(secret)));

test('hundreds of concurrent guesses are limited like sequential ones', async () => {
  const answers = await signInAtOnce(200, 'guess');
  const tried = answers.filter(({ status }) => status === 401);
  expect(tried).toHaveLength(6);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(194);
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('1');
});

test('concurrent correct secrets are all accepted', async () => {
  const answers = await signInAtOnce(12);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
});

test('the wait is at most a minute', async () => {
  let time = Date.parse('2026-01-03T00:00:00.000Z');
  const waits: number[] = [];
  while (waits.length < 8) {
    const { status, headers } = await signIn('guess');
    if (status !== 429) continue;
    const wait = Number(headers.get('retry-after'));
    waits.push(wait);
    time += wait * 1000;
    service.setClock(new Date(time));
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('setting the clock back by days does not prolong the wait', async () => {
  await signInAtOnce(7, 'guess');
  expect(await signIn()).toMatchObject({ status: 429 });
  service.setClock(new Date('2026-01-01T00:00:00.000Z'));
  expect(await signIn()).toMatchObject({ status: 200 });
});

test('the success of one client does not end the wait of another', async () => {
  const other = await service.clientOf(service.ownerId);
  await signInAtOnce(7, 'guess');
  const json = other.credentials;
  expect(await service.owner.send('POST', '/auth', { json })).toMatchObject({ status: 200 });
  expect(await signIn()).toMatchObject({ status: 429 });
});

test('a single wrong secret causes no wait, whatever the clocks of the instances say', async () => {
  await signIn('guess');
  service.setClock(new Date('2026-01-02T23:59:50.000Z'));
  expect(await signIn()).toMatchObject({ status: 200 });
});

test('the time to wait is rounded up to whole seconds', async () => {
  await signInAtOnce(6, 'guess');
  service.setClock(new Date('2026-01-03T00:00:01.000Z'));
  expect(await signIn('guess')).toMatchObject({ status: 401 });
  service.setClock(new Date('2026-01-03T00:00:01.500Z'));
  const { status, headers } = await signIn();
  expect([status, headers.get('retry-after')]).toEqual([429, '2']);
});
