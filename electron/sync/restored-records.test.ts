import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { Fetch } from '../connection/fetch.ts';
import { commentedThreat, commentId, threatId } from './testing/commented-threat.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { canvasId, collectionId, componentId, modelId } from './testing/web-shop.ts';

let office: Office;
let app: App;
let other: SyncClient;
/** Handles a request in place of the service; `null` if the service handles it. */
let instead: ((request: Request) => Promise<Response> | null) | null;

beforeEach(async () => {
  office = await openOffice();
  other = await office.client(office.reach);
  instead = null;
  const network: Fetch = async (request) =>
    (await instead?.(request)) ?? (await office.reach(request));
  app = await office.openApp({ network, later: () => () => {} });
  change(app.store, commentedThreat);
  await app.engine.syncAll();
});
afterEach(() => office.close());

const serviceId = (kind: RecordKind, id: string): string =>
  app.store.idMap.serviceId(kind, id) ?? '';
const undo = (): void => void app.store.changes.undo('workspace');
const remove = (kind: RecordKind, id: string): void =>
  change(app.store, [{ op: 'delete', kind, id }]);
const update = (kind: RecordKind, id: string, values: Record<string, unknown>): void =>
  change(app.store, [{ op: 'update', kind, id, values }]);
const sync = async (times: number): Promise<void> => {
  for (let pass = 0; pass < times; pass += 1) await app.engine.syncAll();
};
const decide = async (kind: RecordKind, id: string, record: 'mine' | 'theirs'): Promise<void> => {
  app.engine.resolve({ kind, id, choices: { record } });
  await app.engine.syncAll();
};
const titleOf = (id: string): unknown => app.store.records.find('threat', id)?.local['title'];

/** Loses one request on its way. Returns a function that delivers it later, and returns the status. */
const delay = async (method: string): Promise<() => Promise<number>> => {
  const late = Promise.withResolvers<Request>();
  instead = (request) => {
    if (request.method !== method) return null;
    late.resolve(request.clone());
    return Promise.reject(new TypeError('connection reset'));
  };
  await expect(app.engine.flush()).rejects.toThrow('connection reset');
  instead = null;
  return async () => (await office.reach(await late.promise)).status;
};

describe.each(['deletes a model', 'accepts the delete of a model'])(
  'a person %s, others restore it, and an undo after that',
  (how) => {
    beforeEach(async () => {
      const id = serviceId('threatModel', modelId);
      if (how === 'deletes a model') remove('threatModel', modelId);
      else {
        update('threatModel', modelId, { title: 'Shop 2' });
        await other.threatModels.delete({ id });
        await sync(1);
        await decide('threatModel', modelId, 'theirs');
      }
      await sync(2);
      await other.threatModels.restore({ id });
      app.store.downloads.add('collection', collectionId);
      await sync(2);
      if (titleOf(threatId) !== 'Session theft') throw new Error('The model is not back.');
    });

    const retitle = (title: string): void => {
      const records = [{ op: 'update', kind: 'threat', id: threatId, values: { title } } as const];
      app.store.changes.apply({ scope: modelId, label: 'edit', records });
    };

    it('keeps what was edited since', async () => {
      retitle('Theft of sessions');
      undo();
      await sync(3);
      expect((await other.threats.list({})).items).toMatchObject([{ title: 'Theft of sessions' }]);
    });

    it('keeps what was drawn since', async () => {
      const node = { id: 'later', position: { x: 0, y: 0 }, data: { label: 'Later' } };
      const operation = [{ kind: 'addNode' as const, index: 0, node }];
      const inverse = [{ kind: 'removeNode' as const, id: 'later' }];
      const drawings = [{ canvasId, operation, inverse }];
      app.store.changes.apply({ scope: modelId, label: 'draw', drawings });
      undo();
      await sync(3);
      expect(app.store.documents.read(canvasId)?.nodes).toMatchObject([{ id: 'later' }]);
    });

    it('keeps a conflict', async () => {
      retitle('Mine');
      await other.threats.update({ id: serviceId('threat', threatId), title: 'Theirs' });
      await sync(1);
      undo();
      await sync(3);
      expect(titleOf(threatId)).toBe('Mine');
      expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', type: 'fields' }]);
    });
  },
);

it.each([
  { kind: 'canvas', id: canvasId },
  { kind: 'threatModel', id: modelId },
] as const)(
  'keeping a record in a conflict keeps the $kind around it too',
  async ({ kind, id }) => {
    remove('threat', threatId);
    remove(kind, id);
    await other.threats.update({ id: serviceId('threat', threatId), title: 'Theirs' });
    await sync(2);
    expect(app.engine.conflicts()).toHaveLength(2);
    await decide('threat', threatId, 'theirs');
    app.store.downloads.add('collection', collectionId);
    await sync(2);
    expect(app.engine.conflicts()).toEqual([]);
    expect(titleOf(threatId)).toBe('Theirs');
  },
);

it('a late update is refused after two deletes around it were undone', async () => {
  update('comment', commentId, { text: 'Sent' });
  const deliver = await delay('PATCH');
  update('comment', commentId, { text: 'Seen last year' });
  remove('threat', threatId);
  await delay('DELETE');
  undo();
  remove('component', componentId);
  undo();
  await sync(3);
  expect(await deliver()).toBe(412);
  expect((await other.comments.list({})).items).toMatchObject([{ text: 'Seen last year' }]);
});

describe('a person creates the same threat as another person, and deletes the model before there is a response', () => {
  let theirs: string;

  beforeEach(async () => {
    const parent = { componentId: serviceId('component', componentId) };
    const made = await other.threats.create({ title: 'Spoofing', description: '', ...parent });
    theirs = made.id;
    app.store.downloads.add('collection', collectionId);
    await sync(1);
    const records = [created('threat', uuid(90), componentId, { title: 'Spoofing' })];
    app.store.changes.apply({ scope: modelId, label: 'test', records });
    await delay('POST');
    remove('threatModel', modelId);
  });

  const threatsThere = async (): Promise<string[]> =>
    (await other.threats.list({})).items.map(({ id }) => id);

  it('an undo leaves the other threat after the model was kept in a conflict', async () => {
    await other.threatModels.update({ id: serviceId('threatModel', modelId), title: 'Theirs' });
    await sync(2);
    await decide('threatModel', modelId, 'theirs');
    await sync(2);
    app.store.changes.undo(modelId);
    await sync(3);
    expect(await threatsThere()).toContain(theirs);
  });

  it('an undo leaves the other threat after others restored the model', async () => {
    const id = serviceId('threatModel', modelId);
    await sync(2);
    expect(await threatsThere()).toEqual([]);
    await other.threatModels.restore({ id });
    await sync(2);
    app.store.changes.undo(modelId);
    await sync(3);
    expect(await threatsThere()).toContain(theirs);
  });
});
