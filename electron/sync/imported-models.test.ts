import { afterEach, beforeEach, expect, it } from 'vitest';
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
  const app = await office.openApp({ network: around(office.reach), later: () => () => {} });
  const { store, engine } = app;
  change(store, [created('collection', uuid(1), null, { title: 'Shop' })]);
  await engine.syncAll();
  const collectionId = store.idMap.serviceId('collection', uuid(1)) ?? '';
  // Does what an import does in a single request.
  const other = await office.client(office.reach);
  const model = await other.threatModels.create({ title: 'Web shop', collectionId });
  const canvas = await other.canvases.create({ title: 'Overview', threatModelId: model.id });
  const { id: componentId } = await other.components.create({ title: 'Web', canvasId: canvas.id });
  const node = { id: 'web', position: { x: 0, y: 0 }, data: { label: 'Web', componentId } };
  await other.canvases.update({ id: canvas.id, data: { nodes: [node], edges: [] } });

  const { rest } = await engine.fetchImported(collectionId, [model.id]);
  const [tab] = store.reads.canvasTabs(model.id);
  expect(store.documents.read(tab?.id ?? '')?.nodes.map(({ id }) => id)).toEqual(['web']);
  expect(store.records.all('component')).toEqual([]);
  await rest;
  expect(store.records.all('component').map(({ local }) => local['title'])).toEqual(['Web']);
  expect(engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
});
