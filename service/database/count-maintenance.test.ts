import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantTree } from '../testing/sample-tree.ts';
import type { TestClient } from '../testing/test-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { maintainCounts } from './count-maintenance.ts';
import { countedTables } from './time-intervals.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

const allThreats = async ({ api }: TestClient, order: 'ASC' | 'DESC') =>
  (await api.threats.list({ limit: 200, order })).items.map(({ id }) => id);

/** Checks that the list of threats is complete when it is read in small pages, in both orders. */
const expectPagesOf = async (client: TestClient) => {
  for (const order of ['ASC', 'DESC'] as const) {
    const all = await allThreats(client, order);
    for (let page = 1; page <= Math.ceil(all.length / 7) + 1; page++) {
      const { items, count } = await client.api.threats.list({ limit: 7, page, order });
      expect(items.map(({ id }) => id)).toEqual(all.slice((page - 1) * 7, page * 7));
      expect(count).toBe(all.length);
    }
  }
};

/** Checks that the stored counts match the records. */
const expectCountsToBeTrue = async () => {
  for (const kind of countedTables) {
    const counted = await sql<{ n: number }>`
      select cast(coalesce(sum(n), 0) as double precision) as n from record_counts
      where kind = ${kind}`.execute(service.database);
    const real = await sql<{ n: number }>`
      select cast(count(*) as double precision) as n from ${sql.table(kind)}`.execute(
      service.database,
    );
    expect({ kind, ...counted.rows[0] }).toEqual({ kind, ...real.rows[0] });
  }
};

test('pages and counts stay correct while intervals are split and records deleted and moved', async () => {
  const { owner } = service;
  const visible = await plantTree(owner);
  const hidden = await plantTree(owner);
  const userId = await service.addUser('user');
  await service.grant(userId, visible.collectionId, 'read');
  const user = await service.clientOf(userId);
  for (let index = 0; index < 40; index++) {
    const { componentId } = index % 3 === 0 ? hidden : visible;
    await owner.api.threats.create({ title: `Threat ${index}`, componentId });
  }
  await expectPagesOf(owner);

  await maintainCounts(service.database, 5);
  const chunks = await service.database
    .selectFrom('record_chunks')
    .where('kind', '=', 'threats')
    .selectAll()
    .execute();
  expect(chunks.length).toBeGreaterThan(4);
  await expectPagesOf(owner);
  await expectPagesOf(user);
  expect(await allThreats(user, 'ASC')).toHaveLength(27);

  for (const id of (await allThreats(owner, 'ASC')).filter((_, index) => index % 4 === 0)) {
    await owner.api.threats.delete({ id });
  }
  await expectPagesOf(owner);
  await expectPagesOf(user);
  await expectCountsToBeTrue();

  // Moves the canvas to a model in the other collection, which the user cannot see.
  await owner.api.canvases.update({ id: visible.canvasId, threatModelId: hidden.threatModelId });
  expect(await allThreats(user, 'ASC')).toEqual([]);
  expect((await user.api.mitigations.list({})).count).toBe(0);
  await expectPagesOf(owner);
  await maintainCounts(service.database, 5);
  await expectPagesOf(owner);

  await owner.api.collections.delete({ id: hidden.collectionId });
  await expectCountsToBeTrue();
  await maintainCounts(service.database, 5);
  await expectCountsToBeTrue();
  expect((await owner.api.threats.list({})).count).toBe(0);
});
