import { afterEach, beforeEach, expect, it } from 'vitest';
import { change, created, openOffice, uuid, type Office } from './testing/office.ts';

let office: Office;
let app: Awaited<ReturnType<Office['openApp']>>;
/** Delayed calls, in the order in which they were scheduled. */
let putOff: Set<() => void>;

beforeEach(async () => {
  office = await openOffice();
  putOff = new Set();
  app = await office.openApp({
    later: (work) => {
      const once = (): void => work();
      putOff.add(once);
      return () => void putOff.delete(once);
    },
  });
});
afterEach(() => office.close());

const addCollection = (number: number): void => {
  change(app.store, [created('collection', uuid(number), null, { title: `No. ${number}` })]);
  app.engine.changed();
};

const timePasses = async (): Promise<void> => {
  for (const work of putOff) work();
  putOff.clear();
  await app.engine.idle();
};

it('sends gestures in quick succession together, after a pause', async () => {
  addCollection(1);
  const [first] = putOff;
  addCollection(2);
  expect(putOff.size).toBe(1);
  expect([...putOff]).not.toEqual([first]);
  await timePasses();
  expect(app.store.outbox.counts().changes).toBe(0);
});

it('does not wait for a pause forever', async () => {
  for (let number = 1; number < 8; number += 1) addCollection(number);
  const [due] = putOff;
  addCollection(8);
  expect([...putOff]).toEqual([due]);
  await timePasses();
  addCollection(9);
  expect(putOff.size).toBe(1);
  await timePasses();
  expect(app.store.outbox.counts().changes).toBe(0);
});
