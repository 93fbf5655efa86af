import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plantTree, type SampleTree } from '../testing/sample-tree.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let tree: SampleTree;
let records: { path: string; change: object }[];
beforeAll(async () => {
  service = await startTestService();
  tree = await plantTree(service.owner);
  const title = 'Changed';
  records = [
    { path: `/comments/${tree.commentId}`, change: { text: title } },
    { path: `/mitigations/${tree.mitigationId}`, change: { title } },
    { path: `/threats/${tree.threatId}`, change: { title } },
    { path: `/components/${tree.componentId}`, change: { title } },
    { path: `/canvases/${tree.canvasId}`, change: { title } },
    { path: `/threat-models/${tree.threatModelId}`, change: { title } },
    { path: `/collections/${tree.collectionId}`, change: { title } },
  ];
});
afterAll(async () => {
  await service.stop();
});

const tagOf = async (path: string): Promise<string> => {
  const { headers } = await service.owner.send('GET', path);
  return headers.get('etag') ?? '';
};
const outdated = { status: 412, body: { code: 'precondition_failed' } };

describe('every single record', () => {
  test('has a strong ETag, and is 304 for it', async () => {
    for (const { path } of records) {
      const tag = await tagOf(path);
      expect(tag).toMatch(/^"[\w-]+"$/);
      for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
        const headers = { 'if-none-match': known };
        const answer = await service.owner.send('GET', path, { headers });
        expect(answer).toMatchObject({ status: 304, text: '' });
        expect(answer.headers.get('etag')).toBe(tag);
      }
      const headers = { 'if-none-match': '"other"' };
      expect(await service.owner.send('GET', path, { headers })).toMatchObject({ status: 200 });
    }
  });

  test('has a new ETag after each change', async () => {
    for (const { path, change } of records) {
      const tags = [await tagOf(path)];
      for (let time = 0; time < 2; time += 1) {
        const { headers } = await service.owner.send('PATCH', path, { json: change });
        expect(headers.get('etag')).toBe(await tagOf(path));
        tags.push(await tagOf(path));
      }
      expect(new Set(tags)).toHaveLength(3);
    }
  });

  test('is changed if it exists, and never answered as unchanged', async () => {
    for (const { path, change } of records) {
      for (const condition of ['if-match', 'if-none-match']) {
        const headers = { [condition]: '*' };
        const answer = await service.owner.send('PATCH', path, { json: change, headers });
        expect(answer).toMatchObject({ status: 200, body: change });
      }
    }
  });

  test('has another ETag after a threat model is archived, so that nobody’s date is overwritten', async () => {
    const path = `/threat-models/${tree.threatModelId}`;
    const before = await tagOf(path);
    const archive = async (time: string | null) =>
      await service.owner.send('PATCH', path, {
        json: { archived_at: time },
        headers: { 'if-match': before },
      });
    const first = '2050-01-01T00:00:00.000Z';
    const answer = await archive(first);
    expect(answer).toMatchObject({ status: 200, body: { archived_at: first } });
    expect(answer.headers.get('etag')).not.toBe(before);
    expect(await archive('2050-02-02T00:00:00.000Z')).toMatchObject(outdated);
    expect(await service.owner.send('GET', path)).toMatchObject({ body: { archived_at: first } });
    await service.owner.send('PATCH', path, { json: { archived_at: null } });
  });

  test('is changed and deleted only if it matches If-Match', async () => {
    for (const { path, change } of records) {
      const before = await tagOf(path);
      const answer = await service.owner.send('PATCH', path, {
        json: change,
        headers: { 'if-match': before },
      });
      expect(answer.status).toBe(200);
      const after = await tagOf(path);
      expect(answer.headers.get('etag')).toBe(after);
      expect(after).not.toBe(before);

      for (const wrong of [before, `W/${after}`, '"other"', 'other']) {
        const headers = { 'if-match': wrong };
        const patch = await service.owner.send('PATCH', path, { json: change, headers });
        expect(patch).toMatchObject(outdated);
        expect(await service.owner.send('DELETE', path, { headers })).toMatchObject(outdated);
      }
      expect(await tagOf(path)).toBe(after);
    }
    for (const { path } of records) {
      const headers = { 'if-match': `"other", ${await tagOf(path)}` };
      expect(await service.owner.send('DELETE', path, { headers })).toMatchObject({ status: 204 });
    }
  });

  test('that was deleted is 404, whatever If-Match says', async () => {
    for (const { path } of records) {
      const headers = { 'if-match': '*' };
      expect(await service.owner.send('DELETE', path, { headers })).toMatchObject({ status: 404 });
    }
  });
});

