import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldNames } from '#shared/records/record-fields.ts';
import { plantTree, type SampleTree } from '../testing/sample-tree.ts';
import type { TestClient } from '../testing/test-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let tree: SampleTree;
let collectionId: string;
beforeAll(async () => {
  service = await startTestService();
  tree = await plantTree(service.owner);
  const { api } = service.owner;
  ({ id: collectionId } = await api.collections.create({
    title: 'Listed',
    threatModelsData: Array.from({ length: 25 }, (_, index) => ({ title: `Model ${index % 3}` })),
  }));
  for (let index = 2; index <= 11; index++) {
    // Records of the same millisecond are sorted by ID in both orders.
    await pause(5);
    await api.threats.create({ title: `Threat ${index}`, componentId: tree.componentId });
  }
});
afterAll(async () => {
  await service.stop();
});

const lists = () => [
  '/collections',
  '/threat-models',
  `/threat-models/collection/${tree.collectionId}`,
  `/canvases/threat-model/${tree.threatModelId}`,
  '/components',
  '/threats',
  '/mitigations',
  '/comments',
];

test('have 20 items by default and count all of them', async () => {
  const page = await service.owner.api.threatModels.listByCollection({ collectionId });
  expect(page.items).toHaveLength(20);
  expect(page.count).toBe(25);
});

test('are paged without gaps or repetitions, and pages 0 and 1 are both the first', async () => {
  const { api } = service.owner;
  for (const sort of ['created_at', 'title', 'status', 'due_to_date'] as const) {
    for (const order of ['ASC', 'DESC'] as const) {
      const list = { collectionId, limit: 7, sort, order };
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map(
          async (page) => await api.threatModels.listByCollection({ ...list, page }),
        ),
      );
      const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
      expect(new Set(ids).size).toBe(25);
      expect(pages.map(({ items }) => items.length)).toEqual([7, 7, 7, 4, 0]);
      expect(await api.threatModels.listByCollection({ ...list, page: 0 })).toEqual(pages[0]);
    }
  }
});

test('are in the order of creation, or of the requested field', async () => {
  const { api } = service.owner;
  const list = { collectionId, limit: 200 };
  const created = (await api.threatModels.listByCollection(list)).items.map(({ id }) => id);
  expect(created).toEqual(created.toSorted());
  const titles = async (order: string) =>
    (await api.threatModels.listByCollection({ ...list, sort: 'title', order })).items.map(
      ({ title }) => title,
    );
  const ascending = await titles('asc');
  expect(ascending).toEqual(ascending.toSorted());
  expect(await titles('DESC')).toEqual(ascending.toReversed());
  const threats = await api.threats.list({ sort: 'ref_id', order: 'DESC' });
  expect(threats.items.map(({ ref_id }) => ref_id).slice(0, 3)).toEqual(['T-11', 'T-10', 'T-9']);
});

test('have the same pages for the owner and for a user who sees the only collection', async () => {
  const userId = await service.addUser('user');
  await service.grant(userId, tree.collectionId, 'read');
  const user = await service.clientOf(userId);
  const read = async (client: TestClient, query: string) => {
    const { body } = await client.send('GET', `/threats?limit=4&${query}`);
    return body;
  };
  const ascending = Array.from({ length: 11 }, (_, index) => `T-${index + 1}`);
  const orders = [
    ['ASC', ascending],
    ['DESC', ascending.toReversed()],
  ] as const;
  for (const [order, numbers] of orders) {
    for (const [page, from] of [
      [1, 0],
      [2, 4],
      [3, 8],
      [4, 12],
    ] as const) {
      const query = `order=${order}&page=${page}`;
      const body = await read(service.owner, query);
      const items = numbers.slice(from, from + 4).map((ref_id) => ({ ref_id }));
      expect({ query, body }).toMatchObject({ body: { items, count: 11 } });
      expect(await read(user, query)).toEqual(body);
    }
  }
});

test('are sorted by title for the owner too, who sees everything', async () => {
  const { items } = await service.owner.api.threats.list({ sort: 'title' });
  const titles = items.map(({ title }) => title);
  expect(titles.slice(0, 4)).toEqual(['Threat', 'Threat 10', 'Threat 11', 'Threat 2']);
  expect(titles).toEqual(titles.toSorted());
});

test('are empty without records', async () => {
  const empty = await startTestService();
  for (const path of lists().filter((each) => each.split('/').length === 2)) {
    const { status, body } = await empty.owner.send('GET', path);
    expect({ path, status, body }).toEqual({ path, status: 200, body: { items: [], count: 0 } });
  }
  await empty.stop();
});

test('refuse an include_archived that is neither true nor false', async () => {
  const answer = await service.owner.send('GET', '/threat-models?include_archived=maybe');
  expect(answer.status).toBe(400);
});

test('can be sorted by every field of the specification', async () => {
  for (const path of lists()) {
    const { body } = await service.owner.send('GET', path);
    const [item] = (body as { items: Record<string, unknown>[] }).items;
    const scalars = Object.entries(item ?? {}).filter(
      ([field, value]) => !isObject(value) && !(path === '/threats' && additions.includes(field)),
    );
    for (const [field] of [...scalars, ['created_at']]) {
      const answer = await service.owner.send('GET', `${path}?sort=${field}`);
      expect({ path, field, status: answer.status }).toEqual({ path, field, status: 200 });
    }
  }
});

const additions = fieldNames('threat', ({ isAddition }) => isAddition);

const isObject = (value: unknown) => typeof value === 'object' && value !== null;
