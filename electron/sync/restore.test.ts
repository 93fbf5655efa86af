import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncClient } from '../connection/api-client.ts';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { canvasId, collectionId, componentId, modelId, webShop } from './testing/web-shop.ts';

const [firstId, secondId, mitigationId, commentId] = [uuid(5), uuid(6), uuid(7), uuid(8)];

let office: Office;
let app: App;

beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

const openApp = async (around: (reach: Fetch) => Fetch = (reach) => reach): Promise<void> => {
  app = await office.openApp({ network: around(office.reach), later: () => () => {} });
  change(app.store, [
    ...webShop,
    created('threat', firstId, componentId, { title: 'Session theft' }),
    created('threat', secondId, componentId, { title: 'Flooding' }),
    created('mitigation', mitigationId, firstId, { title: 'Short sessions' }),
    created('comment', commentId, firstId, { text: 'Seen last year' }),
  ]);
  await app.engine.syncAll();
};

type Kind = 'collection' | 'threatModel' | 'canvas' | 'component' | 'threat';
const remove = (kind: Kind, id: string): void => change(app.store, [{ op: 'delete', kind, id }]);
const undo = (): void => void app.store.changes.undo('workspace');
const redo = (): void => void app.store.changes.redo('workspace');

const numbers = async () => {
  const rows = await office.database
    .selectFrom('threats')
    .orderBy('title')
    .select(['title', 'ref_number'])
    .execute();
  return rows.map(({ title, ref_number }) => `${title} ${ref_number}`);
};
const idsAtService = async (): Promise<string[]> => {
  const kinds = ['collections', 'threat_models', 'canvases', 'components', 'threats'] as const;
  const ids: string[] = [];
  for (const kind of [...kinds, 'mitigations', 'comments'] as const) {
    const rows = await office.database.selectFrom(kind).select('id').execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids.toSorted();
};
const expectSaved = (): void => {
  expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
};

describe.each([
  ['threat', firstId],
  ['component', componentId],
  ['canvas', canvasId],
  ['threatModel', modelId],
  ['collection', collectionId],
] as const)('a deleted and restored %s', (kind, id) => {
  beforeEach(() => openApp());

  it('keeps its IDs and the numbers of its threats', async () => {
    const before = await idsAtService();
    remove(kind, id);
    await app.engine.syncAll();
    undo();
    await app.engine.syncAll();
    expect(await numbers()).toEqual(['Flooding 2', 'Session theft 1']);
    expect(await idsAtService()).toEqual(before);
    expectSaved();
    // The redo deletes the record once more.
    redo();
    await app.engine.syncAll();
    undo();
    await app.engine.syncAll();
    expect(await idsAtService()).toEqual(before);
    expectSaved();
  });

  it('has the changes and records made after the undo', async () => {
    remove(kind, id);
    await app.engine.syncAll();
    undo();
    change(app.store, [
      { op: 'update', kind: 'threat', id: firstId, values: { title: 'Theft of sessions' } },
      created('comment', uuid(9), firstId, { text: 'Written after it' }),
    ]);
    await app.engine.syncAll();
    expect(await numbers()).toEqual(['Flooding 2', 'Theft of sessions 1']);
    const comments = await office.database.selectFrom('comments').select('text').execute();
    expect(comments.map(({ text }) => text).toSorted()).toEqual([
      'Seen last year',
      'Written after it',
    ]);
    expectSaved();
  });

  it('lacks the records deleted after the undo', async () => {
    remove(kind, id);
    await app.engine.syncAll();
    undo();
    remove('threat', firstId);
    await app.engine.syncAll();
    expect(await numbers()).toEqual(['Flooding 2']);
    await app.engine.syncAll();
    expect(app.store.records.all('threat').map((row) => row.id)).toEqual([secondId]);
    expectSaved();
  });
});

describe('at our service', () => {
  beforeEach(() => openApp());

  it('two deletes that are undone one after the other are both restored', async () => {
    const before = await idsAtService();
    remove('threat', firstId);
    await app.engine.syncAll();
    remove('canvas', canvasId);
    await app.engine.syncAll();
    undo();
    undo();
    await app.engine.syncAll();
    expect(await idsAtService()).toEqual(before);
    expectSaved();
  });

  it('a record waits for its parent if that could not be read', async () => {
    let fails: Fetch | null = null;
    app = await office.openApp({
      network: async (request) => (await fails?.(request)) ?? (await office.reach(request)),
      later: () => () => {},
    });
    await app.pull();
    const before = await idsAtService();
    const [canvas = '', threat = ''] = (['canvas', 'threat'] as const).map(
      (kind) => app.store.records.all(kind)[0]?.id,
    );
    remove('threat', threat);
    await app.engine.syncAll();
    remove('canvas', canvas);
    fails = async (request) => {
      const answer = await office.reach(request);
      if (request.method === 'DELETE') throw new TypeError('connection reset');
      return answer;
    };
    await app.engine.flush().catch(() => undefined);
    undo();
    undo();
    fails = async (request) =>
      request.url.includes('/canvases/')
        ? Response.json({ status: 500, title: 'Later' }, { status: 500 })
        : await office.reach(request);
    await expect(app.engine.flush()).rejects.toThrow('Later');
    expect(app.engine.conflicts()).toEqual([]);
    fails = null;
    await app.engine.syncAll();
    expect(await idsAtService()).toEqual(before);
    expectSaved();
  });

  it('the undo of a gesture that deleted a record and its parent restores both', async () => {
    const before = await idsAtService();
    change(app.store, [
      { op: 'delete', kind: 'threat', id: firstId },
      { op: 'delete', kind: 'canvas', id: canvasId },
    ]);
    await app.engine.syncAll();
    undo();
    await app.engine.syncAll();
    expect(await idsAtService()).toEqual(before);
    expectSaved();
  });

  it('an undone and redone create keeps its number', async () => {
    change(app.store, [created('threat', uuid(9), componentId, { title: 'Tampering' })]);
    await app.engine.syncAll();
    undo();
    await app.engine.syncAll();
    redo();
    await app.engine.syncAll();
    expect(await numbers()).toEqual(['Flooding 2', 'Session theft 1', 'Tampering 3']);
    expectSaved();
  });

  it('a record that others deleted and the person keeps has the same number', async () => {
    const other = await office.client(office.reach);
    change(app.store, [
      { op: 'update', kind: 'threat', id: firstId, values: { title: 'Theft of sessions' } },
    ]);
    await other.components.delete({
      id: app.store.idMap.serviceId('component', componentId) ?? '',
    });
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ type: 'deletedThere' }, {}]);
    app.engine.resolve({ kind: 'component', id: componentId, choices: { record: 'mine' } });
    await app.engine.syncAll();
    expect(await numbers()).toEqual(['Flooding 2', 'Theft of sessions 1']);
    expectSaved();
  });

  it('a record deleted here, restored by others, and then deleted by others is gone', async () => {
    const client = await office.client(office.reach);
    const otherApp = await office.openApp({ later: () => () => {} });
    await otherApp.pull();
    const [id = ''] = otherApp.store.records.all('component').map((row) => row.id);
    change(otherApp.store, [{ op: 'delete', kind: 'component', id }]);
    await otherApp.engine.syncAll();
    await client.components.restore({ id });
    await otherApp.engine.syncAll();
    expect(otherApp.store.records.has('component', id)).toBe(true);
    await client.components.delete({ id });
    await otherApp.engine.syncAll();
    expect(otherApp.store.records.has('component', id)).toBe(false);
  });

  it('a full reading before the record is restored makes no conflict', async () => {
    remove('canvas', canvasId);
    await app.engine.syncAll();
    undo();
    await app.pull();
    expect(app.store.conflicts.keys()).toEqual([]);
    await app.engine.syncAll();
    expectSaved();
  });
});

