import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetDeleted } from '../../deletion/deleted-records.ts';
import { plantTree, type SampleTree } from '../../testing/sample-tree.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { forgetMoves } from './moved-threats.ts';

let service: TestService;
let tree: SampleTree;
let otherComponentId: string;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});
beforeEach(async () => {
  tree = await plantTree(service.owner);
  const { canvasId } = tree;
  otherComponentId = (await service.owner.api.components.create({ title: 'Other', canvasId })).id;
});

const numberOf = async (id: string): Promise<string> =>
  (await service.owner.api.threats.get({ id })).ref_id;

/** Creates a threat in place of an existing one, as a client does to move a threat. */
const moved = async (from: string, componentId = otherComponentId): Promise<string> => {
  const { api } = service.owner;
  const { id } = await api.threats.create({ title: 'Moved', componentId });
  await api.threats.update({ id, moved_from: from });
  return id;
};

test('a moved threat has the number of its original, which gets the other one', async () => {
  const { api } = service.owner;
  const tag = (await api.threats.get({ id: tree.threatId })).updated_at;
  const { id } = await api.threats.create({ title: 'Moved', componentId: otherComponentId });
  expect(await numberOf(id)).toBe('T-2');
  const answer = await api.threats.update({ id, moved_from: tree.threatId });
  expect(answer).toMatchObject({ ref_id: 'T-1', moved_from: tree.threatId });
  const original = await api.threats.get({ id: tree.threatId });
  expect(original.ref_id).toBe('T-2');
  expect(original.updated_at > tag).toBe(true);
  // The client repeats the request, as it does after a lost response.
  expect(await api.threats.update({ id, moved_from: tree.threatId })).toMatchObject({
    ref_id: 'T-1',
  });
});

test('a moved threat keeps the number when the original is deleted, before or after', async () => {
  const { api } = service.owner;
  const first = await moved(tree.threatId);
  await api.threats.delete({ id: tree.threatId });
  expect(await numberOf(first)).toBe('T-1');
  await api.threats.delete({ id: first });
  const second = await moved(first, tree.componentId);
  expect(await numberOf(second)).toBe('T-1');
});

test('undoing a move restores the number, in any order of requests', async () => {
  const { api } = service.owner;
  const first = await moved(tree.threatId);
  // The client undoes the move before it has deleted the original.
  await api.threats.delete({ id: first });
  expect(await numberOf(tree.threatId)).toBe('T-1');

  const second = await moved(tree.threatId);
  await api.threats.delete({ id: tree.threatId });
  expect(await api.threats.restore({ id: tree.threatId })).toMatchObject({ ref_id: 'T-1' });
  await api.threats.delete({ id: second });
  expect(await numberOf(tree.threatId)).toBe('T-1');

  // The client redoes the move.
  expect(await api.threats.restore({ id: second })).toMatchObject({ ref_id: 'T-1' });
  await api.threats.delete({ id: tree.threatId });
  expect(await numberOf(second)).toBe('T-1');
});

test('a threat of another model keeps its number', async () => {
  const { api } = service.owner;
  const other = await plantTree(service.owner);
  await api.threats.create({ title: 'Second', componentId: other.componentId });
  const { id } = await api.threats.create({ title: 'Third', componentId: other.componentId });
  await api.threats.update({ id, moved_from: tree.threatId });
  expect(await numberOf(id)).toBe('T-3');
  expect(await numberOf(tree.threatId)).toBe('T-1');
});

test('an unknown original, the threat itself, and null change no number', async () => {
  const { api } = service.owner;
  const id = tree.threatId;
  for (const from of ['nobody', id, null]) {
    expect(await api.threats.update({ id, moved_from: from })).toMatchObject({
      ref_id: 'T-1',
      moved_from: from,
    });
  }
});

test('moves of threats that can no longer be restored are forgotten', async () => {
  const { database } = service;
  const deleted = await moved(tree.threatId);
  const remaining = await moved(tree.threatId);
  await service.owner.api.threats.delete({ id: deleted });
  const known = async (): Promise<string[]> => {
    const rows = await database.selectFrom('moved_threats').select('id').execute();
    return rows.map(({ id }) => id).filter((id) => id === deleted || id === remaining);
  };
  await forgetMoves(database);
  expect(await known()).toHaveLength(2);
  await forgetDeleted(database, new Date(Date.now() + 31 * 24 * 3_600_000));
  await forgetMoves(database);
  expect(await known()).toEqual([remaining]);
});

test('numbers stay unique in a model, whatever is moved, deleted, and restored', async () => {
  const { api } = service.owner;
  const steps = fc.array(
    fc.record({
      what: fc.constantFrom('move', 'delete', 'restore' as const),
      at: fc.nat({ max: 20 }),
    }),
    { maxLength: 15 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { threatId, componentId } = await plantTree(service.owner);
      const ids = [threatId];
      for (const { what, at } of all) {
        const id = ids[at % ids.length] ?? threatId;
        if (what === 'move') ids.push(await moved(id, componentId));
        else await service.owner.send(what === 'delete' ? 'DELETE' : 'POST', pathTo(id, what));
      }
      // Restores all threats, so that the test sees every number.
      for (const id of ids) await api.threats.restore({ id });
      const numbers = await Promise.all(ids.map(numberOf));
      expect(numbers.toSorted()).toEqual(ids.map((_, index) => `T-${index + 1}`).toSorted());
    }),
    { numRuns: 20 },
  );
});

const pathTo = (id: string, what: string): string =>
  `/threats/${id}${what === 'restore' ? '/restore' : ''}`;
