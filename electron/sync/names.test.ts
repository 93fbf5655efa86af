import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncClient } from '../connection/api-client.ts';
import { nameWaitMs } from '../store/changed-names.ts';
import { change, openOffice, type App, type Office } from './testing/office.ts';
import { canvasId, componentId, modelId, webShop } from './testing/web-shop.ts';

let office: Office;
let app: App;
/** The time on the clock of sync, in milliseconds. */
let clock = 0;
/** The delays of the work that the app scheduled, in milliseconds. */
let delays: number[];
/** Another program, which changes only the label or only the title. */
let other: SyncClient;

beforeEach(async () => {
  office = await openOffice();
  delays = [];
  const later = (_work: () => void, ms: number) => {
    delays.push(ms);
    return () => undefined;
  };
  app = await office.openApp({ later, elapsed: () => clock });
  change(app.store, webShop);
  const data = { label: 'Web app', componentId };
  const node = { id: 'a', position: { x: 0, y: 0 }, data };
  app.store.changes.apply({
    scope: modelId,
    label: 'test',
    drawings: [{ canvasId, operation: [{ kind: 'addNode', index: 0, node }], inverse: [] }],
  });
  await app.engine.syncAll();
  await app.engine.syncAll();
  app.engine.opened(canvasId);
  await app.engine.idle();
  other = await office.client(office.reach);
});
afterEach(() => office.close());

const rename = (name: string): void =>
  void app.store.changes.apply({
    scope: modelId,
    label: 'rename',
    records: [{ op: 'update', kind: 'component', id: componentId, values: { title: name } }],
    drawings: [
      {
        canvasId,
        operation: [{ kind: 'setNode', id: 'a', data: { label: name } }],
        inverse: [{ kind: 'setNode', id: 'a', data: { label: 'Web app' } }],
      },
    ],
  });

const relabelAtService = async (label: string): Promise<void> => {
  const id = app.store.idMap.serviceId('canvas', canvasId) ?? '';
  const { data } = await other.canvases.get({ id });
  const nodes = data.nodes.map((node) => ({ ...node, data: { ...node.data, label } }));
  await other.canvases.update({ id, data: { ...data, nodes } });
};
const retitleAtService = async (title: string): Promise<void> => {
  const id = app.store.idMap.serviceId('component', componentId) ?? '';
  await other.components.update({ id, title });
};

/**
 * Syncs twice. Between the two passes, enough time passes for both the label and the title to arrive.
 */
const syncTwice = async (): Promise<void> => {
  await app.engine.syncAll();
  clock += nameWaitMs;
  await app.engine.syncAll();
};

const localNames = () => [
  app.store.documents.read(canvasId)?.nodes[0]?.data.label,
  app.store.records.find('component', componentId)?.local['title'],
];
const namesAtService = async () => {
  const canvas = await other.canvases.get({
    id: app.store.idMap.serviceId('canvas', canvasId) ?? '',
  });
  const component = await other.components.get({
    id: app.store.idMap.serviceId('component', componentId) ?? '',
  });
  return [canvas.data.nodes[0]?.data.label, component.title];
};

