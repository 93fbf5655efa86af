import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import { lostAnswers } from './testing/lost-answers.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { canvasId, collectionId, componentId, modelId, webShop } from './testing/web-shop.ts';

const threatId = uuid(5);

let office: Office;
const { lossy, loseAnswersOf } = lostAnswers(
  ({ method, url }) => method === 'POST' && !url.endsWith('/auth'),
);

beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

describe.each([
  { service: 'our service', around: (reach: Fetch) => reach },
  { service: 'a service that only does what the specification says', around: plainService },
])('after a threat arrived whose answer was lost, at $service', ({ around }) => {
  let app: App;
  /** The next request for which this returns true is answered 404, although the record exists. */
  let isHidden = (_request: Request): boolean => false;
  const hiding =
    (reach: Fetch): Fetch =>
    async (request) => {
      if (!isHidden(request)) return await reach(request);
      isHidden = () => false;
      return new Response('<html>Not found</html>', { status: 404 });
    };
  const threat = created('threat', threatId, componentId, { title: 'Session theft' });
  const atService = async () =>
    await office.database.selectFrom('threats').select(['id', 'component_id']).execute();

  beforeEach(async () => {
    app = await office.openApp({
      network: hiding(lossy(around(office.reach))),
      later: () => () => {},
    });
    change(app.store, webShop);
    await app.engine.syncAll();
    change(app.store, [threat]);
    await loseAnswersOf(app);
  });

  it.each([
    ['component', componentId],
    ['canvas', canvasId],
    ['threatModel', modelId],
    ['collection', collectionId],
  ] as const)('deleting its %s deletes it too, without a conflict', async (kind, id) => {
    expect(await atService()).toHaveLength(1);
    change(app.store, [{ op: 'delete', kind, id }]);
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toEqual([]);
    expect(app.store.outbox.counts()).toEqual({ changes: 0, rejected: 0 });
    expect(await atService()).toEqual([]);
    expect(await office.database.selectFrom('components').selectAll().execute()).toEqual([]);
  });

  it.each(['for-component', '/threats/'])(
    'undone, it goes, although %s is not found',
    async (path) => {
      app.store.changes.undo('workspace');
      isHidden = ({ method, url }) => method === 'GET' && url.includes(path);
      await app.engine.syncAll().catch(() => undefined);
      await app.engine.syncAll();
      expect(app.store.outbox.counts()).toEqual({ changes: 0, rejected: 0 });
      expect(app.store.records.all('threat')).toEqual([]);
      expect(await atService()).toEqual([]);
    },
  );

  it('undoing it asks first if others have set a field that the create did not send', async () => {
    const other = await office.client(office.reach);
    const [made] = await atService();
    await other.threats.update({ id: made?.id ?? '', status: 'mitigated' });
    app.store.changes.undo('workspace');
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', type: 'editedThere' }]);
    expect(await atService()).toHaveLength(1);
  });

  it('undoing it leaves nothing pending if the component is gone', async () => {
    app.store.changes.undo('workspace');
    await office.database.deleteFrom('components').execute();
    await app.engine.syncAll();
    expect(app.store.outbox.counts()).toEqual({ changes: 0, rejected: 0 });
  });

  it('deleting it is a conflict if others have changed it', async () => {
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    const [{ id } = { id: '' }] = await atService();
    await (await office.client(office.reach)).threats.update({ id, title: 'Found more' });
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toMatchObject([{ kind: 'component', type: 'editedThere' }]);
    expect(await atService()).toHaveLength(1);
  });

  it('deleting it is a conflict if others have created an equal one beside it', async () => {
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    const [{ component_id: serviceId } = { component_id: '' }] = await atService();
    const other = await office.client(office.reach);
    await other.threats.create({ title: 'Session theft', componentId: serviceId });
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toMatchObject([{ kind: 'component', type: 'editedThere' }]);
    expect(await atService()).toHaveLength(2);
  });

  it('deleting it is a conflict if others have commented on it', async () => {
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    const [{ id } = { id: '' }] = await atService();
    await (await office.client(office.reach)).comments.create({ text: 'Wait', threatId: id });
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toMatchObject([{ kind: 'component', type: 'editedThere' }]);
    expect(await atService()).toHaveLength(1);
  });

  it('deleting it is a conflict if others commented on it before it was recognized', async () => {
    const [{ id } = { id: '' }] = await atService();
    await (await office.client(office.reach)).comments.create({ text: 'Wait', threatId: id });
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    isHidden = ({ method, url }) => method === 'GET' && url.includes('for-component');
    await app.engine.flush();
    expect(await atService()).toHaveLength(1);
    await app.engine.flush();
    expect(app.store.conflicts.keys()).toMatchObject([{ kind: 'threat', type: 'editedThere' }]);
    expect(await atService()).toHaveLength(1);
  });

  it('restored before anything was sent, it exists once', async () => {
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    app.store.changes.undo('workspace');
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(await atService()).toHaveLength(1);
    expect(app.store.records.all('threat')).toHaveLength(1);
  });
});

