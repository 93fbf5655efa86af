import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRemoteLists, createRemoteRecords } from './endpoints.ts';
import { createPull } from './pull.ts';
import { change, created, openOffice, uuid, type Office } from './testing/office.ts';
import { componentId, webShop } from './testing/web-shop.ts';

const minute = 60_000;
const burst = 250;

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

it('reads a burst of changes again only until no older one can follow', async () => {
  let pages = 0;
  const app = await office.openApp({
    network: async (request) => {
      if (request.url.includes('/threats?')) pages += 1;
      return await office.reach(request);
    },
    later: () => () => {},
  });
  change(app.store, [
    ...webShop,
    ...Array.from({ length: burst }, (_, index) =>
      created('threat', uuid(100 + index), componentId, { title: `Threat ${index}` }),
    ),
  ]);
  await app.engine.syncAll();

  let time = 0;
  const { signal } = new AbortController();
  const { store, client } = app;
  const pull = createPull(
    {
      store,
      remote: createRemoteRecords(client, signal),
      lists: createRemoteLists(client, signal),
      changed: () => {},
      breathe: () => Promise.resolve(),
      progress: () => {},
    },
    () => time,
  );
  const pagesRead = async (): Promise<number> => {
    pages = 0;
    await pull.recent(null);
    return pages;
  };

  expect(await pagesRead()).toBe(3);
  time += minute;
  expect(await pagesRead()).toBe(3);
  time += minute;
  expect(await pagesRead()).toBe(3);
  time += minute;
  expect(await pagesRead()).toBe(1);

  const id = store.idMap.serviceId('threat', uuid(100)) ?? '';
  await client.threats.update({ id, title: 'Changed by another' });
  expect(await pagesRead()).toBe(1);
  expect(store.records.find('threat', uuid(100))?.local['title']).toBe('Changed by another');
  // The page has few new records, so the search finds the change at once.
  expect(store.readings.find({ text: 'changed by another', limit: 9 })).toHaveLength(1);
  expect(await pagesRead()).toBe(1);
});
