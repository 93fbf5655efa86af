import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { plainService } from './simulation/network.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { canvasId, collectionId, componentId, modelId, webShop } from './testing/web-shop.ts';

const threatId = uuid(5);

let office: Office;
let app: App;
let delays: number[];

const isWrite = ({ method, url }: Request, wanted: string): boolean =>
  method === wanted && !url.endsWith('/auth');
const problem = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ status, code: 'unavailable' }, { status, headers });
const remove = (kind: RecordKind, id: string): void =>
  change(app.store, [{ op: 'delete', kind, id }]);
const serviceIdOf = (kind: RecordKind, id: string): string =>
  app.store.idMap.serviceId(kind, id) ?? '';
const threatsAtService = async (): Promise<string[]> =>
  (await office.database.selectFrom('threats').select('title').execute()).map(({ title }) => title);
const renameAtService = async (title: string): Promise<void> => {
  const other = await office.client(office.reach);
  const [threat] = (await other.threats.list({})).items;
  await other.threats.update({ id: threat?.id ?? '', title });
};

/** Makes somebody rename the threat just before its delete arrives. */
const renamedBeforeDelete = (): void => {
  let isRenamed = false;
  office.network = async (request) => {
    if (isWrite(request, 'DELETE') && !isRenamed) {
      isRenamed = true;
      await renameAtService('Found more');
    }
    return await office.reach(request);
  };
};

beforeEach(async () => {
  office = await openOffice();
  delays = [];
  app = await office.openApp({
    later: (_, ms) => {
      delays.push(ms);
      return () => {};
    },
  });
  change(app.store, [
    ...webShop,
    created('threat', threatId, componentId, { title: 'Session theft' }),
  ]);
  await app.engine.syncAll();
});
afterEach(() => office.close());

describe('a create', () => {
  it('is counted as sent before it is sent', async () => {
    const attempts: unknown[] = [];
    office.network = async (request) => {
      if (isWrite(request, 'POST')) {
        const [entry] = app.store.outbox.forRecord('threat', uuid(6));
        attempts.push([entry?.attempts, entry?.body?.['title']]);
      }
      return await office.reach(request);
    };
    change(app.store, [created('threat', uuid(6), componentId, { title: 'Spoofing' })]);
    await app.engine.flush();
    expect(attempts).toEqual([[1, 'Spoofing']]);
  });

  it('without an answer does not add its own record a second time', async () => {
    office.network = async (request) => {
      const answer = await office.reach(request);
      return isWrite(request, 'POST') ? problem(500) : answer;
    };
    change(app.store, [created('threat', uuid(6), componentId, { title: 'Spoofing' })]);
    await app.engine.syncAll().catch(() => undefined);
    expect(await threatsAtService()).toEqual(['Session theft', 'Spoofing']);
    expect(app.store.records.all('threat').map(({ id }) => id)).toContain(uuid(6));
    expect(app.store.records.all('threat')).toHaveLength(2);
  });
});