describe('a rejected create that the network delivers again later', () => {
  const title = 'Shop';
  it.each([
    ['before it is sent again', true, title, [title]],
    ['after it was sent again', false, title, [title]],
    ['with another title by then', false, 'Store', ['Shop', 'Store']],
  ])('%s', async (_when, isFirst, titleThen, expected) => {
    let refused: Request | null = null;
    const app = await office.openApp({
      network: async (request) => {
        if (refused || request.method !== 'POST' || !request.url.endsWith('/collections')) {
          return await office.reach(request);
        }
        refused = request;
        return Response.json({ status: 403, title: 'No' }, { status: 403 });
      },
      later: () => () => {},
    });
    const deliverAgain = async (): Promise<void> => {
      if (refused) await office.reach(refused);
    };
    change(app.store, [created('collection', collectionId, null, { title })]);
    await app.engine.syncAll();
    expect(app.store.outbox.counts()).toMatchObject({ rejected: 1 });
    const values = { title: titleThen };
    change(app.store, [{ op: 'update', kind: 'collection', id: collectionId, values }]);
    if (isFirst) await deliverAgain();
    app.engine.retryAll();
    await app.engine.syncAll();
    if (!isFirst) await deliverAgain();
    await app.engine.syncAll();
    const rows = await office.database.selectFrom('collections').select('title').execute();
    expect(rows.map((row) => row.title).toSorted()).toEqual(expected);
  });
});

