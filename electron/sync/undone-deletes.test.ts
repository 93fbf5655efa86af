import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { canvasId, componentId, modelId, webShop } from './testing/web-shop.ts';

const [threatId, commentId] = [uuid(5), uuid(6)];

let office: Office;
let app: App;
/**
 * `act` handles the next request for which `isMeant` returns true; `null` if no request is to be
 * intercepted.
 */
let interception: { isMeant: (request: Request) => boolean; act: Fetch } | null = null;

const intercepted =
  (reach: Fetch): Fetch =>
  async (request) => {
    if (!interception?.isMeant(request)) return await reach(request);
    const { act } = interception;
    interception = null;
    return await act(request);
  };
const isDelete = ({ method }: Request): boolean => method === 'DELETE';

beforeEach(async () => {
  office = await openOffice();
  interception = null;
});
afterEach(() => office.close());

const removeCanvas = (): void =>
  change(app.store, [{ op: 'delete', kind: 'canvas', id: canvasId }]);
const undo = (): void => void app.store.changes.undo('workspace');
const comment = (): void =>
  change(app.store, [created('comment', commentId, threatId, { text: 'Written after it' })]);

const atService = async () => {
  const client = await office.client(office.reach);
  const [threats, comments] = [await client.threats.list({}), await client.comments.list({})];
  return {
    threats: threats.items.map(({ title }) => title),
    comments: comments.items.map(({ text }) => text),
  };
};
const expectSaved = (): void => {
  expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
};

