import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { collectionId, componentId, webShop } from './testing/web-shop.ts';

const many = 250;

let office: Office;
let app: App;
/** The time on the app's clock, in milliseconds. */
let now: number;
/** Runs before each request is sent. */
let before: (request: Request) => Promise<void>;

beforeEach(async () => {
  office = await openOffice();
  now = 0;
  before = () => Promise.resolve();
});
afterEach(() => office.close());

const start = async (around: (reach: Fetch) => Fetch): Promise<void> => {
  const reach = around(office.reach);
  app = await office.openApp({
    network: async (request) => {
      await before(request);
      return await reach(request);
    },
    later: () => () => {},
    elapsed: () => now,
  });
  change(app.store, webShop);
  await app.engine.syncAll();
};

const addThreats = (): void =>
  change(
    app.store,
    Array.from({ length: many }, (_, index) =>
      created('threat', uuid(1000 + index), componentId, { title: `Threat ${index}` }),
    ),
  );

const renameAtService = async (): Promise<void> => {
  const other = await office.client(office.reach);
  const id = app.store.idMap.serviceId('collection', collectionId) ?? '';
  await other.collections.update({ id, title: 'Renamed there' });
};

const localTitle = () => app.store.records.find('collection', collectionId)?.local['title'];

describe.each([
  { service: 'our service', around: (reach: Fetch) => reach },
  { service: 'a service that only does what the specification says', around: plainService },
])('during a long send to $service', ({ around }) => {
  /**
   * Sends many changes while others change a record. Returns how many changes were still pending when
   * the app had read the change of others; `null` if it had not read that change before everything was
   * sent.
   */
  const sendMeanwhile = async (msEach: number): Promise<number | null> => {
    await start(around);
    addThreats();
    let pending: number | null = null;
    let isRenamed = false;
    before = async ({ method, url }) => {
      const isWrite = method === 'POST' && /\/(?:threats|batch)$/.test(url);
      if (isWrite && !isRenamed) {
        isRenamed = true;
        await renameAtService();
      }
      if (isWrite) now += url.endsWith('/batch') ? msEach * 100 : msEach;
      if (localTitle() === 'Renamed there') pending ??= app.store.outbox.counts().changes;
    };
    await app.engine.flush();
    expect(app.store.outbox.counts().changes).toBe(0);
    return pending;
  };

  it('changes of others are read before everything is sent', async () => {
    expect(await sendMeanwhile(300)).toBeGreaterThanOrEqual(50);
  });

  it('nothing is read if sending takes only some seconds', async () => {
    expect(await sendMeanwhile(10)).toBeNull();
  });
});

it('a list that cannot be read does not stop the sending', async () => {
  await start((reach) => async (request) => {
    const isBroken = now > 0 && request.url.includes('sort=updated_at');
    return isBroken ? new Response(null, { status: 500 }) : await reach(request);
  });
  addThreats();
  before = ({ url }) => {
    if (url.endsWith('/batch')) now += 30_000;
    return Promise.resolve();
  };
  await app.engine.flush();
  expect(app.store.outbox.counts().changes).toBe(0);
});

it('a service that is too busy for a reading gets nothing more', async () => {
  await start((reach) => async (request) => {
    const isBusy = now > 0 && request.url.includes('sort=updated_at');
    return isBusy ? new Response(null, { status: 503 }) : await reach(request);
  });
  addThreats();
  let batches = 0;
  before = ({ url }) => {
    if (url.endsWith('/batch')) [batches, now] = [batches + 1, now + 30_000];
    return Promise.resolve();
  };
  await expect(app.engine.flush()).rejects.toThrow('503');
  expect(batches).toBe(1);
});
