import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import type { Fetch } from '../connection/fetch.ts';
import { unsentKey } from './component-ids.ts';
import { plainService } from './simulation/network.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';

const [collectionId, modelId, canvasId, componentId] = [uuid(1), uuid(2), uuid(3), uuid(4)];

let office: Office;
let ann: App;
let bob: App;
let refusesDrawings: number | null;
let refusesComponents: number | null;
/** The component IDs in sent drawings for which the service had no component. */
let unknown: string[];

const drawingRefused =
  (reach: Fetch): Fetch =>
  async (request) =>
    refusesDrawings !== null && request.method === 'PATCH' && request.url.includes('/canvases/')
      ? Response.json({ title: 'no', status: refusesDrawings }, { status: refusesDrawings })
      : await reach(request);

const componentsRefused =
  (reach: Fetch): Fetch =>
  async (request) =>
    refusesComponents !== null && request.method === 'POST' && request.url.includes('/components')
      ? Response.json({ title: 'no', status: refusesComponents }, { status: refusesComponents })
      : await reach(request);

const bodySchema = z.object({ data: canvasDocumentSchema });

/**
 * Wraps a `fetch`. If a sent drawing has component IDs that the service does not know on arrival, the
 * IDs are added to `unknown`.
 */
const watched =
  (reach: Fetch): Fetch =>
  async (request) => {
    if (request.url.includes('/canvases') && ['POST', 'PATCH'].includes(request.method)) {
      const body = bodySchema.safeParse(await request.clone().json()).data;
      const known = await office.database.selectFrom('components').select('id').execute();
      const ids = new Set(known.map(({ id }) => id));
      for (const { data } of body?.data.nodes ?? []) {
        if (data.componentId && !ids.has(data.componentId)) unknown.push(data.componentId);
      }
    }
    return await reach(request);
  };

beforeEach(async () => {
  office = await openOffice();
  refusesDrawings = null;
  refusesComponents = null;
  unknown = [];
});
afterEach(() => office.close());

const removeCanvas = (): void =>
  change(ann.store, [{ op: 'delete', kind: 'canvas', id: canvasId }]);
const undo = (): void => void ann.store.changes.undo('workspace');
const drawProcess = (): void => {
  const node = { id: 'web', position: { x: 0, y: 0 }, data: { label: 'Web', componentId } };
  ann.store.changes.apply({
    scope: 'workspace',
    label: 'test',
    records: [created('component', componentId, canvasId, { title: 'Web' })],
    drawings: [
      {
        canvasId,
        operation: [{ kind: 'addNode', index: 0, node }],
        inverse: [{ kind: 'removeNode', id: 'web' }],
      },
    ],
  });
};

/** Removes the element from the canvas, but keeps its component. */
const removeNode = (): void => {
  const node = ann.store.documents.read(canvasId)?.nodes[0];
  if (!node) throw new Error('The element is not there.');
  ann.store.changes.apply({
    scope: 'workspace',
    label: 'test',
    drawings: [
      {
        canvasId,
        operation: [{ kind: 'removeNode', id: 'web' }],
        inverse: [{ kind: 'addNode', index: 0, node }],
      },
    ],
  });
};

const moveNode = ({ store }: App, id: string): void => {
  const [to, from] = [{ position: { x: 40, y: 0 } }, { position: { x: 0, y: 0 } }];
  store.changes.apply({
    scope: 'workspace',
    label: 'test',
    drawings: [
      {
        canvasId: id,
        operation: [{ kind: 'setNode', id: 'web', fields: to }],
        inverse: [{ kind: 'setNode', id: 'web', fields: from }],
      },
    ],
  });
};

