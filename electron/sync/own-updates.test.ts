import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CanvasNode } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import { lostAnswers } from './testing/lost-answers.ts';
import { change, created, openOffice, type App, type Office } from './testing/office.ts';
import { canvasId, collectionId, componentId, modelId, webShop } from './testing/web-shop.ts';

let office: Office;
const { lossy, loseAnswersOf } = lostAnswers(({ method }) => method === 'PATCH');

const draw = ({ store }: App, operation: CanvasOperation): void => {
  const drawing = { canvasId, operation, inverse: [] };
  store.changes.apply({ scope: modelId, label: 'test', drawings: [drawing] });
};

const labelled = (label: string): CanvasOperation => [
  { kind: 'setNode', id: 'a', data: { label } },
];

const drawingAtService = async () => {
  const rows = await office.database.selectFrom('canvases').select('data').execute();
  return rows.map(({ data }) => JSON.parse(data));
};

beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

describe.each([
  { service: 'our service', around: (reach: Fetch) => reach },
  { service: 'a service that only does what the specification says', around: plainService },
])('after a change arrived whose answer was lost, at $service', ({ around }) => {
  let app: App;
  beforeEach(async () => {
    app = await office.openApp({ network: lossy(around(office.reach)), later: () => () => {} });
    change(app.store, webShop);
    const node = { id: 'a', position: { x: 0, y: 0 }, data: { label: 'Web app' } };
    draw(app, [{ kind: 'addNode', index: 0, node }]);
    await app.engine.syncAll();
  });

  it('a record that is renamed again has the new name', async () => {
    change(app.store, [
      { op: 'update', kind: 'component', id: componentId, values: { title: 'Shop' } },
    ]);
    await loseAnswersOf(app);
    change(app.store, [
      { op: 'update', kind: 'component', id: componentId, values: { title: 'Front' } },
    ]);
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toEqual([]);
    const rows = await office.database.selectFrom('components').select('title').execute();
    expect(rows).toEqual([{ title: 'Front' }]);
  });

  it('an element that is renamed again has the new name', async () => {
    draw(app, labelled('Shop'));
    await loseAnswersOf(app);
    draw(app, labelled('Front'));
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toEqual([]);
    expect(await drawingAtService()).toMatchObject([{ nodes: [{ data: { label: 'Front' } }] }]);
  });

  it('an element that was added and removed stays removed', async () => {
    const node = { id: 'b', position: { x: 0, y: 0 }, data: { label: 'Short-lived' } };
    draw(app, [{ kind: 'addNode', index: 0, node }]);
    await loseAnswersOf(app);
    draw(app, [{ kind: 'removeNode', id: 'b' }]);
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toEqual([]);
    expect(await drawingAtService()).toMatchObject([{ nodes: [{ id: 'a' }] }]);
    expect(app.store.documents.read(canvasId)?.nodes).toHaveLength(1);
  });

  it('an element that was added, changed by others, and removed is in conflict', async () => {
    const node = { id: 'b', position: { x: 0, y: 0 }, data: { label: 'Short-lived' } };
    draw(app, [{ kind: 'addNode', index: 1, node }]);
    await loseAnswersOf(app);
    const [{ nodes }] = await drawingAtService();
    const theirs = { nodes: [nodes[0], { ...nodes[1], data: { label: 'Kept' } }], edges: [] };
    const other = await office.client(office.reach);
    const id = app.store.idMap.serviceId('canvas', canvasId) ?? '';
    await other.canvases.update({ id, data: theirs });
    draw(app, [{ kind: 'removeNode', id: 'b' }]);
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toMatchObject([{ items: ['node:b'] }]);
    expect(app.store.documents.read(canvasId)?.nodes).toHaveLength(1);
    expect(await drawingAtService()).toEqual([theirs]);
  });

  it('an undo of something that others replace meanwhile is a conflict', async () => {
    const scope = modelId;
    const values = { title: 'Shop' };
    app.store.changes.apply({
      scope,
      label: 'test',
      records: [{ op: 'update', kind: 'component', id: componentId, values }],
      drawings: [{ canvasId, operation: labelled('Shop'), inverse: labelled('Web app') }],
    });
    await loseAnswersOf(app);
    const other = await office.client(office.reach);
    const [{ id: component } = { id: '' }] = (await other.components.list({})).items;
    await other.components.update({ id: component, title: 'Front' });
    const id = app.store.idMap.serviceId('canvas', canvasId) ?? '';
    const node = { id: 'a', position: { x: 0, y: 0 }, data: { label: 'Front' } };
    await other.canvases.update({ id, data: { nodes: [node], edges: [] } });
    app.store.changes.undo(scope);
    await app.engine.syncAll();
    expect(app.store.records.find('component', componentId)?.local['title']).toBe('Web app');
    expect(app.store.documents.read(canvasId)?.nodes[0]?.data.label).toBe('Web app');
    expect(app.engine.conflicts()).toMatchObject([{ type: 'canvas' }, { type: 'fields' }]);
    expect(await drawingAtService()).toMatchObject([{ nodes: [{ data: { label: 'Front' } }] }]);
  });

  it('an undo takes effect although others changed another part of the element', async () => {
    draw(app, labelled('Shop'));
    await loseAnswersOf(app);
    const id = app.store.idMap.serviceId('canvas', canvasId) ?? '';
    const node = { id: 'a', position: { x: 7, y: 0 }, data: { label: 'Shop' } };
    const other = await office.client(office.reach);
    await other.canvases.update({ id, data: { nodes: [node], edges: [] } });
    draw(app, labelled('Web app'));
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toEqual([]);
    expect(await drawingAtService()).toMatchObject([
      { nodes: [{ position: { x: 7 }, data: { label: 'Web app' } }] },
    ]);
  });

  it('an element that others added and removed between two attempts stays removed', async () => {
    const other = await office.client(office.reach);
    const theyDraw = async (nodes: CanvasNode[]): Promise<void> => {
      const id = app.store.idMap.serviceId('canvas', canvasId) ?? '';
      await other.canvases.update({ id, data: { nodes, edges: [] } });
    };
    draw(app, labelled('Shop'));
    await loseAnswersOf(app);
    const [{ nodes }] = await drawingAtService();
    await theyDraw([
      ...nodes,
      { id: 'b', position: { x: 0, y: 0 }, data: { label: 'Short-lived' } },
    ]);
    draw(app, [{ kind: 'setNode', id: 'a', data: { protocol: 'HTTPS' } }]);
    await loseAnswersOf(app);
    expect(app.store.documents.read(canvasId)?.nodes).toHaveLength(2);
    const [{ nodes: both }] = await drawingAtService();
    await theyDraw(both.slice(0, 1));
    await app.engine.syncAll();
    expect(app.store.documents.read(canvasId)?.nodes).toMatchObject([{ id: 'a' }]);
    expect(await drawingAtService()).toMatchObject([{ nodes: [{ data: { protocol: 'HTTPS' } }] }]);
    expect((await drawingAtService())[0].nodes).toHaveLength(1);
  });

  it('a value that others set and reset between two attempts stays reset', async () => {
    const other = await office.client(office.reach);
    const theyDraw = async (data: Record<string, string>): Promise<void> => {
      const id = app.store.idMap.serviceId('canvas', canvasId) ?? '';
      const node = { id: 'a', position: { x: 0, y: 0 }, data };
      await other.canvases.update({ id, data: { nodes: [node], edges: [] } });
    };
    draw(app, labelled('Shop'));
    await loseAnswersOf(app);
    await theyDraw({ label: 'Shop', note: 'Ask Bob' });
    draw(app, [{ kind: 'setNode', id: 'a', data: { protocol: 'HTTPS' } }]);
    await loseAnswersOf(app);
    await theyDraw({ label: 'Shop', protocol: 'HTTPS' });
    await app.engine.syncAll();
    const [{ nodes }] = await drawingAtService();
    expect(nodes[0].data).toEqual({ label: 'Shop', protocol: 'HTTPS' });
    expect(app.store.documents.read(canvasId)?.nodes).toEqual(nodes);
  });

  it('a record that is deleted is gone', async () => {
    change(app.store, [
      { op: 'update', kind: 'component', id: componentId, values: { title: 'Shop' } },
    ]);
    await loseAnswersOf(app);
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toEqual([]);
    expect(await office.database.selectFrom('components').selectAll().execute()).toEqual([]);
  });
});

