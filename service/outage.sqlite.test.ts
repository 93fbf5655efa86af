import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plantTree, type SampleTree } from './testing/sample-tree.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
let tree: SampleTree;
beforeEach(async () => {
  service = await startTestService();
  tree = await plantTree(service.owner);
});
afterEach(async () => {
  await service.stop();
});

const unavailable = { status: 503, body: { code: 'service_unavailable' } };

const threatsOf = async ({ componentId }: SampleTree) =>
  (await service.owner.api.threats.listForComponent({ componentId })).map(({ title }) => title);

const large = (componentId: string) => ({
  title: 'Large',
  description: 'x'.repeat(50_000),
  componentId,
});

describe('a full disk', () => {
  /** Limits the database to its current pages, as a full disk does. */
  const fill = async () => {
    await sql`pragma max_page_count = 1`.execute(service.database);
  };

  test('is 503 with Retry-After, and nothing is done', async () => {
    await fill();
    const json = large(tree.componentId);
    const answer = await service.owner.send('POST', '/threats', { json });
    expect(answer).toMatchObject(unavailable);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await threatsOf(tree)).toEqual(['Threat']);
    expect(service.failures).toEqual([]);
    expect(service.logged).toContainEqual(
      expect.objectContaining({ status: 503, unavailable: 'database or disk is full' }),
    );
  });

  test('fails the writes of the same commit or only one, and none partly', async () => {
    await fill();
    const send = async (json: object) => await service.owner.send('POST', '/threats', { json });
    const small = { title: 'Small', componentId: tree.componentId };
    const answers = await Promise.all([send(small), send(large(tree.componentId)), send(small)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(statuses[1]).toBe(503);
    const acknowledged = statuses.filter((status) => status === 201).map(() => 'Small');
    expect(await threatsOf(tree)).toEqual(['Threat', ...acknowledged]);
  });

  test('is reported for each part of a batch that was not done', async () => {
    await fill();
    const create = (body: object) => ({ method: 'POST', path: '/threats', body });
    const small = { title: 'Small', componentId: tree.componentId };
    const requests = [small, large(tree.componentId), small].map(create);
    const { body } = await service.owner.send('POST', '/batch', { json: { requests } });
    expect(body).toMatchObject({ answers: [{}, unavailable, {}] });
    const acknowledged = JSON.stringify(body).match(/"status":201/g) ?? [];
    expect(await threatsOf(tree)).toEqual(['Threat', ...acknowledged.map(() => 'Small')]);
  });
});

test('a file that cannot be written is 503 for every write, and can be read', async () => {
  await sql`pragma query_only = on`.execute(service.database);
  const { owner } = service;
  const { threatId, componentId } = tree;
  const { credentials } = owner;
  for (const [method, path, json] of [
    ['POST', '/threats', { title: 'Threat', componentId }],
    ['PATCH', `/threats/${threatId}`, { title: 'Changed' }],
    ['DELETE', `/threats/${threatId}`, undefined],
    ['POST', '/auth', credentials],
    ['POST', '/auth', { ...credentials, secret: 'wrong' }],
  ] as const) {
    expect(await owner.send(method, path, { json })).toMatchObject(unavailable);
  }
  expect(await threatsOf(tree)).toEqual(['Threat']);
  expect(service.failures).toEqual([]);
  const ready = await fetch(service.url.replace('/api/v1', '/ready'));
  const health = await fetch(service.url.replace('/api/v1', '/health'));
  expect([ready.status, health.status]).toEqual([503, 200]);

  await sql`pragma query_only = off`.execute(service.database);
  expect(await owner.send('DELETE', `/threats/${threatId}`)).toMatchObject({ status: 204 });
});