describe.each([
  ['ours', (reach: Fetch) => reach],
  ['plain', plainService],
] as const)('restored threats of a version (%s service)', (_name, around) => {
  it('have the values of the version, without a conflict', async () => {
    await openApp(around);
    app.store.versions.name(canvasId, 'Before');
    const [version] = app.store.versions.list(canvasId);
    change(app.store, [
      { op: 'update', kind: 'threat', id: firstId, values: { title: 'Changed later' } },
    ]);
    await app.engine.syncAll();
    remove('threat', firstId);
    await app.engine.syncAll();
    change(app.store, [
      { op: 'restoreVersion', kind: 'threat', id: firstId, version: version?.id ?? 0 },
    ]);
    await app.engine.syncAll();
    const titles = (await numbers()).map((each) => each.replace(/ \d+$/, ''));
    expect(titles).toEqual(['Flooding', 'Session theft']);
    const mitigations = await office.database.selectFrom('mitigations').select('title').execute();
    expect(mitigations).toEqual([{ title: 'Short sessions' }]);
    expectSaved();
  });
});

describe('a record that others deleted and the person keeps', () => {
  it.each([
    ['before the deletion', /^DELETE$/],
    ['after the record is back', /^POST .*\/restore$/],
  ])('takes a change of others %s', async (_when, moment) => {
    const other = await office.client(office.reach);
    let changesIt: (() => Promise<unknown>) | null = null;
    await openApp((reach) => async (request) => {
      const answer = await reach(request);
      if (moment.test(`${request.method} ${request.url}`)) await changesIt?.();
      return answer;
    });
    const serviceId = (kind: 'component' | 'threat', id: string): string =>
      app.store.idMap.serviceId(kind, id) ?? '';
    const threat = { id: serviceId('threat', secondId), title: 'Flooding with requests' };
    changesIt = async () => {
      changesIt = null;
      await other.threats.update(threat);
    };
    if (moment.test('DELETE')) await changesIt();
    await other.components.delete({ id: serviceId('component', componentId) });
    change(app.store, [
      { op: 'update', kind: 'threat', id: firstId, values: { title: 'Theft of sessions' } },
    ]);
    await app.engine.syncAll();
    app.engine.resolve({ kind: 'component', id: componentId, choices: { record: 'mine' } });
    await app.engine.syncAll();
    expect(await numbers()).toEqual(['Flooding with requests 2', 'Theft of sessions 1']);
    expectSaved();
  });

  describe('in a parent that was deleted with it', () => {
    const serviceId = (kind: 'component' | 'threat', id: string): string =>
      app.store.idMap.serviceId(kind, id) ?? '';
    const keep = async (kind: 'component' | 'threat', id: string): Promise<void> => {
      app.engine.resolve({ kind, id, choices: { record: 'mine' } });
      await app.engine.flush();
    };
    const describedThreats = async () =>
      await office.database.selectFrom('threats').select(['title', 'description']).execute();
    let other: SyncClient;

    beforeEach(async () => {
      other = await office.client(office.reach);
      await openApp();
      // The threats get an old creation time, so the search for the result of an unanswered create would
      // not find them.
      const created_at = '2020-01-01T00:00:00.000Z';
      await office.database.updateTable('threats').set({ created_at }).execute();
      await other.threats.update({ id: serviceId('threat', firstId), description: 'By others' });
      await other.components.delete({ id: serviceId('component', componentId) });
      change(app.store, [created('comment', uuid(9), firstId, { text: 'Seen again' })]);
      await app.engine.flush();
    });

    it('has the earlier changes of others to it, once the parent is kept too', async () => {
      expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', type: 'deletedThere' }]);
      await keep('threat', firstId);
      expect(app.engine.conflicts()).toMatchObject([{ kind: 'component', type: 'deletedThere' }]);
      await keep('component', componentId);
      await app.engine.syncAll();
      const first = { title: 'Session theft', description: 'By others' };
      expect(await describedThreats()).toContainEqual(first);
      expect(app.store.records.find('threat', firstId)?.local).toMatchObject(first);
      expectSaved();
    });

    it('exists once if others restore the parent meanwhile', async () => {
      const before = serviceId('threat', firstId);
      const component = serviceId('component', componentId);
      await keep('threat', firstId);
      await other.components.restore({ id: component });
      await app.engine.syncAll();
      await app.engine.syncAll();
      expect(await numbers()).toEqual(['Flooding 2', 'Session theft 1']);
      expect(serviceId('threat', firstId)).toBe(before);
      expectSaved();
    });
  });

  it('exists once, whether others or an undo here restore it first', async () => {
    await openApp();
    const other = await office.client(office.reach);
    const id = app.store.idMap.serviceId('threat', firstId) ?? '';
    remove('threat', firstId);
    await app.engine.syncAll();
    await other.threats.restore({ id });
    await app.engine.syncAll();
    expect(app.store.records.all('comment')).toHaveLength(1);
    undo();
    await app.engine.syncAll();
    for (const kind of ['mitigation', 'comment'] as const) {
      const rows = app.store.records.all(kind);
      expect(rows.map((row) => app.store.idMap.serviceId(kind, row.id))).not.toContain(null);
      expect(rows).toHaveLength(1);
    }
    expect(await numbers()).toEqual(['Flooding 2', 'Session theft 1']);
    expectSaved();
  });

  it('lacks records that were deleted here before their creates were answered', async () => {
    let isDown = false;
    await openApp((reach) => async (request) => {
      const isCreate = request.method === 'POST' && request.url.endsWith('/comments');
      if (isCreate && isDown) return new Response(null, { status: 503 });
      return await reach(request);
    });
    const other = await office.client(office.reach);
    const component = app.store.idMap.serviceId('component', componentId) ?? '';
    isDown = true;
    change(app.store, [created('comment', uuid(9), firstId, { text: 'Seen again' })]);
    await app.engine.flush().catch(() => undefined);
    await other.components.delete({ id: component });
    await app.engine.flush().catch(() => undefined);
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', type: 'deletedThere' }]);
    change(app.store, [{ op: 'delete', kind: 'comment', id: uuid(9) }]);
    app.engine.resolve({ kind: 'threat', id: firstId, choices: { record: 'theirs' } });
    isDown = false;
    await other.components.restore({ id: component });
    // The first pass repeats the create, and the second one deletes its record.
    await app.engine.syncAll();
    await app.engine.syncAll();
    const { items } = await other.comments.list({});
    expect(items.map(({ text }) => text)).toEqual(['Seen last year']);
    expectSaved();
  });

  it('has a record once whose create was executed without an answer', async () => {
    let isLost = false;
    await openApp((reach) => async (request) => {
      const answer = await reach(request);
      const isCreate = request.method === 'POST' && request.url.endsWith('/comments');
      if (isLost && isCreate) throw new TypeError('connection reset');
      return answer;
    });
    const other = await office.client(office.reach);
    isLost = true;
    change(app.store, [created('comment', uuid(9), firstId, { text: 'Seen again' })]);
    await app.engine.flush().catch(() => undefined);
    isLost = false;
    await other.components.delete({
      id: app.store.idMap.serviceId('component', componentId) ?? '',
    });
    await app.engine.syncAll();
    app.engine.resolve({ kind: 'component', id: componentId, choices: { record: 'mine' } });
    await app.engine.syncAll();
    const { items } = await other.comments.list({});
    expect(items.map(({ text }) => text).toSorted()).toEqual(['Seen again', 'Seen last year']);
    expect(app.store.records.all('comment')).toHaveLength(2);
    expectSaved();
  });

  it('lacks a record that was deleted here before sync knew of the deletion', async () => {
    let isBusy = false;
    await openApp((reach) => async (request) => {
      const isUpdate = request.method === 'PATCH' && isBusy;
      return isUpdate ? Response.json({ status: 500 }, { status: 500 }) : await reach(request);
    });
    const other = await office.client(office.reach);
    await other.components.delete({
      id: app.store.idMap.serviceId('component', componentId) ?? '',
    });
    isBusy = true;
    change(app.store, [
      { op: 'update', kind: 'threat', id: firstId, values: { title: 'Theft of sessions' } },
      { op: 'delete', kind: 'comment', id: commentId },
    ]);
    await app.engine.flush().catch(() => undefined);
    isBusy = false;
    await app.engine.syncAll();
    const conflict = { kind: 'component', id: componentId } as const;
    expect(app.engine.conflicts()).toMatchObject([{ ...conflict, type: 'deletedThere' }]);
    app.engine.resolve({ ...conflict, choices: { record: 'mine' } });
    await app.engine.syncAll();
    expect((await other.comments.list({})).items).toEqual([]);
    expect(await numbers()).toEqual(['Flooding 2', 'Theft of sessions 1']);
    expectSaved();
  });

  it('lacks a record whose create is undone, even if the network delivers the create late', async () => {
    let late: Request[] | null = null;
    await openApp((reach) => async (request) => {
      const isCreate = request.method === 'POST' && request.url.endsWith('/comments');
      if (!isCreate || late?.length !== 0) return await reach(request);
      late.push(request.clone());
      throw new TypeError('connection reset');
    });
    const other = await office.client(office.reach);
    late = [];
    change(app.store, [created('comment', uuid(9), firstId, { text: 'Seen again' })]);
    await app.engine.flush().catch(() => undefined);
    expect(late).toHaveLength(1);
    undo();
    await other.components.delete({
      id: app.store.idMap.serviceId('component', componentId) ?? '',
    });
    change(app.store, [
      { op: 'update', kind: 'threat', id: firstId, values: { title: 'Theft of sessions' } },
    ]);
    await app.engine.syncAll();
    const conflict = { kind: 'component', id: componentId } as const;
    expect(app.engine.conflicts()).toMatchObject([{ ...conflict, type: 'deletedThere' }]);
    app.engine.resolve({ ...conflict, choices: { record: 'mine' } });
    await app.engine.syncAll();
    for (const request of late) await office.reach(request);
    await app.engine.syncAll();
    const { items } = await other.comments.list({});
    expect(items.map(({ text }) => text)).toEqual(['Seen last year']);
    expect(await numbers()).toEqual(['Flooding 2', 'Theft of sessions 1']);
    expectSaved();
  });

  it('recognizes its earlier unanswered changes', async () => {
    const other = await office.client(office.reach);
    let isLost = false;
    await openApp((reach) => async (request) => {
      const answer = await reach(request);
      if (!isLost || request.method !== 'PATCH') return answer;
      throw new TypeError('connection reset');
    });
    const rename = (title: string): void =>
      change(app.store, [{ op: 'update', kind: 'threat', id: firstId, values: { title } }]);
    isLost = true;
    rename('Theft');
    await app.engine.syncAll().catch(() => undefined);
    isLost = false;
    expect(await numbers()).toEqual(['Flooding 2', 'Theft 1']);
    await other.components.delete({
      id: app.store.idMap.serviceId('component', componentId) ?? '',
    });
    rename('Theft of sessions');
    await app.engine.syncAll();
    app.engine.resolve({ kind: 'component', id: componentId, choices: { record: 'mine' } });
    await app.engine.syncAll();
    expect(await numbers()).toEqual(['Flooding 2', 'Theft of sessions 1']);
    expectSaved();
  });
});

