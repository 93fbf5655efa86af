import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import { lostAnswers } from './testing/lost-answers.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';

const [collectionId, modelId, canvasId, componentId] = [uuid(1), uuid(2), uuid(3), uuid(4)];
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
])('of a threat that arrived and whose answer was lost, at $service', ({ around }) => {
  let app: App;
  /** The next request that this is true of is answered 404, whatever there is. */
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
    change(app.store, [
      created('collection', collectionId, null, { title: 'Shop' }),
      created('threatModel', modelId, collectionId, { title: 'Web shop' }),
      created('canvas', canvasId, modelId, { title: 'Overview' }),
      created('component', componentId, canvasId, { title: 'Web app' }),
    ]);
    await app.engine.syncAll();
    change(app.store, [threat]);
    await loseAnswersOf(app);
  });

  it.each([
    ['component', componentId],
    ['canvas', canvasId],
    ['threatModel', modelId],
    ['collection', collectionId],
  ] as const)('the %s that is deleted with it goes, and nobody is asked', async (kind, id) => {
    expect(await atService()).toHaveLength(1);
    change(app.store, [{ op: 'delete', kind, id }]);
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toEqual([]);
    expect(app.store.outbox.counts()).toEqual({ waiting: 0, setAside: 0 });
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
      expect(app.store.outbox.counts()).toEqual({ waiting: 0, setAside: 0 });
      expect(app.store.records.all('threat')).toEqual([]);
      expect(await atService()).toEqual([]);
    },
  );

  it('undone, nothing of it waits when the component is gone', async () => {
    app.store.changes.undo('workspace');
    await office.database.deleteFrom('components').execute();
    await app.engine.syncAll();
    expect(app.store.outbox.counts()).toEqual({ waiting: 0, setAside: 0 });
  });

  it('the deletion is asked about where others have changed it', async () => {
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    const [{ id } = { id: '' }] = await atService();
    await (await office.client(office.reach)).threats.update({ id, title: 'Found more' });
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toMatchObject([{ kind: 'component', type: 'editedThere' }]);
    expect(await atService()).toHaveLength(1);
  });

  it('the deletion is asked about where others have made the same beside it', async () => {
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    const [{ component_id: there } = { component_id: '' }] = await atService();
    const other = await office.client(office.reach);
    await other.threats.create({ title: 'Session theft', componentId: there });
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toMatchObject([{ kind: 'component', type: 'editedThere' }]);
    expect(await atService()).toHaveLength(2);
  });

  it('the deletion is asked about where others have said something about it', async () => {
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    const [{ id } = { id: '' }] = await atService();
    await (await office.client(office.reach)).comments.create({ text: 'Wait', threatId: id });
    await app.engine.syncAll();
    expect(app.store.conflicts.keys()).toMatchObject([{ kind: 'component', type: 'editedThere' }]);
    expect(await atService()).toHaveLength(1);
  });

  it('brought back before anything was sent, it is there once', async () => {
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    app.store.changes.undo('workspace');
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(await atService()).toHaveLength(1);
    expect(app.store.records.all('threat')).toHaveLength(1);
  });
});
