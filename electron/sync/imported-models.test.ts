import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import { change, created, openOffice, uuid, type Office } from './testing/office.ts';

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

it.each([
  { service: 'our service', around: (reach: Fetch) => reach },
  { service: 'a service that only does what the specification says', around: plainService },
])('the drawings of an imported model arrive before the rest: $service', async ({ around }) => {
  let requests = 0;
  const counted = (reach: Fetch): Fetch => {
    return async (request) => {
      requests += 1;
      return await reach(request);
    };
  };
  const network = counted(around(office.reach));
  const app = await office.openApp({ network, later: () => () => {} });
  const { store, engine } = app;
  change(store, [created('collection', uuid(1), null, { title: 'Shop' })]);
  await engine.syncAll();
  const collectionId = store.idMap.serviceId('collection', uuid(1)) ?? '';
  // The four requests below do what an import does in one request.
  const other = await office.client(office.reach);
  const model = await other.threatModels.create({ title: 'Web shop', collectionId });
  const canvas = await other.canvases.create({ title: 'Overview', threatModelId: model.id });
  const { id: componentId } = await other.components.create({ title: 'Web', canvasId: canvas.id });
  const node = { id: 'web', position: { x: 0, y: 0 }, data: { label: 'Web', componentId } };
  await other.canvases.update({ id: canvas.id, data: { nodes: [node], edges: [] } });

  const { fetchRest } = await engine.fetchImported(collectionId, [model.id]);
  const [tab] = store.reads.canvasTabs(model.id);
  expect(store.documents.read(tab?.id ?? '')?.nodes.map(({ id }) => id)).toEqual(['web']);
  expect(store.records.all('component')).toEqual([]);
  requests = 0;
  engine.opened(tab?.id ?? '');
  await engine.idle();
  expect(requests).toBe(0);
  await fetchRest();
  expect(store.records.all('component').map(({ local }) => local['title'])).toEqual(['Web']);
  expect(engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  engine.opened('');
  requests = 0;
  engine.opened(tab?.id ?? '');
  await engine.idle();
  expect(requests).toBeGreaterThan(0);
});

it('new and renamed components do not let the window read the drawings again', async () => {
  const changes: RecordKind[][] = [];
  const app = await office.openApp({
    later: () => () => {},
    changed: (kinds) => void changes.push(kinds),
  });
  const { store, engine } = app;
  change(store, [
    created('collection', uuid(1), null, { title: 'Shop' }),
    created('threatModel', uuid(2), uuid(1), { title: 'Web shop' }),
    created('canvas', uuid(3), uuid(2), { title: 'Overview' }),
  ]);
  await engine.syncAll();
  const other = await office.client(office.reach);
  const canvasId = store.idMap.serviceId('canvas', uuid(3)) ?? '';
  const { id } = await other.components.create({ title: 'Web', canvasId });
  changes.length = 0;
  await engine.syncAll();
  expect(store.records.all('component')).toHaveLength(1);
  expect(changes).toEqual([['component']]);

  await other.components.create({ title: 'Database', canvasId });
  await other.components.update({ id, title: 'Web app' });
  changes.length = 0;
  await engine.syncAll();
  expect(changes).toEqual([['component']]);
});