/** Returns the titles of the nodes' components as Bob sees them. Bob has only data from the service. */
const titlesForOthers = async (): Promise<unknown[]> => {
  await bob.pull();
  const [canvas] = bob.store.records.all('canvas');
  const nodes = bob.store.documents.read(canvas?.id ?? '')?.nodes ?? [];
  return nodes.map(
    ({ data }) => bob.store.records.find('component', data.componentId ?? '')?.local['title'],
  );
};
const expectSaved = (): void => {
  expect(ann.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  expect(unknown).toEqual([]);
};

const flushWithoutDrawings = async (): Promise<void> => {
  refusesDrawings = 503;
  await ann.engine.flush().catch(() => undefined);
  refusesDrawings = null;
};

const begin = async (around: (reach: Fetch) => Fetch): Promise<void> => {
  const network = watched(componentsRefused(drawingRefused(around(office.reach))));
  ann = await office.openApp({ network, later: () => () => {} });
  bob = await office.openApp({ network: around(office.reach), later: () => () => {} });
  change(ann.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
  ]);
  drawProcess();
};

describe.each([
  { service: 'our service', around: (reach: Fetch) => reach },
  { service: 'a service that only does what the specification says', around: plainService },
])('a drawing refers to its components for everyone, at $service', ({ service, around }) => {
  beforeEach(() => begin(around));

  describe('if the ID of a new component could not be written into it', () => {
    beforeEach(flushWithoutDrawings);

    it('and the canvas was deleted and restored', async () => {
      removeCanvas();
      undo();
      await ann.engine.syncAll();
      expectSaved();
      expect(await titlesForOthers()).toEqual(['Web']);
    });

    it('and the canvas was deleted, and the version of others was chosen', async () => {
      removeCanvas();
      const id = ann.store.idMap.serviceId('canvas', canvasId) ?? '';
      await (await office.client(office.reach)).canvases.update({ id, title: 'Main view' });
      await ann.engine.syncAll();
      ann.engine.resolve({ kind: 'canvas', id: canvasId, choices: { record: 'theirs' } });
      await ann.engine.syncAll();
      expectSaved();
      expect(await titlesForOthers()).toEqual(['Web']);
    });

    it('and the component was deleted, and others restored the canvas', async () => {
      change(ann.store, [{ op: 'delete', kind: 'component', id: componentId }]);
      refusesDrawings = 400;
      await ann.engine.syncAll();
      await bob.pull();
      const [theirs] = bob.store.records.all('canvas');
      change(bob.store, [{ op: 'delete', kind: 'canvas', id: theirs?.id ?? '' }]);
      await bob.engine.syncAll();
      refusesDrawings = null;
      await ann.pull();
      bob.store.changes.undo('workspace');
      await bob.engine.syncAll();
      await ann.engine.syncAll();
      ann.engine.retryAll();
      await ann.engine.flush();
      await bob.pull();
      const dataOf = ({ store }: App): unknown[] =>
        store.records
          .all('canvas')
          .flatMap(({ id }) => store.documents.read(id)?.nodes ?? [])
          .map(({ data }) => data);
      // In both stores, the element refers to the deleted component, as it would if the drawing had been
      // sent while the service had the component.
      const deleted = ann.store.idMap.formerServiceId('component', componentId);
      expect(dataOf(ann)).toEqual([{ label: 'Web', componentId }]);
      expect(dataOf(bob)).toEqual([{ label: 'Web', componentId: deleted }]);
    });

    it('and others read it before that', async () => {
      expect(await titlesForOthers()).toEqual([undefined]);
      await ann.engine.syncAll();
      expectSaved();
      expect(await titlesForOthers()).toEqual(['Web']);
    });

    it('and the outbox was lost', async () => {
      for (const { seq } of ann.store.outbox.all()) ann.store.outbox.finish(seq);
      const [row] = ann.store.records.all('canvas');
      if (row) ann.store.records.put({ ...row, etag: null });
      await ann.engine.syncAll();
      expectSaved();
      expect(await titlesForOthers()).toEqual(['Web']);
    });
  });

  it('if the component was rejected at first, and others drew meanwhile', async () => {
    refusesComponents = 400;
    await ann.engine.syncAll();
    expect(await titlesForOthers()).toEqual([undefined]);
    const [theirs] = bob.store.records.all('canvas');
    moveNode(bob, theirs?.id ?? '');
    await bob.engine.syncAll();
    await ann.engine.syncAll();
    refusesComponents = null;
    const [entry] = ann.engine.pendingChanges();
    ann.engine.retry(entry?.seq ?? 0);
    await ann.engine.syncAll();
    await ann.engine.syncAll();
    expectSaved();
    const [node] = ann.store.documents.read(canvasId)?.nodes ?? [];
    expect(node).toMatchObject({ position: { x: 40, y: 0 }, data: { componentId } });
    expect(await titlesForOthers()).toEqual(['Web']);
  });

  it('if the component was rejected and discarded, and that was undone', async () => {
    refusesComponents = 400;
    await ann.engine.syncAll();
    ann.engine.discard(ann.engine.pendingChanges()[0]?.seq ?? 0);
    const data = (): unknown => ann.store.documents.read(canvasId)?.nodes[0]?.data;
    expect(data()).toEqual({ label: 'Web' });
    await ann.engine.syncAll();
    expectSaved();
    await bob.pull();
    const [canvas] = bob.store.records.all('canvas');
    const [node] = bob.store.documents.read(canvas?.id ?? '')?.nodes ?? [];
    expect(node?.data).toEqual({ label: 'Web' });
    refusesComponents = null;
    ann.store.changes.undo(modelId);
    expect(data()).toEqual({ label: 'Web', componentId });
    await ann.engine.syncAll();
    expectSaved();
    expect(await titlesForOthers()).toEqual(['Web']);
  });

  it('if a rejected component is discarded while an element that both sides added is in conflict', async () => {
    refusesComponents = 400;
    await ann.engine.syncAll();
    await bob.pull();
    const add = ({ store }: App, id: string, x: number, data: Record<string, string>): void => {
      const node = { id: 'moved', position: { x, y: 0 }, data: { label: 'Web', ...data } };
      const operation = [{ kind: 'addNode' as const, index: 1, node }];
      const drawings = [{ canvasId: id, operation, inverse: [] }];
      store.changes.apply({ scope: 'workspace', label: 'test', drawings });
    };
    // Ann and Bob each move the element to this canvas from another one, and both keep its reference to
    // the component.
    add(bob, bob.store.records.all('canvas')[0]?.id ?? '', 40, { [unsentKey]: componentId });
    await bob.engine.syncAll();
    add(ann, canvasId, 70, { componentId });
    await ann.engine.syncAll();
    expect(ann.engine.conflicts()).toMatchObject([{ kind: 'canvas', count: 1 }]);
    const create = ann.engine.pendingChanges().find(({ op }) => op === 'create');
    ann.engine.discard(create?.seq ?? 0);
    await ann.engine.syncAll();
    const shown = () =>
      ann.store.documents.read(canvasId)?.nodes.map(({ data }) => data.componentId);
    expect(shown()).toEqual([undefined, undefined]);
    ann.engine.resolve({ kind: 'canvas', id: canvasId, choices: { 'node:moved': 'theirs' } });
    expect(shown()).toEqual([undefined, undefined]);
    await ann.engine.syncAll();
    expectSaved();
    expect(await titlesForOthers()).toEqual([undefined, undefined]);
  });

  it('if a merge brought the form for unsent components back, and an undo the reference', async () => {
    await ann.engine.syncAll();
    const operation = [{ kind: 'setNode' as const, id: 'web', data: { [unsentKey]: componentId } }];
    const drawings = [{ canvasId, operation, inverse: [] }];
    ann.store.changes.apply({ scope: 'workspace', label: 'test', drawings });
    await ann.engine.syncAll();
    expectSaved();
    const rows = await office.database.selectFrom('canvases').select('data').execute();
    expect(rows.map(({ data }) => data).join()).not.toContain(unsentKey);
    expect(await titlesForOthers()).toEqual(['Web']);
  });

  it('if others kept the element of a component that was deleted before it was created there', async () => {
    refusesComponents = 400;
    await ann.engine.syncAll();
    await bob.pull();
    moveNode(bob, bob.store.records.all('canvas')[0]?.id ?? '');
    await bob.engine.syncAll();
    const node = ann.store.documents.read(canvasId)?.nodes[0];
    if (!node) throw new Error('The element is not there.');
    ann.store.changes.apply({
      scope: 'workspace',
      label: 'test',
      records: [{ op: 'delete', kind: 'component', id: componentId }],
      drawings: [
        {
          canvasId,
          operation: [{ kind: 'removeNode', id: 'web' }],
          inverse: [{ kind: 'addNode', index: 0, node }],
        },
      ],
    });
    await ann.engine.syncAll();
    ann.engine.resolve({ kind: 'canvas', id: canvasId, choices: { 'node:web': 'theirs' } });
    await ann.engine.syncAll();
    expect(ann.store.documents.read(canvasId)?.nodes[0]).toMatchObject({ position: { x: 40 } });
    expect(ann.store.documents.read(canvasId)?.nodes[0]?.data.componentId).toBeUndefined();
    moveNode(ann, canvasId);
    await ann.engine.syncAll();
    expectSaved();
    expect(await titlesForOthers()).toEqual([undefined]);
  });

  describe('if it was created while its element was removed here', () => {
    beforeEach(async () => {
      refusesComponents = 400;
      await ann.engine.syncAll();
      refusesComponents = null;
    });

    const createNow = (): void => {
      const create = ann.engine.pendingChanges().find(({ op }) => op === 'create');
      ann.engine.retry(create?.seq ?? 0);
    };

    it('and others kept the element', async () => {
      await bob.pull();
      moveNode(bob, bob.store.records.all('canvas')[0]?.id ?? '');
      await bob.engine.syncAll();
      removeNode();
      await ann.engine.syncAll();
      expect(ann.engine.conflicts()).toMatchObject([{ kind: 'canvas' }]);
      createNow();
      await ann.engine.syncAll();
      ann.engine.resolve({ kind: 'canvas', id: canvasId, choices: { 'node:web': 'theirs' } });
      await ann.engine.syncAll();
      expectSaved();
      expect(await titlesForOthers()).toEqual(['Web']);
    });

    it('and that was undone', async () => {
      removeNode();
      refusesDrawings = 400;
      createNow();
      await ann.engine.flush();
      undo();
      refusesDrawings = null;
      await ann.engine.syncAll();
      expectSaved();
      expect(await titlesForOthers()).toEqual(['Web']);
    });
  });

  it('if a component is pending while a change of its drawing is discarded', async () => {
    refusesComponents = 400;
    await ann.engine.syncAll();
    refusesDrawings = 400;
    moveNode(ann, canvasId);
    await ann.engine.flush();
    refusesDrawings = null;
    const drawing = ann.engine.pendingChanges().find(({ kind }) => kind === 'canvas');
    ann.engine.discard(drawing?.seq ?? 0);
    const [node] = ann.store.documents.read(canvasId)?.nodes ?? [];
    expect(node).toMatchObject({ position: { x: 0, y: 0 }, data: { componentId } });
    refusesComponents = null;
    const component = ann.engine.pendingChanges().find(({ kind }) => kind === 'component');
    ann.engine.retry(component?.seq ?? 0);
    await ann.engine.syncAll();
    expectSaved();
    expect(await titlesForOthers()).toEqual(['Web']);
  });

  it('if others removed the reference while the component was created again', async () => {
    await ann.engine.syncAll();
    await titlesForOthers();
    const before = ann.store.idMap.serviceId('component', componentId);
    const client = await office.client(office.reach);
    await client.components.delete({ id: before ?? '' });
    change(ann.store, [
      { op: 'update', kind: 'component', id: componentId, values: { title: 'Shop front' } },
    ]);
    await ann.engine.syncAll();
    ann.engine.resolve({ kind: 'component', id: componentId, choices: { record: 'mine' } });
    const [canvas] = bob.store.records.all('canvas');
    const drawing = bob.store.documents.read(canvas?.id ?? '');
    const nodes = drawing?.nodes.map((node) => ({ ...node, data: { label: 'Web' } })) ?? [];
    await client.canvases.update({ id: canvas?.id ?? '', data: { nodes, edges: [] } });
    await ann.engine.syncAll();
    await ann.engine.syncAll();
    expectSaved();
    expect(await titlesForOthers()).toEqual(['Shop front']);
  });

  it('if the change that would write the ID was discarded', async () => {
    refusesDrawings = 400;
    await ann.engine.flush();
    refusesDrawings = null;
    const [entry] = ann.engine.pendingChanges();
    expect(entry).toMatchObject({ kind: 'canvas', rejection: { reason: 'no' } });
    ann.engine.discard(entry?.seq ?? 0);
    await ann.engine.syncAll();
    expectSaved();
    expect(await titlesForOthers()).toEqual(['Web']);
  });

  it('if a component was deleted there and restored', async () => {
    await ann.engine.syncAll();
    const { records, idMap } = ann.store;
    const before = idMap.serviceId('component', componentId);
    await (await office.client(office.reach)).components.delete({ id: before ?? '' });
    change(ann.store, [
      { op: 'update', kind: 'component', id: componentId, values: { title: 'Shop front' } },
    ]);
    await ann.engine.syncAll();
    const [conflict] = ann.engine.conflicts();
    expect(conflict).toMatchObject({ kind: 'component', type: 'deletedThere' });
    ann.engine.resolve({
      kind: 'component',
      id: componentId,
      choices: { record: 'mine' },
    });
    // The ETag is removed, so the app reads the whole drawing again. At the service, the drawing still
    // has the component's old ID.
    const [row] = records.all('canvas');
    if (row) records.put({ ...row, etag: null });
    await ann.engine.syncAll();
    await ann.engine.syncAll();
    expectSaved();
    const hasSameId = idMap.serviceId('component', componentId) === before;
    expect(hasSameId).toBe(service === 'our service');
    expect(ann.store.documents.read(canvasId)?.nodes[0]?.data.componentId).toBe(componentId);
    expect(await titlesForOthers()).toEqual(['Shop front']);
  });
});