it('changes made while the service is read are sent as well', async () => {
  let meanwhile = (): void => {};
  const reach = plainService(office.reach);
  const app = await office.openApp({
    network: async (request) => {
      const answer = await reach(request);
      if (/\/collections\/[^/?]+$/.test(request.url) && request.method === 'GET') meanwhile();
      return answer;
    },
    later: () => () => {},
  });
  change(app.store, [created('collection', collectionId, null, { title: 'Shop' })]);
  await app.engine.syncAll();
  const update = (values: Record<string, string | null>): void =>
    change(app.store, [{ op: 'update', kind: 'collection', id: collectionId, values }]);
  // The two updates cancel each other out, so neither has to be sent.
  update({ description: 'Everything we sell' });
  update({ description: null });
  meanwhile = () => {
    meanwhile = () => {};
    update({ title: 'Store' });
  };
  await app.engine.flush();
  const [collection] = (await app.client.collections.list({})).items;
  expect(collection).toMatchObject({ title: 'Store', description: null });
  expect(app.store.outbox.counts()).toEqual({ changes: 0, rejected: 0 });
});

it('changes drawn while a drawing is in flight are sent as well', async () => {
  let meanwhile = (): void => {};
  const app = await office.openApp({
    network: async (request) => {
      const answer = await office.reach(request);
      if (request.method === 'PATCH') meanwhile();
      return answer;
    },
    later: () => () => {},
  });
  change(app.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
  ]);
  const node = { id: 'a', position: { x: 0, y: 0 }, data: { label: 'Web app' } };
  draw(app, [{ kind: 'addNode', index: 0, node }]);
  await app.engine.syncAll();
  draw(app, labelled('Shop'));
  meanwhile = () => {
    meanwhile = () => {};
    draw(app, [{ kind: 'setNode', id: 'a', data: { protocol: 'HTTPS' } }]);
  };
  await app.engine.flush();
  await app.engine.flush();
  const [drawing] = await drawingAtService();
  expect(drawing).toMatchObject({ nodes: [{ data: { label: 'Shop', protocol: 'HTTPS' } }] });
  expect(app.store.documents.read(canvasId)).toEqual(drawing);
  expect(app.store.documents.base(canvasId)).toEqual(drawing);
  expect(app.store.outbox.counts()).toEqual({ changes: 0, rejected: 0 });
});