describe('a threat without an answer, at a service without idempotency keys', () => {
  let app: App;
  let isDelivered = true;
  let isLost = false;
  let isUpgraded = false;
  /** Returns what the app gets in place of an answer of the service; `null` to leave the answer. */
  let replaced = (_request: Request): Response | null => null;
  beforeEach(async () => {
    isLost = false;
    isUpgraded = false;
    replaced = () => null;
    const plain = plainService(office.reach);
    const reach: Fetch = (request) => (isUpgraded ? office.reach(request) : plain(request));
    app = await office.openApp({
      network: async (request) => {
        if (!isLost || request.method !== 'POST') {
          const answer = await reach(request);
          return replaced(request) ?? answer;
        }
        if (isDelivered) await reach(request);
        throw new TypeError('connection reset');
      },
      later: () => () => {},
    });
    change(app.store, webShop);
    await app.engine.syncAll();
  });

  const sendInVain = async (arrives: boolean): Promise<void> => {
    isDelivered = arrives;
    isLost = true;
    await app.engine.flush().catch(() => undefined);
    isLost = false;
  };
  const make = async (record: ReturnType<typeof created>, arrives = true): Promise<void> => {
    change(app.store, [record]);
    await sendInVain(arrives);
  };
  const threat = created('threat', threatId, componentId, { title: 'Spoofing', description: 'A' });
  const others = async () => await office.client(office.reach);
  const changeAtService = async (values: Record<string, string>): Promise<void> => {
    const client = await others();
    const [row] = (await client.threats.list({})).items;
    await client.threats.update({ id: row?.id ?? '', ...values });
  };
  const atService = async () =>
    (await (await others()).threats.list({})).items.map(({ title, priority }) => [title, priority]);

  it('that others changed since is recognized by its name', async () => {
    await make(threat);
    await changeAtService({ priority: 'high' });
    await app.engine.syncAll();
    expect(await atService()).toEqual([['Spoofing', 'high']]);
    expect(app.store.records.find('threat', threatId)?.local['priority']).toBe('high');
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('that others closed since stays closed', async () => {
    await make(threat);
    await changeAtService({ status: 'not_applicable' });
    await app.engine.syncAll();
    const [row] = (await (await others()).threats.list({})).items;
    expect(row?.status).toBe('not_applicable');
    expect(app.store.records.find('threat', threatId)?.local['status']).toBe('not_applicable');
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('is archived if the person archived it before it was sent', async () => {
    const id = uuid(9);
    const archivedAt = '2030-01-01T00:00:00.000Z';
    change(app.store, [
      created('threatModel', id, collectionId, { title: 'Mobile app' }),
      { op: 'update', kind: 'threatModel', id, values: { archived_at: archivedAt } },
    ]);
    await sendInVain(true);
    await app.engine.syncAll();
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
    const models = await office.database
      .selectFrom('threat_models')
      .select(['title', 'archived_at'])
      .execute();
    expect(models).toContainEqual({ title: 'Mobile app', archived_at: archivedAt });
  });

  it('that others renamed is recognized by its description', async () => {
    await make(threat);
    await changeAtService({ title: 'Theft of sessions' });
    await app.engine.syncAll();
    expect(await atService()).toEqual([['Theft of sessions', 'medium']]);
    expect(app.store.records.all('threat')).toHaveLength(1);
  });

  it('that the service stored only in part is recognized by its texts', async () => {
    const values = { title: 'Spoofing', description: 'A', source: 'codex', is_custom: true };
    await make(created('threat', threatId, componentId, values));
    await app.engine.syncAll();
    expect(await atService()).toEqual([['Spoofing', 'medium']]);
    expect(app.store.records.all('threat')).toHaveLength(1);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it.each([
    ['nothing', () => {}],
    [
      'deleting and restoring the component',
      () => {
        change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
        app.store.changes.undo('workspace');
      },
    ],
  ])('that is undone after an upgrade of the service and %s is deleted', async (_, happen) => {
    const values = { title: 'Spoofing', description: 'A', source: 'codex', is_custom: true };
    await make(created('threat', threatId, componentId, values));
    happen();
    app.store.changes.undo('workspace');
    isUpgraded = true;
    await app.engine.syncAll();
    expect(await atService()).toEqual([]);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('that is restored much later is still recognized', async () => {
    const values = { title: 'Spoofing', description: 'A', source: 'codex', is_custom: true };
    await make(created('threat', threatId, componentId, values));
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    app.store.changes.undo('workspace');
    const hourLater = new Date(Date.now() + 3_600_000).toISOString();
    app.store.preferences.noteNewestChange('collection', hourLater);
    await app.engine.syncAll();
    expect(await atService()).toEqual([['Spoofing', 'medium']]);
    expect(app.store.records.all('threat')).toHaveLength(1);
  });

  it('is not confused with another one that somebody created beside it', async () => {
    await make(threat, false);
    const serviceId = app.store.idMap.serviceId('component', componentId) ?? '';
    await (await others()).threats.create({ title: 'Tampering', componentId: serviceId });
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(await atService()).toEqual([
      ['Tampering', 'medium'],
      ['Spoofing', 'medium'],
    ]);
    expect(app.store.records.all('threat')).toHaveLength(2);
  });

  it('is not confused with a canvas to which others moved the same element', async () => {
    const ownId = uuid(7);
    const node = { id: 'a', position: { x: 0, y: 0 }, data: { label: 'Orders' } };
    change(app.store, [created('canvas', ownId, modelId, { title: 'From here' })]);
    app.store.changes.apply({
      scope: modelId,
      label: 'test',
      drawings: [
        { canvasId: ownId, operation: [{ kind: 'addNode', index: 0, node }], inverse: [] },
      ],
    });
    await sendInVain(false);
    const threatModelId = app.store.idMap.serviceId('threatModel', modelId) ?? '';
    const { canvases } = await others();
    const { id } = await canvases.create({ title: 'From there', threatModelId });
    await canvases.update({ id, data: { nodes: [node], edges: [] } });
    await app.engine.syncAll();
    expect(app.engine.pendingChanges()).toMatchObject([{ op: 'create', title: 'From here' }]);
    app.engine.retryAll();
    await app.engine.syncAll();
    const titles = app.store.records.all('canvas').map(({ local }) => local['title']);
    expect(new Set(titles)).toEqual(new Set(['Overview', 'From here', 'From there']));
  });

  describe('that others changed completely', () => {
    beforeEach(async () => {
      await make(threat);
      await changeAtService({ title: 'Tampering', description: 'B' });
      await app.engine.syncAll();
      await app.engine.syncAll();
    });

    it('is left to the person, who sees both', () => {
      const [entry] = app.engine.pendingChanges();
      expect(entry).toMatchObject({ op: 'create', title: 'Spoofing' });
      expect(entry?.rejection).toEqual({ problem: 'possibleDuplicate', reason: 'Tampering' });
      const titles = new Set(app.store.records.all('threat').map(({ local }) => local['title']));
      expect(titles).toEqual(new Set(['Spoofing', 'Tampering']));
    });

    it('is created by a retry', async () => {
      app.engine.retryAll();
      await app.engine.syncAll();
      expect(await atService()).toEqual([
        ['Tampering', 'medium'],
        ['Spoofing', 'medium'],
      ]);
      expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0 });
    });

    it('is discarded, and the other one stays', async () => {
      app.engine.discard(app.engine.pendingChanges()[0]?.seq ?? 0);
      await app.engine.syncAll();
      expect(await atService()).toEqual([['Tampering', 'medium']]);
      expect(app.store.records.all('threat')).toHaveLength(1);
      expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0 });
    });
  });

  it('that was undone and changed by others becomes a conflict about the deletion', async () => {
    await make(threat);
    await changeAtService({ title: 'Tampering', description: 'B' });
    app.store.changes.undo('workspace');
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', type: 'editedThere' }]);
    expect(await atService()).toHaveLength(1);
  });

  describe('is found by a retry', () => {
    const isSearch = ({ method, url }: Request): boolean =>
      method === 'GET' && url.includes('for-component');
    const retry = async (): Promise<void> => {
      replaced = () => null;
      app.engine.retryAll();
      await app.engine.syncAll();
    };
    const expectOne = async (): Promise<void> => {
      expect(await atService()).toEqual([['Spoofing', 'medium']]);
      expect(app.store.records.all('threat')).toHaveLength(1);
      expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
    };

    it('after the service refused the search for it', async () => {
      await make(threat);
      replaced = (request) =>
        isSearch(request) ? Response.json({ status: 403, title: 'No' }, { status: 403 }) : null;
      await app.engine.flush();
      expect(app.engine.status()).toMatchObject({ rejected: 1 });
      await retry();
      await expectOne();
    });

    it('after the service neither returned it nor listed it', async () => {
      replaced = (request) => {
        if (request.url.endsWith('/threats')) return new Response(null, { status: 204 });
        return isSearch(request) ? Response.json([]) : null;
      };
      change(app.store, [threat]);
      await app.engine.flush();
      expect(app.engine.pendingChanges()[0]?.rejection?.problem).toBe('unknownRecord');
      await retry();
      await expectOne();
    });
  });

  it('two equal ones exist twice', async () => {
    change(app.store, [created('threat', uuid(6), componentId, { title: 'Spoofing' })]);
    await make(created('threat', threatId, componentId, { title: 'Spoofing' }));
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(await atService()).toHaveLength(2);
    expect(app.store.records.all('threat')).toHaveLength(2);
  });
});

describe('at a service without idempotency keys', () => {
  it('two equal components whose answers were lost are two records', async () => {
    const app = await office.openApp({
      network: lossy(plainService(office.reach)),
      later: () => () => {},
    });
    change(app.store, webShop.slice(0, 3));
    await app.engine.syncAll();
    const ids = [uuid(5), uuid(6)];
    change(
      app.store,
      ids.map((id) => created('component', id, canvasId, { title: 'Process' })),
    );
    await loseAnswersOf(app);
    await app.engine.syncAll();
    const rows = await office.database.selectFrom('components').select('id').execute();
    const serviceIds = ids.map((id) => app.store.idMap.serviceId('component', id));
    expect(rows).toHaveLength(2);
    expect(new Set(serviceIds)).toEqual(new Set(rows.map(({ id }) => id)));
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('a create that is sent while a model is downloaded is not sent by a pass too', async () => {
    const reach = plainService(office.reach);
    const app = await office.openApp({ network: reach, later: () => () => {} });
    change(app.store, webShop);
    await app.engine.syncAll();

    const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let posts = 0;
    const eve = await office.openApp({
      network: async (request) => {
        if (request.method === 'POST' && request.url.endsWith('/collections')) {
          posts += 1;
          asked.resolve();
          if (posts === 1) await release.promise;
        }
        return await reach(request);
      },
      later: () => () => {},
    });
    await eve.engine.syncAll();
    change(eve.store, [created('collection', uuid(50), null, { title: 'Made meanwhile' })]);
    const fetched = eve.engine.fetchModel(eve.store.records.all('threatModel')[0]?.id ?? '');
    await asked.promise;
    const flushed = eve.engine.flush();
    // Enough time for a second push, which would find no record at the service yet.
    await setTimeout(50);
    release.resolve();
    await Promise.all([fetched, flushed]);
    await eve.engine.idle();
    expect(posts).toBe(1);
    expect(eve.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a gesture that is undone while request %i is on its way leaves nothing, and nobody is asked',
  async (number) => {
    let requests = -Infinity;
    const app = await office.openApp({
      later: () => () => {},
      network: async (request) => {
        requests += 1;
        if (requests === number) app.store.changes.undo('workspace');
        return await office.reach(request);
      },
    });
    change(app.store, [
      created('collection', collectionId, null, { title: 'Shop' }),
      created('threatModel', modelId, collectionId, { title: 'Web shop' }),
      created('canvas', canvasId, modelId, { title: 'Overview' }),
    ]);
    await app.engine.syncAll();
    change(app.store, [
      created('component', componentId, canvasId, { title: 'Web app' }),
      created('threat', threatId, componentId, { title: 'Session theft' }),
      created('threat', uuid(6), componentId, { title: 'Flooding' }),
      created('mitigation', uuid(7), threatId, { title: 'Short sessions' }),
      created('mitigation', uuid(8), uuid(6), { title: 'Limits' }),
    ]);
    requests = 0;
    await app.engine.syncAll();
    if (requests < number) app.store.changes.undo('workspace');
    await app.engine.syncAll();
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
    expect(await office.database.selectFrom('components').select('id').execute()).toEqual([]);
    expect(app.store.records.all('component')).toEqual([]);
  },
);
