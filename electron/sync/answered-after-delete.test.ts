import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '../connection/fetch.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { componentId, modelId, webShop } from './testing/web-shop.ts';

const threatId = uuid(5);
const mitigationId = uuid(6);

let office: Office;
let app: App;
/** Called once, after the service has handled the next create and before the app gets the answer. */
let whileCreating: (() => Promise<void> | void) | null = null;

const network: Fetch = async (request) => {
  const isCreate = request.method === 'POST' && !request.url.endsWith('/auth');
  const answer = await office.reach(request);
  if (isCreate) {
    const act = whileCreating;
    whileCreating = null;
    await act?.();
  }
  return answer;
};

beforeEach(async () => {
  office = await openOffice();
  app = await office.openApp({ network, later: () => () => {} });
  change(app.store, webShop);
  await app.engine.syncAll();
});
afterEach(() => office.close());

const remove = (): void => change(app.store, [{ op: 'delete', kind: 'threatModel', id: modelId }]);
const undo = (): void => void app.store.changes.undo('workspace');
const statusHere = (): unknown => app.store.records.find('threat', threatId)?.local['status'];
const threatAtService = async () => {
  const client = await office.client(office.reach);
  const [threat] = (await client.threats.list({})).items;
  return threat;
};
const createThreat = (): void =>
  change(app.store, [
    created('threat', threatId, componentId, { title: 'Session theft', status: 'accepted' }),
    created('mitigation', mitigationId, threatId, { title: 'Short sessions', status: 'done' }),
  ]);

/** The model is deleted while the create of its threat is sent. */
const removeMeanwhile = async (): Promise<void> => {
  createThreat();
  whileCreating = remove;
  await app.engine.flush().catch(() => undefined);
  expect(app.store.records.has('threat', threatId)).toBe(false);
};
const syncAll = async (): Promise<void> => {
  await app.engine.syncAll();
  await app.engine.syncAll();
};

describe('a threat whose create is answered after its model was deleted', () => {
  it('has no conflict with itself after an undo, and its status is sent', async () => {
    await removeMeanwhile();
    undo();
    await syncAll();
    expect(app.engine.conflicts()).toEqual([]);
    expect(statusHere()).toBe('accepted');
    expect(await threatAtService()).toMatchObject({ title: 'Session theft', status: 'accepted' });
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0 });
  });

  it('gets what others wrote meanwhile, and is in conflict if they changed its status', async () => {
    await removeMeanwhile();
    undo();
    const client = await office.client(office.reach);
    const { id = '' } = (await threatAtService()) ?? {};
    await client.threats.update({ id, title: 'Theft of sessions', status: 'mitigated' });
    await syncAll();
    expect(app.engine.conflicts()).toMatchObject([{ kind: 'threat', id: threatId, count: 1 }]);
    expect(app.store.records.find('threat', threatId)?.local).toMatchObject({
      title: 'Theft of sessions',
      status: 'accepted',
    });
  });

  it('is deleted without a question if the undo is redone', async () => {
    await removeMeanwhile();
    undo();
    app.store.changes.redo('workspace');
    await syncAll();
    expect(app.engine.conflicts()).toEqual([]);
    expect(await threatAtService()).toBeUndefined();
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0 });
  });

  it('has no conflict with itself if the deletion was sent before the undo', async () => {
    await removeMeanwhile();
    await syncAll();
    undo();
    await syncAll();
    expect(app.engine.conflicts()).toEqual([]);
    expect(statusHere()).toBe('accepted');
    expect(await threatAtService()).toMatchObject({ title: 'Session theft', status: 'accepted' });
  });

  it('is deleted with its model if nothing is undone', async () => {
    await removeMeanwhile();
    await syncAll();
    expect(await threatAtService()).toBeUndefined();
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });
});
