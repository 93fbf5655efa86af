import { afterEach, beforeEach, expect, test } from 'vitest';
import { accessToken } from '#shared/api/auth.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(async () => {
  await service.stop();
});

const keyed = (key: string) => ({ 'idempotency-key': key });
const collections = async () => (await service.owner.api.collections.list({})).count;

test('a repeated POST with the same key gets the first response, and is done once', async () => {
  const sent = { json: { title: 'Once' }, headers: keyed('a') };
  const first = await service.owner.send('POST', '/collections', sent);
  const second = await service.owner.send('POST', '/collections', sent);
  expect(second).toMatchObject({ status: 201, text: first.text });
  expect(await collections()).toBe(1);
});

test('concurrent requests with the same key are done once', async () => {
  const sent = { json: { title: 'Once' }, headers: keyed('a') };
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => await service.owner.send('POST', '/collections', sent)),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await collections()).toBe(1);
});

test('the same key with another body, or to another path, is a conflict', async () => {
  const headers = keyed('a');
  await service.owner.send('POST', '/collections', { json: { title: 'One' }, headers });
  const conflict = { status: 409, body: { code: 'conflict' } };
  const other = await service.owner.send('POST', '/collections', {
    json: { title: 'Two' },
    headers,
  });
  expect(other).toMatchObject(conflict);
  const elsewhere = await service.owner.send('POST', '/threats', {
    json: { title: 'One' },
    headers,
  });
  expect(elsewhere).toMatchObject(conflict);
  expect(await collections()).toBe(1);
});

test('a key belongs to its user, and is forgotten after a day', async () => {
  const sent = { json: { title: 'One' }, headers: keyed('a') };
  await service.owner.send('POST', '/collections', sent);
  const user = await service.clientOf(await service.addUser('user'));
  await user.send('POST', '/collections', sent);
  expect(await collections()).toBe(2);

  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  service.setClock(tomorrow);
  const login = await service.owner.send('POST', '/auth', { json: service.owner.credentials });
  const { access_token } = login.body as { access_token: string };
  const headers = { ...sent.headers, authorization: `Bearer ${access_token}` };
  await service.owner.send('POST', '/collections', { ...sent, headers });
  service.setClock(undefined);
  expect(await collections()).toBe(3);
});

test('users who choose the same key each get their own response again', async () => {
  const sent = { json: { title: 'One' }, headers: keyed('a') };
  const user = await service.clientOf(await service.addUser('user'));
  const senders = [service.owner, user];
  const post = async () => {
    const texts: string[] = [];
    for (const sender of senders)
      texts.push((await sender.send('POST', '/collections', sent)).text);
    return texts;
  };
  const first = await post();
  expect(await post()).toEqual(first);
  expect(first[0]).not.toBe(first[1]);
});

test('a key holds for a whole day, and then for another one', async () => {
  const begun = Date.now();
  const post = async (hours: number): Promise<string> => {
    service.setClock(new Date(begun + hours * 3_600_000));
    const login = await service.owner.send('POST', '/auth', { json: service.owner.credentials });
    const { access_token } = login.body as { access_token: string };
    const headers = { ...keyed('a'), authorization: `Bearer ${access_token}` };
    return (await service.owner.send('POST', '/collections', { json: { title: 'T' }, headers }))
      .text;
  };
  const first = await post(0);
  expect(await post(23)).toBe(first);
  const second = await post(24);
  expect(second).not.toBe(first);
  expect(await post(25)).toBe(second);
  service.setClock(undefined);
  expect(await collections()).toBe(2);
});

test('a key belongs to one record, also if the requests have the same body', async () => {
  const { api, send } = service.owner;
  const ids = [(await api.collections.create({ title: 'A' })).id];
  ids.push((await api.collections.create({ title: 'B' })).id);
  for (const id of ids) await api.collections.delete({ id });
  const [restored, refused] = [
    await send('POST', `/collections/${ids[0]}/restore`, { headers: keyed('a') }),
    await send('POST', `/collections/${ids[1]}/restore`, { headers: keyed('a') }),
  ];
  expect(restored).toMatchObject({ status: 200 });
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('a refused request can be repeated with its key', async () => {
  const headers = keyed('a');
  const json = { title: 'T', collectionId: 'none' };
  expect(await service.owner.send('POST', '/threat-models', { json, headers })).toMatchObject({
    status: 404,
  });
  const { id } = await service.owner.api.collections.create({ title: 'C' });
  const repaired = { ...json, collectionId: id };
  expect(
    await service.owner.send('POST', '/threat-models', { json: repaired, headers }),
  ).toMatchObject({ status: 201 });
});

test('an import with a key is done once, although each form has a different boundary', async () => {
  const { id } = await service.owner.api.collections.create({ title: 'C' });
  const send = async () => {
    const form = new FormData();
    const text = JSON.stringify({ otmVersion: '0.2.0', project: { name: 'P', id: 'p' } });
    form.set('file', new File([text], 'p.otm'));
    return await service.owner.send('POST', `/threat-models/otm/${id}`, {
      raw: form,
      headers: keyed('import'),
    });
  };
  const first = await send();
  expect(first.status).toBe(201);
  expect((await send()).text).toBe(first.text);
  expect((await service.owner.api.threatModels.list({})).count).toBe(1);
});

test('a key is at most 255 characters long', async () => {
  const json = { title: 'One' };
  const longest = { json, headers: keyed('k'.repeat(255)) };
  expect(await service.owner.send('POST', '/collections', longest)).toMatchObject({ status: 201 });
  expect(await service.owner.send('POST', '/collections', longest)).toMatchObject({ status: 201 });
  expect(await collections()).toBe(1);
  const sent = { json, headers: keyed('k'.repeat(256)) };
  expect(await service.owner.send('POST', '/collections', sent)).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      detail: 'Idempotency-Key may be at most 255 characters',
    },
  });
});

