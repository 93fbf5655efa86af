import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { change, created, openOffice, uuid, type Office } from './testing/office.ts';
import { componentId, webShop } from './testing/web-shop.ts';

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

const refuseToken = async (): Promise<void> => {
  await office.database.deleteFrom('api_tokens').execute();
  await office.database.deleteFrom('access_tokens').execute();
};
const refuseConnections = (): void => {
  office.network = () => Promise.reject(new TypeError('connection refused'));
};

it('a change while offline is sent by the retry that is already scheduled', async () => {
  refuseConnections();
  addCollection(1);
  await timePasses();
  expect(app.engine.status().state).toBe('offline');
  const [retry] = putOff;
  expect(putOff.size).toBe(1);
  addCollection(2);
  expect([...putOff]).toEqual([retry]);
  office.network = office.reach;
  await timePasses();
  expect(app.store.outbox.counts().changes).toBe(0);
});

it('nothing is scheduled until the person has signed in again', async () => {
  await refuseToken();
  await app.engine.syncAll().catch(() => undefined);
  expect(app.engine.status().hold).toBe('signIn');
  expect(putOff.size).toBe(0);
  addCollection(3);
  expect(putOff.size).toBe(0);
});

describe('at regular times', () => {
  let requests: string[];

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    requests = [];
    app = await office.openApp({
      network: async (request) => {
        requests.push(request.url);
        return await office.network(request);
      },
      later: () => () => {},
    });
    app.engine.start();
    await app.engine.idle();
    requests = [];
  });
  afterEach(async () => {
    await app.engine.stop();
    vi.useRealTimers();
  });

  const passMinutes = async (minutes: number): Promise<void> => {
    vi.advanceTimersByTime(minutes * 60_000);
    await app.engine.idle();
  };
  const fullReadings = (): string[] =>
    requests.filter((url) => url.includes('/threats?') && !url.includes('sort='));

  it('recent changes are read every minute, and everything every half an hour', async () => {
    change(app.store, [
      ...webShop,
      created('threat', uuid(5), componentId, { title: 'Session theft' }),
    ]);
    await app.engine.syncAll();
    requests = [];
    for (let minute = 1; minute < 30; minute += 1) await passMinutes(1);
    expect(requests.filter((url) => url.includes('/threats?'))).toHaveLength(29);
    expect(fullReadings()).toEqual([]);
    await passMinutes(1);
    expect(fullReadings()).toHaveLength(1);
  });

  it('nothing is requested while offline, because a retry is scheduled', async () => {
    refuseConnections();
    await app.engine.syncAll().catch(() => undefined);
    requests = [];
    await passMinutes(1);
    expect(requests).toEqual([]);
  });

  it('nothing is requested until the person has signed in again', async () => {
    await refuseToken();
    await app.engine.syncAll().catch(() => undefined);
    expect(app.engine.status().hold).toBe('signIn');
    requests = [];
    await passMinutes(1);
    expect(requests).toEqual([]);
  });
});
