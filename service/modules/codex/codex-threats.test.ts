import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

const spoofing = {
  title: 'Spoofing',
  description: 'Someone acts as another',
  priority: 'high' as const,
  resources: [{ url: 'https://example.org/spoofing', title: 'On spoofing' }],
};

test('a threat of the codex is created, retrieved, replaced, and deleted', async () => {
  const { api, send } = service.owner;
  const made = await api.codexThreats.create(spoofing);
  expect(made).toEqual({ id: made.id, ...spoofing });
  expect(await api.codexThreats.get({ id: made.id })).toEqual(made);

  const path = `/codex/threats/${made.id}`;
  const json = { id: 'another', title: 'Impersonation' };
  const replaced = {
    id: made.id,
    title: 'Impersonation',
    description: '',
    priority: 'medium',
    resources: [],
  };
  expect(await send('PUT', path, { json })).toMatchObject({ status: 200, body: replaced });
  expect(await api.codexThreats.get({ id: made.id })).toEqual(replaced);

  await api.codexThreats.delete({ id: made.id });
  expect(await send('GET', path)).toMatchObject({
    status: 404,
    body: { code: 'not_found', detail: `codex threat ${made.id} not found` },
  });
});

test('the priority must be a known one', async () => {
  const json = { title: 'Tampering', priority: 'urgent' };
  expect(await service.owner.send('POST', '/codex/threats', { json })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', issues: [{ path: 'priority' }] },
  });
});

test('threats are created together, listed, and found by a part of the title', async () => {
  const { api } = service.owner;
  const many = await api.codexThreats.createMany({
    threats: [spoofing, { title: 'ÉCOUTE' }, { title: 'Mise sur écoute', priority: 'low' }],
  });
  expect(many).toMatchObject([
    { ...spoofing, deleted_at: null },
    { title: 'ÉCOUTE', description: '', priority: 'medium', resources: [] },
    { title: 'Mise sur écoute', priority: 'low' },
  ]);
  const items = many.map(({ id, created_at, title, description, priority }) => ({
    id,
    created_at,
    title,
    description,
    priority,
  }));
  expect((await api.codexThreats.list({ limit: 200 })).items.slice(-3)).toEqual(items);
  expect(await api.codexThreats.search({ text: 'écoute' })).toEqual(items.slice(1));
});