describe.each([
  { service: 'our service', around: (reach: Fetch) => reach },
  { service: 'a service that only does what the specification says', around: plainService },
])('a delete that was undone after it was sent, at $service', ({ around }) => {
  beforeEach(async () => {
    app = await office.openApp({
      network: intercepted(around(office.reach)),
      later: () => () => {},
    });
    change(app.store, [
      ...webShop,
      created('threat', threatId, componentId, { title: 'Session theft' }),
    ]);
    await app.engine.syncAll();
  });

  it.each(['lost on its way', 'lost on its way back'])(
    'a comment that is written then stays, the request having been %s',
    async (fate) => {
      const isDelivered = fate === 'lost on its way back';
      removeCanvas();
      interception = {
        isMeant: isDelete,
        act: async (request) => {
          if (isDelivered) await office.reach(request);
          throw new TypeError('connection reset');
        },
      };
      await expect(app.engine.flush()).rejects.toThrow('connection reset');
      undo();
      comment();
      await app.engine.syncAll();
      await app.engine.syncAll();
      expectSaved();
      expect(await atService()).toEqual({
        threats: ['Session theft'],
        comments: ['Written after it'],
      });
      expect(app.store.records.all('comment')).toHaveLength(1);
    },
  );

  it('leaves fields that only a create sends as the service has them', async () => {
    const id = uuid(7);
    const values = { title: 'From the codex', source: 'codex', is_custom: false };
    change(app.store, [created('threat', id, componentId, values)]);
    await app.engine.syncAll();
    const made = app.store.records.find('threat', id)?.local;
    change(app.store, [{ op: 'delete', kind: 'threat', id }]);
    undo();
    // Undoes the creation of the threat too, and redoes it, so that the threat has its first values.
    undo();
    app.store.changes.redo('workspace');
    await app.engine.syncAll();
    expectSaved();
    expect(app.store.records.find('threat', id)?.local).toMatchObject({
      title: 'From the codex',
      source: made?.['source'],
      is_custom: made?.['is_custom'],
    });
  });

  const renameAtService = async (title: string): Promise<void> => {
    const client = await office.client(office.reach);
    const { items } = await client.threats.list({});
    const { id = '' } = items.find((each) => each.title !== 'Session theft') ?? {};
    await client.threats.update({ id, title });
  };
  const localTitle = () => app.store.records.find('threat', uuid(7))?.local['title'];

  it('changes of others before the undo of a create are there after its redo', async () => {
    change(app.store, [created('threat', uuid(7), componentId, { title: 'Flooding' })]);
    await app.engine.syncAll();
    await renameAtService('Flooding with requests');
    await app.engine.syncAll();
    undo();
    await app.engine.syncAll();
    app.store.changes.redo('workspace');
    expect(localTitle()).toBe('Flooding with requests');
    await app.engine.syncAll();
    expectSaved();
    expect((await atService()).threats).toEqual(['Session theft', 'Flooding with requests']);
  });

  it('changes of others right after a redo restored a record are kept', async () => {
    change(app.store, [created('threat', uuid(7), componentId, { title: 'Flooding' })]);
    await app.engine.syncAll();
    undo();
    await app.engine.syncAll();
    app.store.changes.redo('workspace');
    const bringsBack = around === plainService ? /\/threats$/ : /\/restore$/;
    interception = {
      isMeant: ({ method, url }) => method === 'POST' && bringsBack.test(url),
      act: async (request) => {
        const answer = await around(office.reach)(request);
        if (answer.ok) await renameAtService('Changed there');
        return answer;
      },
    };
    await app.engine.syncAll();
    await app.engine.syncAll();
    expectSaved();
    expect(localTitle()).toBe('Changed there');
    expect((await atService()).threats).toEqual(['Session theft', 'Changed there']);
  });

  it('creates nothing below the record until it is known whether the delete arrived', async () => {
    removeCanvas();
    const fails: Fetch = () => Promise.reject(new TypeError('connection reset'));
    interception = { isMeant: isDelete, act: fails };
    await expect(app.engine.flush()).rejects.toThrow('connection reset');
    undo();
    comment();
    const failing = {
      isMeant: ({ method, url }: Request) => method === 'GET' && url.includes('/canvases/'),
      act: () => {
        interception = failing;
        return Promise.resolve(Response.json({ title: 'broken', status: 500 }, { status: 500 }));
      },
    };
    interception = failing;
    await expect(app.engine.flush()).rejects.toThrow('broken');
    expect((await atService()).comments).toEqual([]);
    interception = null;
    await app.engine.flush();
    expect((await atService()).comments).toEqual(['Written after it']);
    expectSaved();
  });

  it.each([
    ['the canvas', 'canvas', canvasId],
    ['a canvas in the threat model', 'threatModel', modelId],
  ] as const)('is not sent if the undo came while %s was read', async (_what, kind, id) => {
    change(app.store, [{ op: 'delete', kind, id }]);
    const deletes: string[] = [];
    interception = {
      isMeant: ({ method, url }) => method === 'GET' && url.includes('/canvases/'),
      act: async (request) => {
        const answer = await around(office.reach)(request);
        undo();
        comment();
        interception = {
          isMeant: isDelete,
          act: async (other) => {
            deletes.push(other.url);
            return await office.reach(other);
          },
        };
        return answer;
      },
    };
    await app.engine.flush();
    await app.engine.syncAll();
    expect(deletes).toEqual([]);
    expectSaved();
    expect((await atService()).comments).toEqual(['Written after it']);
  });

  it('creates everything again if the undo came while the delete was in flight', async () => {
    removeCanvas();
    interception = {
      isMeant: isDelete,
      act: async (request) => {
        const answer = await office.reach(request);
        undo();
        comment();
        return answer;
      },
    };
    await app.engine.flush();
    await app.engine.syncAll();
    expectSaved();
    expect(await atService()).toEqual({
      threats: ['Session theft'],
      comments: ['Written after it'],
    });
  });

  it('creates nothing twice if the delete came into conflict before the undo', async () => {
    let late: Request | null = null;
    interception = {
      isMeant: ({ method, url }) => method === 'POST' && url.endsWith('/comments'),
      act: (request) => {
        late = request.clone();
        return Promise.reject(new TypeError('connection reset'));
      },
    };
    comment();
    await expect(app.engine.flush()).rejects.toThrow('connection reset');
    removeCanvas();
    const client = await office.client(office.reach);
    const id = app.store.idMap.serviceId('canvas', canvasId) ?? '';
    await client.canvases.update({ id, title: 'Renamed there' });
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'canvas', type: 'editedThere' }]);
    if (late) await office.reach(late);
    undo();
    await app.engine.syncAll();
    await app.engine.syncAll();
    expectSaved();
    expect((await atService()).comments).toEqual(['Written after it']);
    expect(app.store.records.all('comment')).toHaveLength(1);
  });

  it('takes what others write below the record meanwhile, without a conflict', async () => {
    removeCanvas();
    const fails: Fetch = () => Promise.reject(new TypeError('connection reset'));
    interception = { isMeant: isDelete, act: fails };
    await expect(app.engine.flush()).rejects.toThrow('connection reset');
    const other = await office.client(office.reach);
    const [threat] = (await other.threats.list({})).items;
    await other.comments.create({ text: 'From another', threatId: threat?.id ?? '' });
    undo();
    await app.engine.syncAll();
    await app.engine.syncAll();
    expectSaved();
    expect(app.store.records.all('comment')).toHaveLength(1);
    expect((await atService()).comments).toEqual(['From another']);
  });
});

