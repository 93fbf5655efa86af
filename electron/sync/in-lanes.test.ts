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

it('works on as many items at once as there are lanes, in their order', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  let running = 0;
  let most = 0;
  await inLanes(items, 3, async (item) => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    running -= 1;
    ended.push(item);
  });
  expect(begun).toEqual(items);
  expect(new Set(ended)).toEqual(new Set(items));
  expect(ended).toHaveLength(items.length);
  expect(most).toBe(3);
});

it('ends with the first failure, when all started items have ended', async () => {
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    if (item === 1) throw new Error('first');
    await nextTurn();
    ended.push(item);
    if (item === 2) throw new Error('second');
  };
  await expect(inLanes(items, 3, work)).rejects.toThrow('first');
  expect(ended).toEqual([0, 2]);
});