describe('the name of a component', () => {
  it('follows the label after others changed it in the drawing', async () => {
    await relabelAtService('Shop window');
    await app.engine.syncAll();
    expect(localNames()).toEqual(['Shop window', 'Web app']);
    expect(delays).toContain(nameWaitMs);
    clock += nameWaitMs;
    await app.engine.syncRecent();
    expect(localNames()).toEqual(['Shop window', 'Shop window']);
    expect(await namesAtService()).toEqual(['Shop window', 'Shop window']);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0 });
  });

  it('is written on the drawing after others changed the title', async () => {
    await retitleAtService('Shop window');
    await syncTwice();
    expect(localNames()).toEqual(['Shop window', 'Shop window']);
    expect(await namesAtService()).toEqual(['Shop window', 'Shop window']);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0 });
  });

  it('stays different from the label if it was different before', async () => {
    change(app.store, [
      { op: 'update', kind: 'component', id: componentId, values: { title: 'A process' } },
    ]);
    await app.engine.syncAll();
    await relabelAtService('Shop window');
    await syncTwice();
    expect(localNames()).toEqual(['Shop window', 'A process']);
    expect(await namesAtService()).toEqual(['Shop window', 'A process']);
  });

  it('is not copied while another computer is changing it back', async () => {
    // Another computer has renamed the component and is undoing that. So far, only the new label and the
    // restored title have arrived.
    await relabelAtService('Shop window');
    await app.engine.syncAll();
    expect(await namesAtService()).toEqual(['Shop window', 'Web app']);
    await relabelAtService('Web app');
    clock += nameWaitMs;
    await app.engine.syncAll();
    expect(localNames()).toEqual(['Web app', 'Web app']);
    expect(await namesAtService()).toEqual(['Web app', 'Web app']);
  });

  it('is not taken from a label if somebody goes back to the former title', async () => {
    // Somebody has renamed the component, another computer has copied the new title to the label, and the
    // first one has gone back to the former title.
    await retitleAtService('Shop window');
    await relabelAtService('Shop window');
    await setTimeout(2);
    await retitleAtService('Web app');
    await syncTwice();
    expect(localNames()).toEqual(['Shop window', 'Web app']);
    expect(await namesAtService()).toEqual(['Shop window', 'Web app']);
  });

  it('is taken from a label although somebody changed the description later', async () => {
    await relabelAtService('Shop window');
    await setTimeout(2);
    const id = app.store.idMap.serviceId('component', componentId) ?? '';
    await other.components.update({ id, description: 'Sells' });
    await syncTwice();
    expect(localNames()).toEqual(['Shop window', 'Shop window']);
    expect(await namesAtService()).toEqual(['Shop window', 'Shop window']);
  });

  it('is the label of the element that was renamed, if others show the component too', async () => {
    const data = { label: 'Web app (copy)', componentId };
    const node = { id: 'b', position: { x: 300, y: 0 }, data };
    app.store.changes.apply({
      scope: modelId,
      label: 'test',
      drawings: [{ canvasId, operation: [{ kind: 'addNode', index: 0, node }], inverse: [] }],
    });
    await app.engine.syncAll();
    const id = app.store.idMap.serviceId('canvas', canvasId) ?? '';
    const { data: drawing } = await other.canvases.get({ id });
    const nodes = drawing.nodes.map((each) =>
      each.id === 'a' ? { ...each, data: { ...each.data, label: 'Shop window' } } : each,
    );
    await other.canvases.update({ id, data: { ...drawing, nodes } });
    await syncTwice();
    expect(app.store.records.find('component', componentId)?.local['title']).toBe('Shop window');
  });

  it('is the chosen side of a conflict about the label', async () => {
    await relabelAtService('Shop window');
    rename('Storefront');
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ type: 'canvas' }]);
    app.engine.resolve({ kind: 'canvas', id: canvasId, choices: { 'node:a': 'theirs' } });
    expect(localNames()).toEqual(['Shop window', 'Shop window']);
    await app.engine.syncAll();
    expect(await namesAtService()).toEqual(['Shop window', 'Shop window']);
    app.store.changes.undo(modelId);
    expect(localNames()).toEqual(['Storefront', 'Storefront']);
  });

  it('is the chosen side of a conflict about the title', async () => {
    await retitleAtService('Shop window');
    rename('Storefront');
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ type: 'fields' }]);
    app.engine.resolve({ kind: 'component', id: componentId, choices: { title: 'theirs' } });
    expect(localNames()).toEqual(['Shop window', 'Shop window']);
    await app.engine.syncAll();
    expect(await namesAtService()).toEqual(['Shop window', 'Shop window']);
    app.store.changes.undo(modelId);
    expect(localNames()).toEqual(['Storefront', 'Storefront']);
  });

  it('is the same for everyone after one person renamed it', async () => {
    const bob = await office.openApp({ later: () => () => {} });
    await bob.pull();
    rename('Storefront');
    await app.engine.syncAll();
    await bob.engine.syncAll();
    await app.engine.syncAll();
    expect(await namesAtService()).toEqual(['Storefront', 'Storefront']);
    expect(bob.store.outbox.all()).toEqual([]);
    expect([...app.engine.conflicts(), ...bob.engine.conflicts()]).toEqual([]);
  });
});
