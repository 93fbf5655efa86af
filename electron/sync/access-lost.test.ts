import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workspaceScope } from '#shared/desktop/change.ts';
import { plainService } from './simulation/network.ts';
import { lateRequests } from './testing/late-requests.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';

const [collectionId, modelId, canvasId, componentId] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const [threatId, otherId] = [uuid(5), uuid(6)];

let office: Office;
let app: App;
/** The apps on two other computers of the person who uses `app`. */
let laptop: App;
let desk: App;

const rename = (title: string): void =>
  change(app.store, [{ op: 'update', kind: 'threat', id: threatId, values: { title } }]);
const titles = (kind: 'collection' | 'threat'): unknown[] =>
  app.store.records
    .all(kind)
    .map(({ local }) => String(local['title']))
    .toSorted((a, b) => a.localeCompare(b));
const atService = async (table: 'collections' | 'threats'): Promise<string[]> =>
  (await office.database.selectFrom(table).select('title').orderBy('title').execute()).map(
    ({ title }) => title,
  );

/**
 * Makes a user the owner of the shared collection. The person has access only as its owner, so this
 * gives or withdraws the access.
 */
const giveTo = async (userId: string): Promise<void> => {
  const id = app.store.idMap.serviceId('collection', collectionId) ?? '';
  await office.database
    .updateTable('collections')
    .set({ created_by: userId })
    .where('id', '=', id)
    .execute();
};
const ownId = async (): Promise<string> => {
  const users = office.database.selectFrom('users').where('id', '!=', 'bob').select('id');
  return (await users.executeTakeFirstOrThrow()).id;
};

/** Draws an element on the canvas. The element shows the component `shownId`. */
const draw = (shownId: string): void => {
  const data = { label: 'Drawn', componentId: shownId };
  const node = { id: 'drawn', position: { x: 0, y: 0 }, data };
  const operation = [{ kind: 'addNode' as const, index: 0, node }];
  const inverse = [{ kind: 'removeNode' as const, id: 'drawn' }];
  const drawings = [{ canvasId, operation, inverse }];
  app.store.changes.apply({ scope: modelId, label: 'test', drawings });
};

/**
 * Makes the laptop lose access to the collection, keep a copy, run `beforeAccess`, and get access again.
 */
const copyOnLaptop = async (beforeAccess = async (): Promise<void> => {}): Promise<void> => {
  const [threat] = laptop.store.records.all('threat');
  const values = { title: 'Found more' };
  change(laptop.store, [{ op: 'update', kind: 'threat', id: threat?.id ?? '', values }]);
  await giveTo('bob');
  await laptop.engine.syncAll();
  const [conflict] = laptop.engine.conflicts();
  if (!conflict) throw new Error('Nothing was lost.');
  laptop.engine.resolve({ ...conflict, choices: { record: 'mine' } });
  await beforeAccess();
  await giveTo(await ownId());
};

/**
 * Returns a boolean for each of the two canvases, the original and the copy. It is true if the drawing
 * refers to the component of that canvas.
 */
const namesOwnComponents = async (): Promise<boolean[]> => {
  const rows = await office.database
    .selectFrom('canvases')
    .innerJoin('components', 'components.canvas_id', 'canvases.id')
    .select(['canvases.data', 'components.id'])
    .execute();
  return rows.map(({ data, id }) => data.includes(`"componentId":"${id}"`));
};