it('a flow stays that is restored while its removal is on its way, beside a conflict', async () => {
  let isRemoved = (): void => {};
  const app = await office.openApp({
    network: async (request) => {
      const answer = await office.reach(request);
      if (request.method === 'PATCH' && answer.ok) isRemoved();
      return answer;
    },
    later: () => () => {},
  });
  change(app.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
  ]);
  const node = (id: string, data = {}) => ({ id, position: { x: 0, y: 0 }, data });
  const flow = { id: 'flow', source: 'a', target: 'b', data: { label: 'Orders' } };
  const drawn: CanvasOperation = [
    { kind: 'addNode', index: 0, node: node('a') },
    { kind: 'addNode', index: 1, node: node('b') },
    { kind: 'addEdge', index: 0, edge: flow },
  ];
  draw(app, drawn);
  await app.engine.syncAll();
  const [{ nodes, edges }] = await drawingAtService();
  const theirs = { nodes: [node('a', { color: 'purple' }), nodes[1]], edges };
  const other = await office.client(office.reach);
  const serviceId = app.store.idMap.serviceId('canvas', canvasId) ?? '';
  await other.canvases.update({ id: serviceId, data: theirs });
  const removal: CanvasOperation = [
    { kind: 'removeEdge', id: 'flow' },
    { kind: 'removeNode', id: 'a' },
  ];
  const inverse = drawn.filter((each) => each.kind !== 'addNode' || each.node.id === 'a');
  const drawings = [{ canvasId, operation: removal, inverse }];
  app.store.changes.apply({ scope: modelId, label: 'Delete', drawings });
  isRemoved = () => {
    isRemoved = () => {};
    app.store.changes.undo(modelId);
  };
  await app.engine.syncAll();
  await app.engine.syncAll();
  expect(app.store.documents.read(canvasId)?.edges).toMatchObject([{ id: 'flow' }]);
  expect(await drawingAtService()).toMatchObject([{ edges: [{ id: 'flow' }] }]);
});

