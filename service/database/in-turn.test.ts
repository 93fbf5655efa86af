import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('work with the same key runs one after another, also after a failure; other keys do not wait', async () => {
  const steps: string[] = [];
  const work = (name: string, failure?: Error) => async () => {
    steps.push(`${name} begins`);
    await setImmediate();
    steps.push(`${name} ends`);
    if (failure) throw failure;
    return name;
  };
  const outcomes = await Promise.allSettled([
    inTurn('a', work('one', new Error('failed'))),
    inTurn('a', work('two')),
    inTurn('b', work('other')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(steps.filter((step) => !step.startsWith('other'))).toEqual([
    'one begins',
    'one ends',
    'two begins',
    'two ends',
  ]);
  expect(steps.indexOf('other begins')).toBeLessThan(steps.indexOf('one ends'));
});