it('a canvas that was deleted before it had the ID of a new component gets it when others restore both', async () => {
  await begin((reach) => reach);
  await flushWithoutDrawings();
  removeCanvas();
  const id = ann.store.idMap.serviceId('canvas', canvasId) ?? '';
  await ann.engine.syncAll();
  await (await office.client(office.reach)).canvases.restore({ id });
  await ann.engine.syncAll();
  expectSaved();
  expect(await titlesForOthers()).toEqual(['Web']);
});

it('a canvas is not sent for a new component that it does not show', async () => {
  const sent: string[] = [];
  const network: Fetch = async (request) => {
    if (request.method === 'PATCH') sent.push(request.url);
    return await plainService(office.reach)(request);
  };
  ann = await office.openApp({ network, later: () => () => {} });
  change(ann.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
    created('component', componentId, canvasId, { title: 'Web' }),
  ]);
  await ann.engine.syncAll();
  expect(sent).toEqual([]);
  expectSaved();
});

it('a canvas in conflict is not sent for a component that has another ID by now', async () => {
  const sent: string[] = [];
  const network: Fetch = async (request) => {
    if (request.method === 'PATCH') sent.push(request.url);
    return await plainService(office.reach)(request);
  };
  ann = await office.openApp({ network, later: () => () => {} });
  const other = await office.client(office.reach);
  change(ann.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
  ]);
  await ann.engine.syncAll();
  const canvas = ann.store.idMap.serviceId('canvas', canvasId) ?? '';
  // Another program creates the component, so its first ID at the service is also its local ID in this
  // store.
  const { id: before } = await other.components.create({ title: 'Web', canvasId: canvas });
  const node = { id: 'web', position: { x: 0, y: 0 }, data: { label: 'Web', componentId: before } };
  await other.canvases.update({ id: canvas, data: { nodes: [node], edges: [] } });
  await ann.engine.syncAll();
  await other.components.delete({ id: before });
  const values = { title: 'Web' };
  change(ann.store, [{ op: 'update', kind: 'component', id: before, values: { title: 'Shop' } }]);
  await ann.engine.syncAll();
  ann.engine.resolve({ kind: 'component', id: before, choices: { record: 'mine' } });
  change(ann.store, [{ op: 'update', kind: 'component', id: before, values }]);
  await ann.engine.syncAll();
  const now = ann.store.idMap.serviceId('component', before) ?? '';
  expect(now).not.toBe(before);
  moveNode(ann, canvasId);
  const moved = { ...node, position: { x: 0, y: 70 }, data: { ...node.data, componentId: now } };
  await other.canvases.update({ id: canvas, data: { nodes: [moved], edges: [] } });
  await ann.engine.syncAll();
  expect(ann.engine.conflicts()).toMatchObject([{ kind: 'canvas', count: 1 }]);
  sent.length = 0;
  undo();
  await ann.engine.syncAll();
  expect(ann.engine.conflicts()).toMatchObject([{ kind: 'canvas', count: 1 }]);
  expect(sent).toEqual([]);
});

