import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plantTree, type SampleTree } from '../testing/sample-tree.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { forgetDeleted } from './deleted-records.ts';

let service: TestService;
let tree: SampleTree;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});
beforeEach(async () => {
  tree = await plantTree(service.owner);
});

const pathsOf = (planted: SampleTree): string[] => [
  `/collections/${planted.collectionId}`,
  `/threat-models/${planted.threatModelId}`,
  `/canvases/${planted.canvasId}`,
  `/components/${planted.componentId}`,
  `/threats/${planted.threatId}`,
  `/mitigations/${planted.mitigationId}`,
  `/comments/${planted.commentId}`,
];

/** Returns the bodies of all records of the tree, without the times of their last changes. */
const contents = async (): Promise<unknown[]> => {
  const bodies: unknown[] = [];
  for (const path of pathsOf(tree)) {
    const { status, text } = await service.owner.send('GET', path);
    bodies.push([status, text.replaceAll(/"updated_at":"[^"]*"/g, '')]);
  }
  return bodies;
};

describe.each([0, 1, 2, 3, 4, 5, 6])('the record at depth %i', (depth) => {
  test('is restored unchanged, with everything that was deleted with it', async () => {
    const path = pathsOf(tree)[depth] ?? '';
    const before = await contents();
    const tag = (await service.owner.send('GET', path)).headers.get('etag');
    expect(await service.owner.send('DELETE', path)).toMatchObject({ status: 204 });
    expect(await service.owner.send('GET', path)).toMatchObject({ status: 404 });
    for (const wanted of ['*', tag ?? '']) {
      const headers = { 'if-match': wanted };
      expect(await service.owner.send('POST', `${path}/restore`, { headers })).toMatchObject({
        status: 412,
      });
    }
    const restored = await service.owner.send('POST', `${path}/restore`);
    expect(restored.status).toBe(200);
    expect(await contents()).toEqual(before);
    const { headers, text } = await service.owner.send('GET', path);
    expect(restored.text).toBe(text);
    expect(restored.headers.get('etag')).toBe(headers.get('etag'));
    expect(headers.get('etag')).not.toBe(tag);
    expect(await service.database.selectFrom('deleted_records').selectAll().execute()).toEqual([]);
    expect(await service.owner.send('POST', `${path}/restore`)).toMatchObject({ status: 200 });
  });
});

test('restored threats keep their numbers, and new ones get others', async () => {
  const { api } = service.owner;
  await api.threats.delete({ id: tree.threatId });
  const second = await api.threats.create({ title: 'Second', componentId: tree.componentId });
  expect(second.ref_id).toBe('T-2');
  const first = await api.threats.restore({ id: tree.threatId });
  expect(first.ref_id).toBe('T-1');
  await api.threatModels.delete({ id: tree.threatModelId });
  await api.threatModels.restore({ id: tree.threatModelId });
  const third = await api.threats.create({ title: 'Third', componentId: tree.componentId });
  const { items } = await api.threats.list({ limit: 200 });
  const numbers = items
    .filter(({ component }) => component.id === tree.componentId)
    .map(({ ref_id }) => ref_id);
  expect([...numbers, third.ref_id].toSorted()).toEqual(['T-1', 'T-2', 'T-3', 'T-3']);
});

test('a restored threat gets a free number if its canvas was moved to another model', async () => {
  const { api } = service.owner;
  const other = await plantTree(service.owner);
  await api.threats.delete({ id: tree.threatId });
  await api.canvases.update({ id: tree.canvasId, threatModelId: other.threatModelId });
  const restored = await api.threats.restore({ id: tree.threatId });
  expect(restored.ref_id).toBe('T-2');
  const { collection_id } = await service.database
    .selectFrom('threats')
    .where('id', '=', tree.threatId)
    .select('collection_id')
    .executeTakeFirstOrThrow();
  expect(collection_id).toBe(other.collectionId);
});

test('lists count restored records, and only records deleted together are restored together', async () => {
  const { api } = service.owner;
  const before = await api.comments.list({});
  await api.comments.delete({ id: tree.commentId });
  await api.threats.delete({ id: tree.threatId });
  await api.threats.restore({ id: tree.threatId });
  expect((await api.comments.list({})).count).toBe(before.count - 1);
  await api.comments.restore({ id: tree.commentId });
  expect((await api.comments.list({})).count).toBe(before.count);
});

test('a record in a deleted record is 404 until that one is restored', async () => {
  const { api, send } = service.owner;
  const path = `/threats/${tree.threatId}/restore`;
  await api.components.delete({ id: tree.componentId });
  expect(await send('POST', path)).toMatchObject({ status: 404 });
  await api.components.restore({ id: tree.componentId });
  expect(await send('POST', path)).toMatchObject({ status: 200 });
  expect(await send('POST', '/threats/unknown/restore')).toMatchObject({ status: 404 });
});

test('a restored collection keeps its access, and does not count as deleted any more', async () => {
  const { api } = service.owner;
  const userId = await service.addUser('user');
  const { api: reader, send } = await service.clientOf(userId);
  await service.grant(userId, tree.collectionId, 'read');
  await api.collections.delete({ id: tree.collectionId });
  expect(await send('POST', `/collections/${tree.collectionId}/restore`)).toMatchObject({
    status: 403,
  });
  expect(await send('POST', `/threats/${tree.threatId}/restore`)).toMatchObject({ status: 404 });
  await api.collections.restore({ id: tree.collectionId });
  expect(await reader.collections.get({ id: tree.collectionId })).toMatchObject({
    id: tree.collectionId,
  });
});

test('a deleted record is gone after 30 days', async () => {
  const { api, send } = service.owner;
  const { database } = service;
  const inDays = (days: number): Date => new Date(Date.now() + days * 24 * 3_600_000);
  await api.threats.delete({ id: tree.threatId });
  await forgetDeleted(database, inDays(29));
  await api.threats.restore({ id: tree.threatId });
  await api.threats.delete({ id: tree.threatId });
  await forgetDeleted(database, inDays(31));
  const path = `/threats/${tree.threatId}/restore`;
  expect(await send('POST', path)).toMatchObject({ status: 404 });
  expect(await database.selectFrom('deleted_records').selectAll().execute()).toEqual([]);
});
