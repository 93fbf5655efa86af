import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakableRequests } from './testing/breakable-requests.ts';
import { everythingIn } from './testing/everything-in.ts';
import { failAt, innerMessage } from './testing/failing-row.ts';
import { halfValidRequests } from './testing/half-valid-requests.ts';
import { noPairs, plantPairs } from './testing/pairs.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

test.each(Object.keys(breakableRequests(noPairs)))(
  '%s: nothing of it is done when the database fails in the midst',
  async (name) => {
    const { owner, database } = service;
    const request = breakableRequests(await plantPairs(service))[name];
    if (!request) throw new Error(`there is no ${name}`);
    const { method, path, json, yaml, failing } = request;
    const send = async () =>
      await owner.send(method, path, {
        ...(yaml === undefined ? { json } : { raw: yaml }),
        headers: {
          ...(yaml !== undefined && { 'content-type': 'application/yaml' }),
          'idempotency-key': name,
        },
      });

    const before = await everythingIn(database);
    const mend = await failAt(database, failing);
    const failed = await send();
    await mend();
    expect(failed).toMatchObject({
      status: 500,
      body: { code: 'internal', detail: 'an unexpected error occurred' },
    });
    expect(failed.text).not.toContain(innerMessage);
    expect(await everythingIn(database)).toEqual(before);

    expect((await send()).status).toBeLessThan(300);
    expect(await everythingIn(database)).not.toEqual(before);
  },
);

test.each(Object.keys(halfValidRequests(noPairs)))(
  '%s: the request is refused, and nothing of it is done',
  async (name) => {
    const { owner, database } = service;
    const request = halfValidRequests(await plantPairs(service))[name];
    if (!request) throw new Error(`there is no ${name}`);
    const { method, path, json, status } = request;
    const before = await everythingIn(database);
    expect(await owner.send(method, path, { json })).toMatchObject({ status });
    expect(await everythingIn(database)).toEqual(before);
  },
);