test('of two changes of the same version, one succeeds', async () => {
  const { api } = service.owner;
  const { id } = await api.collections.create({ title: 'Contested' });
  const headers = { 'if-match': await tagOf(`/collections/${id}`) };
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map(
      async (title) =>
        await service.owner.send('PATCH', `/collections/${id}`, { json: { title }, headers }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
});

test('a write-only token can send If-Match', async () => {
  const { api } = service.owner;
  const { id } = await api.collections.create({ title: 'Write only' });
  const headers = { 'if-match': await tagOf(`/collections/${id}`) };
  const writer = await service.clientOf(service.ownerId, { scopes: ['collections:write'] });
  const path = `/collections/${id}`;
  expect(await writer.send('PATCH', path, { json: { title: 'Yes' }, headers })).toMatchObject({
    status: 200,
  });
});

test('the response to a create has the ETag', async () => {
  const created = await service.owner.send('POST', '/threat-models', {
    json: {
      title: 'Tagged',
      collectionId: (await service.owner.api.collections.create({ title: 'C' })).id,
    },
  });
  const { id } = created.body as { id: string };
  expect(created.headers.get('etag')).toBe(await tagOf(`/threat-models/${id}`));
});

test('updated_at strictly increases, also within a millisecond and when the clock is set back', async () => {
  const { api } = service.owner;
  const { id, updated_at } = await api.collections.create({ title: 'Ticking' });
  const versions = [updated_at];
  for (const minutes of [0, 0, -60, 0]) {
    service.setClock(new Date(Date.parse(updated_at) + minutes * 60_000));
    const { updated_at: next } = await api.collections.update({ id, title: `${minutes}` });
    versions.push(next);
  }
  service.setClock(undefined);
  expect([...new Set(versions)].toSorted()).toEqual(versions);
  // An update without fields does not change the record.
  expect((await api.collections.update({ id })).updated_at).toBe(versions.at(-1));
});

test('only single records have an ETag', async () => {
  const { collectionId } = await plantTree(service.owner);
  const json = { collectionId, threatModelsData: [{ title: 'One' }, { title: 'Two' }] };
  const many = await service.owner.send('POST', '/threat-models/many', { json });
  expect([many.status, many.headers.get('etag')]).toEqual([201, null]);
  for (const path of ['/threats', `/collections/users-access/${collectionId}`]) {
    const headers = { 'if-none-match': '*' };
    const list = await service.owner.send('GET', path, { headers });
    expect([path, list.status, list.headers.get('etag')]).toEqual([path, 200, null]);
  }
});

test('conditions on a create are ignored, because it changes no record', async () => {
  for (const condition of ['if-match', 'if-none-match']) {
    for (const value of ['"other"', '*']) {
      const headers = { [condition]: value };
      const sent = { json: { title: 'Created' }, headers };
      expect(await service.owner.send('POST', '/collections', sent)).toMatchObject({ status: 201 });
    }
  }
});

test('HEAD is 304 like GET', async () => {
  const { threatId } = await plantTree(service.owner);
  const path = `/threats/${threatId}`;
  const tag = await tagOf(path);
  const answer = await service.owner.send('HEAD', path, { headers: { 'if-none-match': tag } });
  expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', tag]);
});

test('a condition reveals nothing about a record that the caller may not see or change', async () => {
  const { collectionId, threatId } = await plantTree(service.owner);
  const id = await service.addUser('user');
  const user = await service.clientOf(id);
  const path = `/threats/${threatId}`;
  const json = { title: 'Changed' };
  const patch = async (tag: string) =>
    await user.send('PATCH', path, { json, headers: { 'if-match': tag } });
  const tag = await tagOf(path);
  for (const guess of [tag, '"other"', '*']) {
    expect(await patch(guess)).toMatchObject({ status: 404 });
    const headers = { 'if-none-match': guess };
    expect(await user.send('GET', path, { headers })).toMatchObject({ status: 404 });
  }
  await service.grant(id, collectionId, 'read');
  expect(await patch(tag)).toMatchObject({ status: 403, body: { code: 'collection_access' } });
  expect(await tagOf(path)).toBe(tag);
});