it.each([
  ['after', false],
  ['before', true],
])(
  'a change of others in a canvas that they restored is kept if the canvas is read %s the undo',
  async (_when, isRead) => {
    app = await office.openApp({ network: intercepted(office.reach), later: () => () => {} });
    change(app.store, webShop);
    await app.engine.syncAll();
    app.engine.opened(canvasId);
    interception = {
      isMeant: ({ method, url }) => method === 'POST' && url.endsWith('/threats'),
      act: async (request) => {
        const answer = await office.reach(request);
        // The person deletes the canvas before the answer arrives.
        removeCanvas();
        return answer;
      },
    };
    change(app.store, [created('threat', threatId, componentId, { title: 'Session theft' })]);
    await app.engine.syncAll();
    await app.engine.syncAll();
    const other = await office.client(office.reach);
    await other.canvases.restore({ id: app.store.idMap.formerServiceId('canvas', canvasId) ?? '' });
    if (isRead) await app.engine.syncRecent();
    expect(app.store.records.has('canvas', canvasId)).toBe(isRead);
    expect(app.store.records.all('threat')).toEqual([]);
    const [threat] = (await other.threats.list({})).items;
    await other.threats.update({ id: threat?.id ?? '', title: 'Theft of sessions' });
    undo();
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect((await atService()).threats).toEqual(['Theft of sessions']);
    expect(app.engine.conflicts()).toMatchObject([
      { kind: 'threat', id: threatId, type: 'fields' },
    ]);
  },
);

describe('a restored canvas that was read before its update was sent', () => {
  const idOf = (kind: 'canvas' | 'component', id: string): string =>
    app.store.idMap.serviceId(kind, id) ?? '';

  beforeEach(async () => {
    let time = 0;
    app = await office.openApp({
      network: async (request) => {
        // Sync reads between two batches, because so much time has passed.
        if (request.url.endsWith('/batch')) time += 20_000;
        return await office.reach(request);
      },
      elapsed: () => time,
      later: () => () => {},
    });
    change(app.store, [
      ...webShop,
      created('threat', threatId, componentId, { title: 'Session theft' }),
    ]);
    await app.engine.syncAll();
    app.engine.opened(canvasId);
    await app.engine.idle();
    removeCanvas();
    await app.engine.syncAll();
    undo();
    const comments = Array.from({ length: 150 }, (_, index) =>
      created('comment', uuid(100 + index), threatId, { text: `Comment ${index}` }),
    );
    change(app.store, comments);
    await app.engine.syncAll();
    await app.engine.syncAll();
    expectSaved();
  });

  it('goes if others delete it', async () => {
    const other = await office.client(office.reach);
    await other.canvases.delete({ id: idOf('canvas', canvasId) });
    await app.engine.syncAll();
    expect(app.store.records.has('canvas', canvasId)).toBe(false);
  });

  it('is a conflict if others delete it while the person renames it', async () => {
    const other = await office.client(office.reach);
    const id = idOf('canvas', canvasId);
    await other.canvases.delete({ id });
    const values = { title: 'Checkout' };
    change(app.store, [{ op: 'update', kind: 'canvas', id: canvasId, values }]);
    await app.engine.syncAll();
    await expect(other.canvases.get({ id })).rejects.toMatchObject({ status: 404 });
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'canvas', type: 'deletedThere' }]);
  });

  it('has nothing pending after others deleted the same component', async () => {
    const other = await office.client(office.reach);
    await other.components.delete({ id: idOf('component', componentId) });
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(app.store.outbox.all()).toEqual([]);
    expectSaved();
  });
});