it('a component that was created again is not written into a drawing of another model', async () => {
  const sent: string[] = [];
  const network: Fetch = async (request) => {
    if (request.method === 'PATCH') sent.push(request.url);
    return await plainService(office.reach)(request);
  };
  ann = await office.openApp({ network, later: () => () => {} });
  const other = await office.client(office.reach);
  change(ann.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
  ]);
  drawProcess();
  await ann.engine.syncAll();
  const before = ann.store.idMap.serviceId('component', componentId) ?? '';
  await other.components.delete({ id: before });
  const values = { title: 'Shop front' };
  change(ann.store, [{ op: 'update', kind: 'component', id: componentId, values }]);
  await ann.engine.syncAll();
  ann.engine.resolve({ kind: 'component', id: componentId, choices: { record: 'mine' } });
  await ann.engine.syncAll();
  const now = ann.store.idMap.serviceId('component', componentId);
  expect(now).not.toBe(before);

  // Somebody else creates the whole model again from a copy in which the component has its first ID.
  const model = await other.threatModels.create({
    title: 'Web shop',
    collectionId: ann.store.idMap.serviceId('collection', collectionId) ?? '',
  });
  const node = { id: 'web', position: { x: 0, y: 0 }, data: { label: 'Web', componentId: before } };
  const data = { nodes: [node], edges: [] };
  const { id } = await other.canvases.create({ title: 'Overview', threatModelId: model.id, data });
  sent.length = 0;
  await ann.engine.syncAll();
  await ann.engine.fetchModel(ann.store.idMap.localId('threatModel', model.id) ?? '');
  await ann.engine.syncAll();
  const copy = ann.store.idMap.localId('canvas', id) ?? '';
  expect(ann.store.documents.read(copy)?.nodes).toHaveLength(1);
  expect(sent).toEqual([]);
  moveNode(ann, copy);
  await ann.engine.syncAll();
  const [moved] = (await other.canvases.get({ id })).data.nodes;
  expect(moved).toMatchObject({ position: { x: 40, y: 0 } });
  expect(moved?.data.componentId).toBe(before);
  const shown = ann.store.documents.read(copy)?.nodes[0]?.data.componentId ?? '';
  expect(ann.store.records.has('component', shown)).toBe(false);
  expect(ann.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
});