describe('an answer that arrives after a newer version was read', () => {
  let app: App;
  /**
   * Called once, when the service has processed the next update, before the answer arrives. If
   * `delaysRead` is true, it is called for the next read of a canvas instead.
   */
  let meanwhile: (() => Promise<void>) | null = null;
  let delaysRead = false;
  let losesAnswer = false;

  beforeEach(async () => {
    app = await office.openApp({
      network: async (request) => {
        const answer = await office.reach(request);
        const isMeant = delaysRead
          ? request.method === 'GET' && /\/canvases\/[^/]+$/.test(request.url)
          : request.method === 'PATCH';
        const happens = isMeant ? meanwhile : null;
        if (happens) {
          meanwhile = null;
          await happens();
        }
        if (losesAnswer && request.method === 'PATCH') throw new TypeError('connection reset');
        return answer;
      },
      later: () => () => {},
    });
    delaysRead = false;
    losesAnswer = false;
    change(app.store, webShop);
    await app.engine.syncAll();
  });

  const web = (data: Record<string, string>) => ({ id: 'a', position: { x: 0, y: 0 }, data });

  it('does not turn drawings of others into changes made here', async () => {
    const other = await office.client(office.reach);
    const id = app.store.idMap.serviceId('canvas', canvasId) ?? '';
    const theyDraw = async (data: Record<string, string>): Promise<void> =>
      void (await other.canvases.update({ id, data: { nodes: [web(data)], edges: [] } }));
    draw(app, [{ kind: 'addNode', index: 0, node: web({ label: 'Web app' }) }]);
    meanwhile = async () => {
      await theyDraw({ label: 'Web app', note: 'Ask Bob' });
      await app.pull();
      expect(app.store.documents.read(canvasId)?.nodes[0]?.data.note).toBe('Ask Bob');
      await theyDraw({ label: 'Web app' });
    };
    await app.engine.syncAll();
    expect(await drawingAtService()).toEqual([{ nodes: [web({ label: 'Web app' })], edges: [] }]);
    expect(app.store.documents.read(canvasId)?.nodes).toEqual([web({ label: 'Web app' })]);
  });

  it('to a read does not look like a restored backup', async () => {
    draw(app, [{ kind: 'addNode', index: 0, node: web({ label: 'Web app' }) }]);
    losesAnswer = true;
    await expect(app.engine.flush()).rejects.toThrow('connection reset');
    losesAnswer = false;
    delaysRead = true;
    const other = await office.client(office.reach);
    const id = app.store.idMap.serviceId('canvas', canvasId) ?? '';
    const theirs = { nodes: [web({ label: 'Web app', note: 'Ask Bob' })], edges: [] };
    meanwhile = async () => {
      await other.canvases.update({ id, data: theirs });
      await app.pull();
    };
    await app.engine.syncAll();
    expect(app.engine.status().hold).toBeNull();
    expect(app.store.documents.read(canvasId)).toEqual(theirs);
    expect(await drawingAtService()).toEqual([theirs]);
  });

  it('does not turn texts of others into changes made here', async () => {
    const other = await office.client(office.reach);
    const [{ id } = { id: '' }] = (await other.components.list({})).items;
    change(app.store, [
      { op: 'update', kind: 'component', id: componentId, values: { title: 'Shop' } },
    ]);
    meanwhile = async () => {
      await other.components.update({ id, description: 'Ask Bob' });
      await app.pull();
      const { local } = app.store.records.find('component', componentId) ?? {};
      expect(local).toMatchObject({ description: 'Ask Bob' });
      await other.components.update({ id, description: '' });
    };
    await app.engine.syncAll();
    expect((await other.components.list({})).items).toMatchObject([
      { title: 'Shop', description: '' },
    ]);
  });
});

it('a drawing has a new revision after each gesture and each merge', async () => {
  const app = await office.openApp({ later: () => () => {} });
  change(app.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
  ]);
  const node = { id: 'a', position: { x: 0, y: 0 }, data: { label: 'Web app' } };
  draw(app, [{ kind: 'addNode', index: 0, node }]);
  const before = app.store.documents.revision(canvasId);
  expect(app.store.documents.revision(canvasId)).toBe(before);
  draw(app, labelled('Shop'));
  const drawn = app.store.documents.revision(canvasId);
  expect(drawn).not.toBe(before);
  const merged = { nodes: [{ ...node, data: { label: 'Front' } }], edges: [] };
  app.store.documents.merge(canvasId, merged, merged);
  expect(app.store.documents.revision(canvasId)).not.toBe(drawn);
});
