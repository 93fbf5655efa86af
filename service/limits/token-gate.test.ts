import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { usualLimits } from './limits.ts';
import { tokenGate, type Visit } from './token-gate.ts';

const mebibyte = 2 ** 20;
const signal = () => new AbortController().signal;
const small = { bytes: 0, signal };

test('the more tokens are in use, the fewer requests of each run at a time', async () => {
  let now = 0;
  const limits = { ...usualLimits.token, atOnce: 6, minAtOnce: 2 };
  const gate = tokenGate(limits, () => now);
  const entered: Visit[] = [];
  const ask = () =>
    void gate.enter('busy', small).then((visit) => {
      if (visit) entered.push(visit);
    });
  for (let request = 0; request < 10; request++) ask();
  await gate.enter('other', small);
  await setImmediate();
  expect(entered).toHaveLength(6);
  // Six requests of the token `busy` are running. Now that two tokens are in use, each may have three.
  for (const visit of entered.slice(0, 3)) visit.leave();
  await gate.enter('other', small);
  await setImmediate();
  expect(entered).toHaveLength(6);
  // After two seconds without requests, the other token is no longer in use. The gate notices this only
  // at the next request.
  now += 2000;
  ask();
  for (const visit of entered.slice(3)) visit.leave();
  await setImmediate();
  expect(entered).toHaveLength(11);
});

test('a token has a limit on bytes in bodies and unread responses', async () => {
  const gate = tokenGate({ ...usualLimits.token, bytes: 10 * mebibyte });
  const order: string[] = [];
  const ask = async (name: string, bytes: number): Promise<Visit | undefined> => {
    const visit = await gate.enter('one', { bytes, signal });
    order.push(name);
    return visit;
  };
  const first = await ask('larger than the limit', 50 * mebibyte);
  const second = ask('large', 9 * mebibyte);
  const third = ask('small', 1);
  first?.leave();
  const [large] = await Promise.all([second, third]);
  expect(order).toEqual(['larger than the limit', 'large', 'small']);
  const fourth = ask('large again', 2 * mebibyte);
  await ask('small again', 1);
  large?.answered(mebibyte);
  large?.leave();
  await fourth;
  expect(order.slice(3)).toEqual(['small again', 'large again']);
});
