import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inLanes } from './in-lanes.ts';

const items = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

it('after a failure, no further item starts', async () => {
  const begun: number[] = [];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    await nextTurn();
    if (item === 0) throw new Error('busy');
  };
  await expect(inLanes(items, 2, work)).rejects.toThrow('busy');
  expect(begun).toEqual([0, 1]);
});
