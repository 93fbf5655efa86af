import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

const resources = [{ url: 'https://example.org/limits', title: 'On limits' }];
const rateLimit = {
  title: 'Rate limit',
  definition: 'So many requests a minute',
  consideration: 'Shared addresses',
  explanation: 'Guessing takes many tries',
  example: '429',
  question: 'What is counted?',
  resources,
};

test('a mitigation of the codex is created, retrieved, replaced, and deleted', async () => {
  const { api, send } = service.owner;
  const made = await api.codexMitigations.create(rateLimit);
  expect(made).toEqual({ id: made.id, ...rateLimit });
  expect(await api.codexMitigations.get({ id: made.id })).toEqual(made);

  const path = `/codex/mitigations/${made.id}`;
  const json = { id: 'another', title: 'Slow down', question: 'How long?' };
  const replaced = {
    id: made.id,
    title: 'Slow down',
    definition: '',
    consideration: null,
    explanation: null,
    example: null,
    question: 'How long?',
    resources: [],
  };
  expect(await send('PUT', path, { json })).toMatchObject({ status: 200, body: replaced });
  expect(await api.codexMitigations.get({ id: made.id })).toEqual(replaced);

  await api.codexMitigations.delete({ id: made.id });
  expect(await send('GET', path)).toMatchObject({
    status: 404,
    body: { code: 'not_found', detail: `codex mitigation ${made.id} not found` },
  });
});

test('a mitigation is replaced only if it matches If-Match', async () => {
  const { api, send } = service.owner;
  const { id } = await api.codexMitigations.create({ title: 'Contested' });
  const path = `/codex/mitigations/${id}`;
  const tag = (await send('GET', path)).headers.get('etag') ?? '';
  const put = { json: { title: 'Won' }, headers: { 'if-match': tag } };
  const answer = await send('PUT', path, put);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('etag')).toBe((await send('GET', path)).headers.get('etag'));
  expect(await send('PUT', path, put)).toMatchObject({
    status: 412,
    body: { code: 'precondition_failed' },
  });
});

test('mitigations that are created together are full records of the same codex', async () => {
  const { api } = service.owner;
  const many = await api.codexMitigations.createMany({
    mitigations: [rateLimit, { title: 'Lock out' }],
  });
  expect(many).toMatchObject([
    { ...rateLimit, deleted_at: null },
    { title: 'Lock out', definition: '', example: null, resources: [], deleted_at: null },
  ]);
  const again = await api.codexMitigations.createMany({ mitigations: [{ title: 'Captcha' }] });
  expect(again[0]?.codex).toEqual(many[0]?.codex);
});

test('mitigations are listed with the common parameters, and found by a part of the title', async () => {
  const { api, send } = service.owner;
  const made = await api.codexMitigations.createMany({
    mitigations: [{ title: 'Überwachen', definition: 'Watch' }, { title: 'WACHE' }],
  });
  const items = made.map(({ id, created_at, title, definition }) => ({
    id,
    created_at,
    title,
    definition,
  }));
  const { items: last, count } = await api.codexMitigations.list({ limit: 200 });
  expect(last.slice(-2)).toEqual(items);
  expect(last).toHaveLength(count);
  const byTitle = await api.codexMitigations.list({ sort: 'title', order: 'DESC', limit: 1 });
  expect(byTitle.items).toEqual([items[0]]);
  expect(await send('GET', '/codex/mitigations?sort=question')).toMatchObject({ status: 400 });

  expect(await api.codexMitigations.search({ text: 'wach' })).toEqual(items);
  expect(await api.codexMitigations.search({ text: 'ÜBER' })).toEqual([items[0]]);
  expect(await api.codexMitigations.search({ text: 'Watch' })).toEqual([]);
});