describe('a service that cannot restore', () => {
  it.each([404, 405])(
    'gets the records again, and the window is told, after %i',
    async (status) => {
      const renumbered: string[][] = [];
      app = await office.openApp({
        network: async (request) =>
          request.url.endsWith('/restore')
            ? Response.json({ status, title: 'No' }, { status })
            : await office.reach(request),
        later: () => () => {},
        renumbered: (changes) => renumbered.push(changes.map(({ from, to }) => `${from} ${to}`)),
      });
      change(app.store, [
        ...webShop,
        created('threat', firstId, componentId, { title: 'Session theft' }),
        created('threat', secondId, componentId, { title: 'Flooding' }),
      ]);
      await app.engine.syncAll();
      expect(renumbered).toEqual([]);
      remove('component', componentId);
      await app.engine.syncAll();
      undo();
      await app.engine.syncAll();
      expect(await numbers()).toEqual(['Flooding 4', 'Session theft 3']);
      expect(renumbered).toEqual([['T-1 T-3', 'T-2 T-4']]);
      expectSaved();
    },
  );

  it('works without restoring if it only does what the specification says', async () => {
    await openApp(plainService);
    remove('threatModel', modelId);
    await app.engine.syncAll();
    undo();
    await app.engine.syncAll();
    expect(await numbers()).toEqual(['Flooding 2', 'Session theft 1']);
    expectSaved();
  });
});
