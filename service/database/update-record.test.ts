import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantTree, type SampleTree } from '../testing/sample-tree.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { after } from './stamped.ts';
import { updatedRecord } from './update-record.ts';

let service: TestService;
let tree: SampleTree;
beforeAll(async () => {
  service = await startTestService();
  tree = await plantTree(service.owner);
});
afterAll(async () => {
  await service.stop();
});

const storeTime = async (updated_at: string) =>
  await service.database
    .updateTable('threats')
    .set({ updated_at })
    .where('id', '=', tree.threatId)
    .execute();

const now = '2026-03-01T12:00:00.000Z';
const update = async (changes: Record<string, unknown>) => {
  const [row] = await updatedRecord({ database: service.database, now }, 'threat', tree.threatId, {
    ...changes,
  });
  return row;
};

test.each([
  '2020-01-01T00:00:00.000Z',
  '2026-03-01T11:59:59.999Z',
  now,
  '2026-03-01T12:00:00.001Z',
  '2026-03-01T12:00:00.999Z',
  '2026-12-31T23:59:59.999Z',
  '2028-02-28T23:59:59.999Z',
  '2031-07-09T08:07:06.005Z',
])('a changed record in %s has a later time', async (last) => {
  await storeTime(last);
  expect((await update({ title: 'Changed' }))?.updated_at).toBe(after(last, now));
});

test('each millisecond of a second is followed by the next one', async () => {
  for (let ms = 100; ms < 200; ms++) {
    const last = `2026-05-05T05:05:05.${ms}Z`;
    await storeTime(last);
    expect((await update({ title: `${ms}` }))?.updated_at).toBe(after(last, now));
  }
});

test('the time stays the same without changes', async () => {
  const last = '2026-02-02T02:02:02.002Z';
  await storeTime(last);
  expect((await update({ title: undefined }))?.updated_at).toBe(last);
});

test('setting only an addition is a change, and keeps the other additions', async () => {
  await update({ owner: 'Ann' });
  await update({ likelihood: 'high' });
  expect(JSON.parse((await update({ title: 'Again' }))?.additions ?? '')).toEqual({
    owner: 'Ann',
    likelihood: 'high',
  });
});

test('updating a missing record returns no row', async () => {
  const context = { database: service.database, now };
  expect(await updatedRecord(context, 'threat', 'nothing', { title: 'Changed' })).toEqual([]);
});