describe('a delete', () => {
  it('names the version that was read', async () => {
    renamedBeforeDelete();
    remove('threat', threatId);
    await app.engine.flush();
    expect(await threatsAtService()).toEqual(['Found more']);
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', type: 'editedThere' }]);
  });

  it('waits until the result of its record’s create is known', async () => {
    office.network = async (request) => {
      const answer = await office.reach(request);
      return isWrite(request, 'POST') ? problem(500) : answer;
    };
    change(app.store, [created('threat', uuid(6), componentId, { title: 'Spoofing' })]);
    await app.engine.flush().catch(() => undefined);
    remove('threat', uuid(6));
    office.network = async (request) =>
      request.url.includes('for-component') ? problem(500) : await office.reach(request);
    await app.engine.flush().catch(() => undefined);
    office.network = office.reach;
    await app.engine.flush();
    expect(await threatsAtService()).toEqual(['Session theft']);
  });

  it('is not part of the parent’s delete while it is contested', async () => {
    renamedBeforeDelete();
    remove('threat', threatId);
    remove('component', componentId);
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(await threatsAtService()).toEqual(['Found more']);
    expect(app.engine.conflicts()).toMatchObject([
      { kind: 'component', type: 'editedThere' },
      { kind: 'threat', type: 'editedThere' },
    ]);
  });

  it('of a record with a contested descendant is contested, too', async () => {
    remove('threat', threatId);
    await renameAtService('Found more');
    await app.engine.syncAll();
    remove('component', componentId);
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'component', type: 'editedThere' }]);
    expect(await threatsAtService()).toEqual(['Found more']);
  });

  it('does not end because a single answer says that the record is missing', async () => {
    let isHidden = true;
    office.network = async (request) => {
      if (!isHidden || !/\/threats\/[^/?]+$/.test(request.url)) return await office.reach(request);
      isHidden = false;
      return problem(404);
    };
    remove('threat', threatId);
    await app.engine.flush();
    expect(await threatsAtService()).toEqual([]);
  });

  it.each([
    { changed: 'mitigation', changedId: uuid(6), deleted: 'threat', deletedId: threatId },
    { changed: 'component', changedId: componentId, deleted: 'canvas', deletedId: canvasId },
    { changed: 'threatModel', changedId: modelId, deleted: 'collection', deletedId: collectionId },
  ] as const)(
    'of a $deleted becomes a conflict if others changed a $changed in it',
    async ({ changed, changedId, deleted, deletedId }) => {
      change(app.store, [created('mitigation', uuid(6), threatId, { title: 'Short sessions' })]);
      await app.engine.syncAll();
      const { mitigations, components, threatModels } = await office.client(office.reach);
      const resource = {
        mitigation: mitigations,
        component: components,
        threatModel: threatModels,
      };
      await resource[changed].update({ id: serviceIdOf(changed, changedId), title: 'Found more' });
      remove(deleted, deletedId);
      await app.engine.flush();
      expect(app.engine.conflicts()).toMatchObject([{ kind: deleted, type: 'editedThere' }]);
      const other = await office.openApp({ later: () => () => {} });
      await other.pull();
      const titles = other.store.records.all(changed).map(({ local }) => local['title']);
      expect(titles).toEqual(['Found more']);
    },
  );

  it('of a collection becomes a conflict if others added a model to it', async () => {
    const { threatModels } = await office.client(office.reach);
    const id = serviceIdOf('collection', collectionId);
    await threatModels.create({ title: 'New', collectionId: id });
    remove('collection', collectionId);
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'collection', type: 'editedThere' }]);
    const models = await office.database.selectFrom('threat_models').select('title').execute();
    expect(models.map(({ title }) => title).toSorted()).toEqual(['New', 'Web shop']);
  });

  it.each([
    ['syncAll', '/comments?'],
    ['syncRecent', '/mitigations?'],
  ] as const)('made during %s is not sent before the next reading', async (pass, list) => {
    let isDeleted = false;
    office.network = async (request) => {
      if (!isDeleted && request.url.includes(list)) {
        isDeleted = true;
        await renameAtService('Found more');
        remove('component', componentId);
      }
      return await office.reach(request);
    };
    await app.engine[pass]();
    expect(isDeleted).toBe(true);
    expect(await threatsAtService()).toEqual(['Found more']);
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'component', type: 'editedThere' }]);
  });

  it('of an ancestor is taken back if the person keeps the record', async () => {
    renamedBeforeDelete();
    remove('threat', threatId);
    remove('component', componentId);
    await app.engine.syncAll();
    await app.engine.syncAll();
    app.engine.resolve({ kind: 'threat', id: threatId, choices: { record: 'theirs' } });
    await app.engine.idle();
    await app.engine.syncAll();
    expect(app.store.records.has('component', componentId)).toBe(true);
    expect(app.engine.status()).toMatchObject({ conflicts: 0, pending: 0 });
    expect(await threatsAtService()).toEqual(['Found more']);
  });
});

describe('an update', () => {
  it('names no version if the service sends only weak ETags', async () => {
    const named: (string | null)[] = [];
    const own = await office.openApp({
      network: async (request) => {
        if (isWrite(request, 'PATCH')) named.push(request.headers.get('if-match'));
        const answer = await office.reach(request);
        const headers = new Headers(answer.headers);
        const etag = headers.get('etag');
        if (etag !== null) headers.set('etag', `W/${etag}`);
        const { status } = answer;
        return new Response(answer.body, { status, headers });
      },
      later: () => () => {},
    });
    change(own.store, [created('collection', uuid(20), null, { title: 'Library' })]);
    await own.engine.syncAll();
    change(own.store, [
      { op: 'update', kind: 'collection', id: uuid(20), values: { title: 'Archive' } },
    ]);
    await own.engine.flush();
    expect(named).toEqual([null]);
    expect(own.engine.status().pending).toBe(0);
  });
});

describe('a busy service', () => {
  it('gets no request before its Retry-After has passed', async () => {
    office.network = () => Promise.resolve(problem(503, { 'retry-after': '70' }));
    await expect(app.engine.flush()).resolves.toBeUndefined();
    change(app.store, [
      { op: 'update', kind: 'threat', id: threatId, values: { title: 'Spoofing' } },
    ]);
    await app.engine.flush().catch(() => undefined);
    expect(delays.at(-1)).toBeGreaterThanOrEqual(70_000);
  });

  it.each([429, 503])('gets no further request after %s', async (status) => {
    const plain = plainService(office.reach);
    const posts: string[] = [];
    const own = await office.openApp({
      network: async (request) => {
        if (!isWrite(request, 'POST')) return await plain(request);
        posts.push(request.url);
        return problem(status);
      },
      later: () => () => {},
    });
    await own.pull();
    const [component] = own.store.records.all('component');
    change(
      own.store,
      ['Spoofing', 'Tampering', 'Repudiation'].map((title, index) =>
        created('threat', uuid(10 + index), component?.id ?? '', { title }),
      ),
    );
    await own.engine.flush().catch(() => undefined);
    expect(posts).toHaveLength(1);
  });
});