it('a component that the service does not have yet is not named in a drawing of another model', async () => {
  const sent: string[] = [];
  const network: Fetch = async (request) => {
    if (request.method === 'PATCH') sent.push(request.url);
    return await componentsRefused(plainService(office.reach))(request);
  };
  ann = await office.openApp({ network, later: () => () => {} });
  const other = await office.client(office.reach);
  change(ann.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
  ]);
  drawProcess();
  refusesComponents = 400;
  await ann.engine.syncAll();

  // Somebody else creates the whole model again, from a copy of what the service has.
  const collection = ann.store.idMap.serviceId('collection', collectionId) ?? '';
  const model = await other.threatModels.create({ title: 'Web shop', collectionId: collection });
  const node = { id: 'web', position: { x: 0, y: 0 }, data: { [unsentKey]: componentId } };
  const data = { nodes: [node], edges: [] };
  const { id } = await other.canvases.create({ title: 'Overview', threatModelId: model.id, data });
  await ann.engine.syncAll();
  await ann.engine.fetchModel(ann.store.idMap.localId('threatModel', model.id) ?? '');
  const copy = ann.store.idMap.localId('canvas', id) ?? '';
  const namedHere = () => ann.store.documents.read(copy)?.nodes[0]?.data;
  expect(namedHere()).toEqual({ [unsentKey]: componentId });

  refusesComponents = null;
  ann.engine.retry(ann.engine.pendingChanges()[0]?.seq ?? 0);
  await ann.engine.syncAll();
  await ann.engine.syncAll();
  expect(ann.store.idMap.serviceId('component', componentId)).not.toBeNull();
  sent.length = 0;
  await other.canvases.update({ id, data: { ...data, nodes: [{ ...node, height: 90 }] } });
  await ann.engine.syncAll();
  await ann.engine.syncAll();
  expect(ann.store.documents.read(copy)?.nodes).toMatchObject([{ height: 90 }]);
  expect(namedHere()).toEqual({ [unsentKey]: componentId });
  expect(sent).toEqual([]);
  expect(ann.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
});