beforeEach(async () => {
  office = await openOffice();
  app = await office.openApp({ later: () => () => {} });
  laptop = await office.openApp({ later: () => () => {} });
  desk = await office.openApp({ later: () => () => {} });
  change(app.store, [
    created('collection', collectionId, null, { title: 'Shared' }),
    created('collection', otherId, null, { title: 'Other' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
    created('component', componentId, canvasId, { title: 'Web app' }),
    created('threat', threatId, componentId, { title: 'Session theft' }),
  ]);
  await app.engine.syncAll();
  const user = await office.database.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const bob = { id: 'bob', email: 'bob@example.org', email_key: 'bob@example.org' };
  await office.database
    .insertInto('users')
    .values({ ...user, ...bob, role: 'user' })
    .execute();
  await office.database.updateTable('users').set({ role: 'user' }).execute();
});
afterEach(() => office.close());

describe('when access to a collection is withdrawn', () => {
  it.each(['flush', 'syncAll'] as const)(
    'unsent work in it is kept, and the person is told (%s)',
    async (pass) => {
      rename('Found more');
      await giveTo('bob');
      await app.engine[pass]();
      await app.engine.syncAll();
      expect(app.engine.conflicts()).toMatchObject([
        { kind: 'collection', id: collectionId, type: 'accessLost', title: 'Shared' },
      ]);
      expect(titles('threat')).toEqual(['Found more']);
    },
  );

  it('changes are sent when access is given back', async () => {
    rename('Found more');
    await giveTo('bob');
    await app.engine.syncAll();
    await giveTo(await ownId());
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
    expect(await atService('threats')).toEqual(['Found more']);
  });

  it.each(['flush', 'syncAll'] as const)(
    'an unsent delete in it is kept, and sent when access is given back (%s)',
    async (pass) => {
      change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
      change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
      await giveTo('bob');
      await app.engine[pass]();
      await app.engine.syncAll();
      expect(app.engine.conflicts()).toMatchObject([{ kind: 'collection', type: 'accessLost' }]);
      await giveTo(await ownId());
      await app.engine.syncAll();
      await app.engine.syncAll();
      expect(await atService('threats')).toEqual([]);
      expect(app.store.records.all('component')).toEqual([]);
      expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
    },
  );

  it.each(['mine', 'theirs'] as const)('a delete in it is forgotten with: %s', async (record) => {
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    await giveTo('bob');
    await app.engine.syncAll();
    app.engine.resolve({ kind: 'collection', id: collectionId, choices: { record } });
    await giveTo(await ownId());
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(await atService('threats')).toEqual(['Session theft']);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('an undone delete is not taken for one that has arrived', async () => {
    office.network = async (request) => {
      if (request.method === 'DELETE') throw new TypeError('connection reset');
      return await office.reach(request);
    };
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    await expect(app.engine.flush()).rejects.toThrow('connection reset');
    office.network = office.reach;
    app.store.changes.undo('workspace');
    await giveTo('bob');
    await app.engine.syncAll();
    await giveTo(await ownId());
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(await atService('threats')).toEqual(['Session theft']);
    expect(titles('threat')).toEqual(['Session theft']);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('a copy has another name, and is not confused with the collection', async () => {
    rename('Found more');
    await giveTo('bob');
    await app.engine.syncAll();
    app.engine.resolve({ kind: 'collection', id: collectionId, choices: { record: 'mine' } });
    await app.engine.syncAll();
    expect(await atService('collections')).toEqual(['Other', 'Shared', 'Shared (copy)']);
    expect(await atService('threats')).toEqual(['Found more', 'Session theft']);
    const user = await ownId();
    await office.database.updateTable('collections').set({ created_by: user }).execute();
    await app.engine.syncAll();
    expect(titles('collection')).toEqual(['Other', 'Shared', 'Shared (copy)']);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('a copy shows its own components, even if the originals are here again', async () => {
    draw(componentId);
    await app.engine.syncAll();
    // The laptop downloads the records, so in its store they have the IDs of the service.
    const reach = plainService(office.reach);
    office.network = reach;
    await laptop.pull();
    await copyOnLaptop();
    // The service rejects the copy at first, so that the laptop reads the originals before it sends the
    // copy.
    office.network = async (request) =>
      request.method === 'POST' && request.url.endsWith('/collections')
        ? Response.json({ status: 412, title: 'No' }, { status: 412 })
        : await reach(request);
    await laptop.engine.syncAll().catch(() => undefined);
    const original = laptop.store.records
      .all('collection')
      .find(({ local }) => local['title'] === 'Shared');
    laptop.engine.keepOffline(original?.id ?? '', true);
    await laptop.engine.syncAll().catch(() => undefined);
    office.network = reach;
    laptop.engine.retryAll();
    await laptop.engine.syncAll();
    await laptop.engine.syncAll();
    expect(await namesOwnComponents()).toEqual([true, true]);
  });

  it('a copy refers to no component that only the original has', async () => {
    await giveTo('bob');
    draw(uuid(99));
    await app.engine.syncAll();
    app.engine.resolve({ kind: 'collection', id: collectionId, choices: { record: 'mine' } });
    await app.engine.syncAll();
    const canvases = await office.database.selectFrom('canvases').select('data').execute();
    const drawn = canvases.map((canvas) => canvas.data).join('');
    expect(drawn).toContain('Drawn');
    expect(drawn).not.toContain(uuid(99));
  });

  it('others do not confuse the components of a copy with those of the original', async () => {
    draw(componentId);
    await app.engine.syncAll();
    await laptop.pull();
    // The desk downloads the records too, so its store also has the IDs of the service.
    await desk.pull();
    await copyOnLaptop();
    office.network = async (request) =>
      request.method === 'PATCH'
        ? Response.json({ status: 503, title: 'Later' }, { status: 503 })
        : await office.reach(request);
    await laptop.engine.syncAll().catch(() => undefined);
    office.network = office.reach;
    await desk.pull();
    await desk.engine.syncAll();
    await laptop.engine.syncAll();
    expect(await namesOwnComponents()).toEqual([true, true]);
  });

  it('a canvas keeps its components when someone who copied it has access again', async () => {
    draw(componentId);
    await app.engine.syncAll();
    await laptop.pull();
    await copyOnLaptop(async () => await laptop.engine.syncAll());
    await laptop.pull();
    await laptop.pull();
    await laptop.engine.syncAll();
    const canvas = app.store.idMap.serviceId('canvas', canvasId) ?? '';
    const { data } = await app.client.canvases.get({ id: canvas });
    const component = app.store.idMap.serviceId('component', componentId);
    expect(data.nodes.map((each) => each.data.componentId)).toEqual([component]);
    expect(laptop.store.records.all('component')).toHaveLength(2);
    expect(laptop.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('a component that was deleted before the copy is its own when the deletion is undone', async () => {
    draw(componentId);
    await app.engine.syncAll();
    await laptop.pull();
    const { records, documents, changes } = laptop.store;
    const [canvas] = records.all('canvas');
    const [component] = records.all('component');
    const [node] = documents.read(canvas?.id ?? '')?.nodes ?? [];
    if (!canvas?.parentId || !component || !node) throw new Error('The model was not read.');
    await giveTo('bob');
    const operation = [{ kind: 'removeNode' as const, id: node.id }];
    const inverse = [{ kind: 'addNode' as const, index: 0, node }];
    changes.apply({
      scope: canvas.parentId,
      label: 'test',
      records: [{ op: 'delete', kind: 'component', id: component.id }],
      drawings: [{ canvasId: canvas.id, operation, inverse }],
    });
    await laptop.engine.syncAll();
    const [conflict] = laptop.engine.conflicts();
    if (!conflict) throw new Error('Nothing was lost.');
    laptop.engine.resolve({ ...conflict, choices: { record: 'mine' } });
    changes.undo(canvas.parentId);
    await giveTo(await ownId());
    await laptop.engine.syncAll();
    await laptop.engine.syncAll();
    expect(await namesOwnComponents()).toEqual([true, true]);
    expect(await atService('threats')).toEqual(['Session theft', 'Session theft']);
    expect(laptop.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('an undo in a copy brings back no reference to a component that was never read', async () => {
    draw(uuid(99));
    await app.engine.syncAll();
    await laptop.pull();
    const { records, documents, changes } = laptop.store;
    const [canvas] = records.all('canvas');
    const [node] = documents.read(canvas?.id ?? '')?.nodes ?? [];
    if (!canvas?.parentId || !node) throw new Error('The model was not read.');
    const operation = [{ kind: 'removeNode' as const, id: node.id }];
    const inverse = [{ kind: 'addNode' as const, index: 0, node }];
    const drawings = [{ canvasId: canvas.id, operation, inverse }];
    changes.apply({ scope: canvas.parentId, label: 'test', drawings });
    await copyOnLaptop(async () => await laptop.engine.syncAll());
    changes.undo(canvas.parentId);
    await laptop.engine.syncAll();
    const { data } = await laptop.client.canvases.get({
      id: laptop.store.idMap.serviceId('canvas', canvas.id) ?? '',
    });
    expect(data.nodes).toMatchObject([{ id: 'drawn', data: { label: 'Drawn' } }]);
    expect(JSON.stringify(data)).not.toContain(uuid(99));
    expect(documents.read(canvas.id)).toEqual(data);
    expect(laptop.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('a restored collection refers to no component of a canvas whose delete is in conflict', async () => {
    await laptop.pull();
    const { records, changes, idMap } = laptop.store;
    const [canvas] = records.all('canvas');
    const [component] = records.all('component');
    if (!canvas?.parentId || !component) throw new Error('The model was not read.');
    // Meanwhile, the owner changes the canvas, and shows its component on another one.
    draw(componentId);
    const node = { id: 'again', position: { x: 0, y: 0 }, data: { label: 'Again', componentId } };
    change(app.store, [created('canvas', uuid(7), modelId, { title: 'Second' })]);
    const operation = [{ kind: 'addNode' as const, index: 0, node }];
    const inverse = [{ kind: 'removeNode' as const, id: 'again' }];
    const drawings = [{ canvasId: uuid(7), operation, inverse }];
    app.store.changes.apply({ scope: modelId, label: 'test', drawings });
    await app.engine.syncAll();
    change(laptop.store, [{ op: 'delete', kind: 'canvas', id: canvas.id }]);
    await laptop.engine.syncAll();
    await giveTo('bob');
    await laptop.engine.syncAll();
    const conflict = laptop.engine.conflicts().find(({ type }) => type === 'accessLost');
    if (!conflict) throw new Error('Nothing was lost.');
    laptop.engine.resolve({ ...conflict, choices: { record: 'theirs' } });
    changes.undo(workspaceScope);
    await laptop.engine.syncAll();
    const second = records.all('canvas').find(({ local }) => local['title'] === 'Second');
    const { data } = await laptop.client.canvases.get({
      id: idMap.serviceId('canvas', second?.id ?? '') ?? '',
    });
    expect(data.nodes).toMatchObject([{ id: 'again', data: { label: 'Again' } }]);
    expect(JSON.stringify(data)).not.toContain(component.id);
  });

  it('the collection is removed here if the person chooses that', async () => {
    rename('Found more');
    await giveTo('bob');
    await app.engine.syncAll();
    app.engine.resolve({ kind: 'collection', id: collectionId, choices: { record: 'theirs' } });
    await app.engine.syncAll();
    expect(titles('collection')).toEqual(['Other']);
    expect(await atService('collections')).toEqual(['Other', 'Shared']);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });
});

describe('a record that was deleted before its create got an answer', () => {
  beforeEach(async () => {
    office.network = async (request) => {
      const answer = await office.reach(request);
      if (request.method === 'POST' && request.url.endsWith('/threats')) {
        throw new TypeError('connection reset');
      }
      return answer;
    };
    change(app.store, [created('threat', uuid(7), componentId, { title: 'Made' })]);
    await app.engine.flush().catch(() => undefined);
    office.network = office.reach;
    change(app.store, [{ op: 'delete', kind: 'threat', id: uuid(7) }]);
    await giveTo('bob');
  });

  it.each(['flush', 'syncAll'] as const)(
    'is deleted when access is given back (%s)',
    async (pass) => {
      await app.engine[pass]();
      await app.engine.syncAll();
      expect(app.engine.conflicts()).toMatchObject([{ kind: 'collection', type: 'accessLost' }]);
      await giveTo(await ownId());
      await app.engine.syncAll();
      await app.engine.syncAll();
      expect(await atService('threats')).toEqual(['Session theft']);
      expect(titles('threat')).toEqual(['Session theft']);
      expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
    },
  );

  it.each(['mine', 'theirs'] as const)('is forgotten with: %s', async (record) => {
    await app.engine.syncAll();
    app.engine.resolve({ kind: 'collection', id: collectionId, choices: { record } });
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });
});

describe('when access is given back between the read of a record and that of its collection', () => {
  beforeEach(() => {
    let isHidden = true;
    office.network = async (request) => {
      const isOfCollection = /\/collections\/[^/?]+$/.test(request.url);
      if (isOfCollection) isHidden = false;
      return isHidden && /\/threats\/[^/?]+$/.test(request.url)
        ? Response.json({ title: 'no', status: 404, code: 'not_found' }, { status: 404 })
        : await office.reach(request);
    };
  });

  it('a change is sent', async () => {
    rename('Found more');
    await app.engine.flush().catch(() => undefined);
    expect(app.engine.conflicts()).toEqual([]);
    await app.engine.syncAll();
    expect(await atService('threats')).toEqual(['Found more']);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('a delete is sent', async () => {
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    await app.engine.flush().catch(() => undefined);
    await app.engine.syncAll();
    expect(await atService('threats')).toEqual([]);
    expect(titles('threat')).toEqual([]);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });
});

it('a record that others deleted in an accessible collection counts as deleted', async () => {
  rename('Found more');
  await office.database.deleteFrom('components').execute();
  await app.engine.syncAll();
  expect(app.engine.conflicts()).toMatchObject([
    { kind: 'component', type: 'deletedThere' },
    { kind: 'threat', type: 'deletedThere' },
  ]);
});

it('a collection that others deleted counts as deleted', async () => {
  rename('Found more');
  const id = app.store.idMap.serviceId('collection', collectionId) ?? '';
  await app.client.collections.delete({ id });
  await app.engine.syncAll();
  expect(app.engine.conflicts()).toMatchObject([{ kind: 'collection', type: 'deletedThere' }]);
});

it('a single answer is not enough', async () => {
  rename('Found more');
  let refusals = 1;
  office.network = async (request) => {
    const isAsked = request.method === 'GET' && /\/collections\/[^/?]+$/.test(request.url);
    const isHidden = /\/threats\/[^/?]+$/.test(request.url);
    if (isHidden || (isAsked && refusals-- > 0)) {
      return Response.json({ title: 'no', status: 404, code: 'not_found' }, { status: 404 });
    }
    return await office.reach(request);
  };
  await app.engine.flush();
  expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', type: 'deletedThere' }]);
});

describe('when a change may have arrived that the person is not allowed to make', () => {
  const { delayed, delayAllOf } = lateRequests(({ method }) => method !== 'GET');

  beforeEach(async () => {
    await giveTo('bob');
    const collection = app.store.idMap.serviceId('collection', collectionId) ?? '';
    const access = { collection_id: collection, permission: 'write' as const };
    await office.database
      .insertInto('collection_user_access')
      .values({ ...access, user_id: await ownId() })
      .execute();
    await app.engine.syncAll();
    office.network = delayed(office.reach);
  });

  const undo = (): void => void app.store.changes.undo('workspace');
  const saved = { state: 'saved', pending: 0, rejected: 0, conflicts: 0 };

  it.each([
    ['rename', { op: 'update', values: { title: 'Mine' } }],
    ['delete', { op: 'delete' }],
  ] as const)('a %s that was undone leaves nothing behind', async (_, request) => {
    change(app.store, [{ ...request, kind: 'collection', id: collectionId }]);
    await delayAllOf(app);
    undo();
    await app.engine.syncAll();
    expect(app.engine.status()).toMatchObject(saved);
    expect(titles('collection')).toEqual(['Other', 'Shared']);
  });

  it('a rename is rejected, and discarding it leaves nothing behind', async () => {
    const renameCollection = (title: string): void =>
      change(app.store, [
        { op: 'update', kind: 'collection', id: collectionId, values: { title } },
      ]);
    renameCollection('Mine');
    await delayAllOf(app);
    renameCollection('Mine too');
    await app.engine.syncAll();
    const pending = app.engine.pendingChanges();
    expect(pending[0]?.rejection?.reason).toContain('manage');
    for (const { seq } of pending) app.engine.discard(seq);
    await app.engine.syncAll();
    expect(app.engine.status()).toMatchObject(saved);
    expect(titles('collection')).toEqual(['Other', 'Shared']);
  });
});
