import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyDocument, type CanvasNode } from '#shared/canvas/document.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';

const [collectionId, modelId, firstId] = [uuid(1), uuid(2), uuid(3)];

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

/** Returns the ID of the app's only canvas. The ID differs from store to store. */
const canvasOf = ({ store }: App): string => store.records.all('canvas')[0]?.id ?? '';
const namesOn = (app: App): string[] =>
  (app.store.documents.read(canvasOf(app)) ?? emptyDocument).nodes.map(({ id }) => id).toSorted();

/**
 * Opens an app. Each call of its `beforeMerge` adds the IDs of the nodes that are on the canvas at that
 * time to `namesBefore`.
 */
const openApp = async (): Promise<{ app: App; namesBefore: string[][] }> => {
  const namesBefore: string[][] = [];
  const app: App = await office.openApp({
    later: () => () => {},
    beforeMerge: async (id) => {
      expect(id).toBe(canvasOf(app));
      namesBefore.push(namesOn(app));
      await Promise.resolve();
    },
  });
  return { app, namesBefore };
};

const draw = (app: App, id: string): void => {
  const node: CanvasNode = { id, position: { x: 0, y: 0 }, data: { label: id } };
  const canvasId = canvasOf(app);
  app.store.changes.apply({
    scope: app.store.records.all('threatModel')[0]?.id ?? '',
    label: 'draw',
    drawings: [
      {
        canvasId,
        operation: [{ kind: 'addNode', index: 0, node }],
        inverse: [{ kind: 'removeNode', id }],
      },
    ],
  });
};

it('is called before a reading or the answer to an update changes a canvas', async () => {
  const [{ app: ann, namesBefore: hers }, { app: bo, namesBefore: his }] = [
    await openApp(),
    await openApp(),
  ];
  change(ann.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', firstId, modelId, { title: 'Overview' }),
  ]);
  await ann.engine.syncAll();
  await bo.pull();
  draw(ann, 'hers');
  await ann.engine.syncAll();
  expect(hers.at(-1)).toEqual(['hers']);

  await bo.engine.syncAll();
  expect(his).toEqual([[]]);
  expect(namesOn(bo)).toEqual(['hers']);

  draw(bo, 'his');
  await bo.engine.syncAll();
  draw(ann, 'also hers');
  await ann.engine.syncAll();
  expect(hers).toContainEqual(['also hers', 'hers']);
  expect(namesOn(ann)).toEqual(['also hers', 'hers', 'his']);
});