describe('a component that the service lacks', () => {
  const also = uuid(20);
  let other: Awaited<ReturnType<Office['client']>>;
  const serviceId = (kind: 'collection' | 'canvas' | 'component', id: string): string =>
    ann.store.idMap.serviceId(kind, id) ?? '';
  const shown = (canvas: string) =>
    ann.store.documents.read(canvas)?.nodes.map(({ data }) => data.componentId);

  /** Ann draws the component on its own canvas, and shows it on the canvas `also`. */
  const drawTwice = async (canvases: readonly string[]): Promise<void> => {
    const network: Fetch = async (request) =>
      await componentsRefused(plainService(office.reach))(request);
    ann = await office.openApp({ network, later: () => () => {} });
    other = await office.client(office.reach);
    change(ann.store, [
      created('collection', collectionId, null, { title: 'Shop' }),
      created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    ]);
    for (const each of canvases) {
      change(ann.store, [created('canvas', each, modelId, { title: 'Overview' })]);
      await ann.engine.syncAll();
    }
    drawProcess();
    const node = { id: 'also', position: { x: 0, y: 0 }, data: { label: 'Web', componentId } };
    const operation = [{ kind: 'addNode' as const, index: 0, node }];
    ann.store.changes.apply({
      scope: 'workspace',
      label: 'test',
      drawings: [{ canvasId: also, operation, inverse: [] }],
    });
  };

  /** Somebody moves the canvases to another model, and Ann reads after each of them. */
  const moveToOtherModel = async (canvases: readonly string[]): Promise<void> => {
    const { id: threatModelId } = await other.threatModels.create({
      title: 'Elsewhere',
      collectionId: serviceId('collection', collectionId),
    });
    await ann.engine.syncAll();
    await ann.engine.fetchModel(ann.store.idMap.localId('threatModel', threatModelId) ?? '');
    for (const each of canvases) {
      await other.canvases.update({ id: serviceId('canvas', each), threatModelId });
      await ann.engine.syncAll();
      expect(ann.store.records.find('canvas', each)?.parentId).not.toBe(modelId);
    }
  };

  it.each([
    { order: 'first', canvases: [also, canvasId] },
    { order: 'last', canvases: [canvasId, also] },
  ])(
    'stays in a drawing that is moved to another model $order, before the service has it',
    async ({ canvases }) => {
      await drawTwice(canvases);
      refusesComponents = 400;
      await ann.engine.syncAll();
      await moveToOtherModel(canvases);
      expect([also, canvasId].map(shown)).toEqual([[componentId], [componentId]]);
    },
  );

  it('stays in a drawing that is moved to another model, after others deleted it', async () => {
    const canvases = [also, canvasId];
    await drawTwice(canvases);
    await ann.engine.syncAll();
    await ann.engine.syncAll();
    await other.components.delete({ id: serviceId('component', componentId) });
    const values = { title: 'Shop front' };
    change(ann.store, [{ op: 'update', kind: 'component', id: componentId, values }]);
    await ann.engine.syncAll();
    refusesComponents = 400;
    ann.engine.resolve({ kind: 'component', id: componentId, choices: { record: 'mine' } });
    await ann.engine.syncAll();
    expect(ann.store.idMap.serviceId('component', componentId)).toBeNull();
    await moveToOtherModel(canvases);
    expect([also, canvasId].map(shown)).toEqual([[componentId], [componentId]]);
  });
});