it('others change a record again after the person has confirmed two deletes around it', async () => {
  app = await office.openApp({ later: () => () => {} });
  change(app.store, webShop);
  await app.engine.syncAll();
  const other = await office.client(office.reach);
  const theft = await other.threats.create({
    title: 'Theft',
    componentId: app.store.idMap.serviceId('component', componentId) ?? '',
  });
  change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
  removeCanvas();
  await app.engine.syncAll();
  expect(app.engine.conflicts()).toHaveLength(2);
  const keys = [
    { kind: 'component', id: componentId },
    { kind: 'canvas', id: canvasId },
  ] as const;
  for (const key of keys) app.engine.resolve({ ...key, choices: { record: 'mine' } });
  await other.threats.update({ id: theft.id, description: 'Of sessions' });
  await app.engine.syncAll();
  await app.engine.syncAll();
  expect(app.engine.conflicts()).toMatchObject([{ type: 'editedThere' }, { type: 'editedThere' }]);
  expect((await other.threats.list({})).items).toMatchObject([{ description: 'Of sessions' }]);
});

describe('a contested delete in a record that is deleted too', () => {
  beforeEach(async () => {
    app = await office.openApp({ later: () => () => {} });
    change(app.store, [
      ...webShop,
      created('threat', threatId, componentId, { title: 'Session theft' }),
    ]);
    await app.engine.syncAll();
    const other = await office.client(office.reach);
    const id = app.store.idMap.serviceId('threat', threatId) ?? '';
    await other.threats.update({ id, title: 'Theft of sessions' });
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    await app.engine.syncAll();
    removeCanvas();
  });

  it.each(['at once', 'after a sync'])(
    'is contested again when the deletion of the record is undone %s',
    async (when) => {
      if (when === 'after a sync') await app.engine.syncAll();
      undo();
      expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', type: 'editedThere' }]);
      await app.engine.syncAll();
      expect(app.store.records.has('canvas', canvasId)).toBe(true);
      expect(app.store.records.has('threat', threatId)).toBe(false);
      app.engine.resolve({ kind: 'threat', id: threatId, choices: { record: 'mine' } });
      await app.engine.syncAll();
      await app.engine.syncAll();
      expect((await atService()).threats).toEqual([]);
      expectSaved();
    },
  );

  it.each([
    { kept: 'the record', kind: 'canvas', id: canvasId },
    { kept: 'another record in it', kind: 'component', id: componentId },
  ] as const)('is contested again when the person keeps $kept', async ({ kind, id }) => {
    if (kind === 'component') {
      undo();
      change(app.store, [{ op: 'delete', kind, id }]);
      removeCanvas();
    }
    await app.engine.syncAll();
    app.engine.resolve({ kind, id, choices: { record: 'theirs' } });
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', type: 'editedThere' }]);
    await app.engine.syncAll();
    expect(app.store.records.has('component', componentId)).toBe(true);
    expect(app.store.records.has('threat', threatId)).toBe(false);
    app.engine.resolve({ kind: 'threat', id: threatId, choices: { record: 'mine' } });
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect((await atService()).threats).toEqual([]);
    expectSaved();
  });

  it('ends with the record', async () => {
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'canvas', type: 'editedThere' }]);
    app.engine.resolve({ kind: 'canvas', id: canvasId, choices: { record: 'mine' } });
    await app.engine.syncAll();
    expect((await atService()).threats).toEqual([]);
    expectSaved();
  });
});