test('the first response is given again, with its headers, after the record has changed', async () => {
  const { api, send } = service.owner;
  const { id: collectionId } = await api.collections.create({ title: 'C' });
  const sent = { json: { title: 'Once', collectionId }, headers: keyed('a') };
  const first = await send('POST', '/threat-models', sent);
  const { items } = await api.threatModels.list({});
  await api.threatModels.update({ id: items[0]?.id ?? '', title: 'Changed' });
  const second = await send('POST', '/threat-models', sent);
  expect(second).toMatchObject({ status: 201, text: first.text });
  const etag = first.headers.get('etag');
  expect(etag).toMatch(/^"[^"]+"$/);
  expect(second.headers.get('etag')).toBe(etag);
  expect(second.headers.get('content-type')).toBe('application/json');
});

test('a key is for POST only, so another method is done each time', async () => {
  const { id } = await service.owner.api.collections.create({ title: 'One' });
  const path = `/collections/${id}`;
  for (const title of ['Two', 'Three']) {
    const sent = { json: { title }, headers: keyed('a') };
    expect(await service.owner.send('PATCH', path, sent)).toMatchObject({
      status: 200,
      body: { title },
    });
  }
  const headers = keyed('a');
  expect(await service.owner.send('DELETE', path, { headers })).toMatchObject({ status: 204 });
  expect(await service.owner.send('DELETE', path, { headers })).toMatchObject({ status: 404 });
});

test('a login is never repeated from its key', async () => {
  const sent = { json: service.owner.credentials, headers: keyed('login') };
  const tokens = [
    await service.owner.send('POST', '/auth', sent),
    await service.owner.send('POST', '/auth', sent),
  ].map(({ body }) => accessToken.parse(body).access_token);
  expect(new Set(tokens).size).toBe(2);
  const stored = await service.database.selectFrom('idempotent_answers').selectAll().execute();
  expect(stored).toEqual([]);
});

test('a key does not open a response to someone who lost the right to see it', async () => {
  const id = await service.addUser('user');
  const user = await service.clientOf(id);
  const sent = { json: { title: 'Once' }, headers: keyed('a') };
  expect(await user.send('POST', '/collections', sent)).toMatchObject({ status: 201 });
  const reader = await service.clientOf(id, { scopes: ['collections:read'] });
  expect(await reader.send('POST', '/collections', sent)).toMatchObject({
    status: 403,
    body: { code: 'missing_scope' },
  });
});

test('a bulk operation that fails halfway leaves nothing, not even its key', async () => {
  const { api } = service.owner;
  const { id: collectionId } = await api.collections.create({ title: 'C' });
  const { canvases } = await api.threatModels.create({
    title: 'M',
    collectionId,
    canvasData: [{ title: 'C' }],
  });
  const { id: componentId } = await api.components.create({
    canvasId: canvases[0]?.id ?? '',
    title: 'C',
  });
  const { id: threatId } = await api.threats.create({ title: 'T', componentId });
  const comment = { threatId, userId: service.ownerId, text: 'Stored?' };
  for (const broken of [
    { ...comment, threatId: 'none' },
    { ...comment, userId: 'nobody' },
  ]) {
    const sent = { json: [comment, comment, broken], headers: keyed('bulk') };
    const { status } = await service.owner.send('POST', '/comments/many', sent);
    expect([400, 404]).toContain(status);
    expect((await api.comments.list({})).count).toBe(0);
  }
  const sent = { json: [comment, comment], headers: keyed('bulk') };
  expect(await service.owner.send('POST', '/comments/many', sent)).toMatchObject({ status: 201 });
});
