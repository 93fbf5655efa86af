import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { nameWaitMs } from '../store/changed-names.ts';
import { createSyncEngine, type SyncEngine } from './engine.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { canvasId, collectionId, componentId, modelId, webShop } from './testing/web-shop.ts';

const threatId = uuid(5);

let office: Office;
let app: App;
let engine: SyncEngine;
/** The scheduled calls, each with its delay in milliseconds. */
let scheduled: Map<() => void, number>;
/** All requests except those for tokens: the method and the list or record. */
let requests: string[];
let announced: RecordKind[][];
let announcements: number;
/** The arguments of the calls of `afterPass`, one for each pass that read. */
let readings: string[];
let now: number;

const lineOf = ({ method, url }: Request): string => {
  const { pathname, searchParams } = new URL(url);
  const [, , , list, id] = pathname.split('/');
  const what = id === undefined ? list : `one of ${list}`;
  return `${method} ${searchParams.has('sort') ? 'recent ' : ''}${what}`;
};

const createEngine = (): SyncEngine =>
  createSyncEngine({
    store: app.store,
    client: app.client,
    connectionName: 'Test',
    changed: (kinds) => void announced.push(kinds),
    announce: () => void (announcements += 1),
    log: () => {},
    afterPass: (taking) => {
      readings.push(taking);
      return Promise.resolve();
    },
    later: (work, ms) => {
      const once = (): void => work();
      scheduled.set(once, ms);
      return () => void scheduled.delete(once);
    },
    elapsed: () => now,
  });

beforeEach(async () => {
  office = await openOffice();
  [scheduled, requests, announced, announcements, readings, now] = [new Map(), [], [], 0, [], 0];
  app = await office.openApp({
    network: async (request) => {
      if (!request.url.endsWith('/auth')) requests.push(lineOf(request));
      return await office.network(request);
    },
  });
  engine = createEngine();
});
afterEach(async () => {
  await engine.stop();
  await office.close();
});

const delays = (): number[] => [...scheduled.values()];
const runScheduled = async (): Promise<void> => {
  const works = [...scheduled.keys()];
  scheduled.clear();
  for (const work of works) work();
  await engine.idle();
};
/** Returns the requests that the engine sends because of `work`. */
const requestsOf = async (work: () => unknown): Promise<string[]> => {
  requests = [];
  await work();
  await engine.idle();
  return requests;
};
const fails = (): Promise<Response> => Promise.reject(new TypeError('connection refused'));
const answers =
  (status: number, headers: Record<string, string> = {}, code = 'unknown') =>
  (request: Request): Promise<Response> =>
    request.url.endsWith('/auth')
      ? office.reach(request)
      : Promise.resolve(Response.json({ status, code, title: 'No' }, { status, headers }));
const refusesWrites = (request: Request): Promise<Response> =>
  request.method === 'GET' ? office.reach(request) : answers(400)(request);
/** Tells if everything was read, not only recent changes. */
const isFull = (lines: readonly string[]): boolean => lines.includes('GET threats');
const rename = (kind: RecordKind, id: string, title: string): void =>
  change(app.store, [{ op: 'update', kind, id, values: { title } }]);
const renameByOthers = async (title: string): Promise<void> => {
  const other = await office.client(office.reach);
  const [component] = (await other.components.list({})).items;
  await other.components.update({ id: component?.id ?? '', title });
};
const startShop = async (): Promise<void> => {
  change(app.store, [
    ...webShop,
    created('threat', threatId, componentId, { title: 'Session theft' }),
  ]);
  await engine.syncAll();
  await engine.syncAll();
  announced = [];
  readings = [];
};

describe('changes', () => {
  it('are sent 300 ms after the last one, or after the seventh', async () => {
    const due: unknown[] = [];
    for (let number = 1; number < 9; number += 1) {
      change(app.store, [created('collection', uuid(number), null, { title: `No. ${number}` })]);
      engine.changed();
      expect(delays()).toEqual([300]);
      due.push([...scheduled.keys()][0]);
    }
    expect(new Set(due).size).toBe(7);
    expect(due[7]).toBe(due[6]);
    expect(await requestsOf(runScheduled)).not.toEqual([]);
    expect(engine.status()).toMatchObject({ state: 'saved', pending: 0 });
    expect(delays()).toEqual([]);
  });

  it('are announced at once', () => {
    change(app.store, [created('collection', uuid(1), null, { title: 'Shop' })]);
    const before = announcements;
    engine.changed();
    expect(announcements).toBe(before + 1);
  });

  it('that were rejected are sent again if the person asks for it', async () => {
    await startShop();
    office.network = refusesWrites;
    rename('threat', threatId, 'Spoofing');
    rename('component', componentId, 'Shop front');
    await engine.flush();
    expect(engine.status()).toMatchObject({ rejected: 2 });
    office.network = office.reach;
    engine.retry(engine.pendingChanges()[0]?.seq ?? 0);
    expect(delays()).toEqual([300]);
    await runScheduled();
    expect(engine.status()).toMatchObject({ rejected: 1, pending: 0 });
    engine.retryAll();
    expect(delays()).toEqual([300]);
    await runScheduled();
    expect(engine.status()).toMatchObject({ state: 'saved', rejected: 0 });
  });
});

describe('after a failure', () => {
  it('a retry reads everything until that has succeeded once, later only recent changes', async () => {
    await startShop();
    await engine.stop();
    engine = createEngine();
    office.network = fails;
    await engine.syncRecent().catch(() => undefined);
    office.network = office.reach;
    expect(isFull(await requestsOf(runScheduled))).toBe(true);
    office.network = fails;
    await engine.syncRecent().catch(() => undefined);
    office.network = office.reach;
    const lines = await requestsOf(runScheduled);
    expect(lines).toContain('GET recent components');
    expect(isFull(lines)).toBe(false);
  });

  it('only the last retry stays scheduled', async () => {
    office.network = fails;
    for (let time = 0; time < 3; time += 1) await engine.flush().catch(() => undefined);
    expect(delays()).toHaveLength(1);
  });

  it('the delay grows, and is short again after a success', async () => {
    await startShop();
    office.network = fails;
    const failOnce = async (): Promise<number> => {
      await engine.syncRecent().catch(() => undefined);
      return delays()[0] ?? 0;
    };
    for (let time = 0; time < 4; time += 1) await failOnce();
    expect(await failOnce()).toBeGreaterThanOrEqual(8000);
    office.network = office.reach;
    await engine.flush();
    office.network = fails;
    expect(await failOnce()).toBeLessThanOrEqual(1000);
  });

  it('the service is not asked before its Retry-After', async () => {
    await startShop();
    office.network = answers(503, { 'retry-after': '90' });
    await engine.syncRecent().catch(() => undefined);
    expect(delays()).toEqual([90_000]);
    office.network = answers(500, { 'retry-after': '80' });
    await engine.syncRecent().catch(() => undefined);
    expect(delays()).toEqual([80_000]);
  });

  it('nothing is retried while the person has to sign in again', async () => {
    await startShop();
    office.network = fails;
    await engine.syncRecent().catch(() => undefined);
    expect(delays()).toHaveLength(1);
    await office.database.deleteFrom('api_tokens').execute();
    await office.database.deleteFrom('access_tokens').execute();
    office.network = office.reach;
    await runScheduled();
    expect(engine.status().hold).toBe('signIn');
    expect(delays()).toEqual([]);
    engine.changed();
    expect(delays()).toEqual([]);
  });

  it('the time of the last sync stays that of the last success', async () => {
    expect(engine.status().lastSyncedAt).toBeNull();
    office.network = fails;
    await engine.flush().catch(() => undefined);
    expect(engine.status().lastSyncedAt).toBeNull();
    office.network = office.reach;
    await engine.flush();
    expect(Date.parse(engine.status().lastSyncedAt ?? '')).not.toBeNaN();
  });
});

describe('a network that is back', () => {
  it('ends the wait for the next retry', async () => {
    await startShop();
    expect(await requestsOf(engine.wake)).toEqual([]);
    office.network = fails;
    rename('component', componentId, 'Shop front');
    await engine.flush().catch(() => undefined);
    office.network = office.reach;
    expect(await requestsOf(engine.wake)).not.toEqual([]);
    expect(engine.status()).toMatchObject({ state: 'saved', pending: 0 });
  });
});

describe('after others renamed a component', () => {
  it('one reading follows, to see if its label has been changed too', async () => {
    await startShop();
    await renameByOthers('Shop front');
    await engine.syncRecent();
    expect(delays()).toEqual([nameWaitMs]);
    await engine.syncRecent();
    expect(delays()).toEqual([nameWaitMs]);
    now += nameWaitMs;
    expect(await requestsOf(runScheduled)).toContain('GET recent components');
    expect(delays()).toEqual([]);
    await renameByOthers('Store front');
    await engine.syncRecent();
    expect(delays()).toEqual([nameWaitMs]);
  });

  it('no reading follows while offline, because a retry is scheduled', async () => {
    await startShop();
    await renameByOthers('Shop front');
    await engine.syncRecent();
    const [readNames] = scheduled.keys();
    office.network = fails;
    await engine.syncRecent().catch(() => undefined);
    expect(await requestsOf(() => readNames?.())).toEqual([]);
  });
});

describe('a discarded change', () => {
  it('is announced, and needs no reading unless it was a delete', async () => {
    await startShop();
    office.network = refusesWrites;
    rename('threat', threatId, 'Spoofing');
    await engine.flush();
    office.network = office.reach;
    announced = [];
    const [entry] = engine.pendingChanges();
    expect(await requestsOf(() => engine.discard(entry?.seq ?? 0))).toEqual([]);
    expect(announced).toEqual([['threat']]);
    expect(delays()).toEqual([300]);
    announced = [];
    await requestsOf(() => engine.discard(entry?.seq ?? 0));
    expect(announced).toEqual([]);
  });

  it('that was a delete brings the record back from the service', async () => {
    await startShop();
    office.network = refusesWrites;
    change(app.store, [{ op: 'delete', kind: 'threat', id: threatId }]);
    await engine.flush();
    office.network = office.reach;
    const [entry] = engine.pendingChanges();
    expect(entry).toMatchObject({ op: 'delete', title: 'Session theft' });
    expect(isFull(await requestsOf(() => engine.discard(entry?.seq ?? 0)))).toBe(true);
    expect(app.store.records.all('threat')).toMatchObject([{ local: { title: 'Session theft' } }]);
    expect(engine.status()).toMatchObject({ state: 'saved', pending: 0 });
  });
});

describe('a decision', () => {
  const contestDelete = async (): Promise<void> => {
    await renameByOthers('Theirs');
    change(app.store, [{ op: 'delete', kind: 'component', id: componentId }]);
    await engine.syncAll();
    expect(engine.conflicts()).toMatchObject([{ kind: 'component', type: 'editedThere' }]);
    scheduled.clear();
  };
  const key = { kind: 'component', id: componentId } as const;

  it('about a field is announced, and needs no reading', async () => {
    await startShop();
    await renameByOthers('Theirs');
    rename('component', componentId, 'Mine');
    await engine.syncAll();
    scheduled.clear();
    announced = [];
    const resolve = () => engine.resolve({ ...key, choices: { title: 'mine' } });
    expect(await requestsOf(resolve)).toEqual([]);
    expect(announced).toEqual([['component']]);
    expect(delays()).toEqual([300]);
    rename('component', componentId, 'Mine again');
    await renameByOthers('Theirs again');
    await engine.syncAll();
    const resolveMany = () => engine.resolveMany({ conflicts: [key], side: 'mine' });
    expect(await requestsOf(resolveMany)).toEqual([]);
    await runScheduled();
    expect(engine.status()).toMatchObject({ state: 'saved', conflicts: 0 });
  });

  it.each([
    ['one', () => engine.resolve({ ...key, choices: { record: 'theirs' } })],
    ['many', () => engine.resolveMany({ conflicts: [key], side: 'theirs' })],
  ])('to keep a record reads what is in it from the service (%s)', async (_many, resolve) => {
    await startShop();
    await contestDelete();
    expect(isFull(await requestsOf(resolve))).toBe(true);
    expect(app.store.records.all('threat')).toMatchObject([{ local: { title: 'Session theft' } }]);
    expect(delays()).toEqual([300]);
  });
});

describe('a collection that is marked to be available offline', () => {
  it('is downloaded, and unmarking it asks for nothing', async () => {
    await startShop();
    const keep = () => engine.keepOffline(collectionId, true);
    expect(isFull(await requestsOf(keep))).toBe(true);
    expect(announced[0]).toEqual(['collection']);
    expect(app.store.downloads.ids('collection')).toEqual(new Set([collectionId]));
    announced = [];
    expect(await requestsOf(() => engine.keepOffline(collectionId, false))).toEqual([]);
    expect(announced).toEqual([['collection']]);
    expect(app.store.downloads.ids('collection')).toEqual(new Set());
  });
});

describe('opening', () => {
  it('a canvas reads the canvases of its model, once for each model', async () => {
    await startShop();
    const sketchId = uuid(9);
    change(app.store, [created('canvas', sketchId, modelId, { title: 'Sketch' })]);
    await engine.flush();
    expect(await requestsOf(() => engine.opened(canvasId))).toContain('GET one of canvases');
    expect(await requestsOf(() => engine.opened(canvasId))).toEqual([]);
    expect(await requestsOf(() => engine.opened(sketchId))).toEqual([]);
    expect(await requestsOf(engine.syncRecent)).toContain('GET one of canvases');
  });

  it('a canvas requests nothing before the first pass, while offline, or during a hold', async () => {
    change(app.store, webShop);
    expect(await requestsOf(() => engine.opened(canvasId))).toEqual([]);
    await engine.syncAll();
    engine.opened('');
    await engine.idle();
    office.network = fails;
    await engine.syncRecent().catch(() => undefined);
    expect(await requestsOf(() => engine.opened(canvasId))).toEqual([]);
    office.network = office.reach;
    await engine.syncRecent();
    office.network = answers(403, {}, 'account_disabled');
    await engine.syncRecent().catch(() => undefined);
    expect(engine.status().hold).toBe('disabled');
    expect(await requestsOf(() => engine.opened(''))).toEqual([]);
    now += 10_000;
    expect(await requestsOf(engine.focused)).toEqual([]);
  });

  it('a model downloads what it needs, and then the rest in a pass', async () => {
    await startShop();
    const bob = await office.openApp({ later: () => () => {} });
    await bob.engine.syncAll();
    const [{ id } = { id: '' }] = bob.store.records.all('threatModel');
    expect(bob.store.records.all('component')).toEqual([]);
    await bob.engine.fetchModel(id);
    expect(bob.store.records.all('component')).toHaveLength(1);
    expect(bob.store.records.all('threat')).toEqual([]);
    await bob.engine.idle();
    expect(bob.store.records.all('threat')).toHaveLength(1);
  });
});

describe('the focus of the window', () => {
  it('starts no reading while a pass runs', async () => {
    await startShop();
    now += 10_000;
    const held = Promise.withResolvers<void>();
    office.network = async (request) => {
      await held.promise;
      return await office.reach(request);
    };
    rename('component', componentId, 'Shop front');
    readings = [];
    const sending = engine.flush();
    await Promise.resolve();
    engine.focused();
    held.resolve();
    await sending;
    await engine.idle();
    expect(readings).toEqual([]);
  });
});

describe('the end of a pass', () => {
  it('is reported if the pass has read', async () => {
    await engine.flush();
    expect(readings).toEqual([]);
    await engine.syncAll();
    await engine.syncRecent();
    expect(readings).toEqual(['merge', 'merge']);
    office.network = fails;
    await engine.syncAll().catch(() => undefined);
    await engine.syncRecent().catch(() => undefined);
    expect(readings).toEqual(['merge', 'merge']);
  });
});

describe('a service without the known collections', () => {
  const loseEverything = async (): Promise<void> => {
    await startShop();
    await office.database.deleteFrom('collections').execute();
    rename('collection', collectionId, 'Store');
    scheduled.clear();
    await engine.syncAll().catch(() => undefined);
    expect(engine.status()).toMatchObject({ hold: 'unfamiliar' });
  };

  it('gets nothing before the person has chosen', async () => {
    await loseEverything();
    expect(delays()).toEqual([]);
    const passes = [engine.flush, engine.syncRecent];
    for (const pass of passes) {
      expect(await requestsOf(() => expect(pass()).rejects.toThrow('none of your'))).toEqual([]);
    }
    await expect(engine.syncAll()).rejects.toThrow('none of your');
    expect(await office.database.selectFrom('collections').selectAll().execute()).toEqual([]);
    expect(engine.status()).toMatchObject({ hold: 'unfamiliar', pending: 1 });
  });

  it.each([
    ['send', 'mine', ['Store']],
    ['take', 'theirs', []],
  ] as const)('gets or gives everything with: %s', async (choice, taking, expected) => {
    await loseEverything();
    await engine.endHold(choice);
    const rows = await office.database.selectFrom('collections').select('title').execute();
    expect(rows.map(({ title }) => title)).toEqual(expected);
    expect(readings).toEqual([taking]);
    expect(engine.status().hold).toBeNull();
    expect(await requestsOf(() => engine.endHold(choice))).toEqual([]);
  });
});

describe('a stopped engine', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('does nothing more and announces nothing', async () => {
    await startShop();
    engine.start();
    await engine.idle();
    rename('component', componentId, 'Shop front');
    engine.changed();
    expect(delays()).toEqual([300]);
    await engine.stop();
    expect(delays()).toEqual([]);
    const before = announcements;
    expect(
      await requestsOf(async () => {
        engine.start();
        engine.changed();
        vi.advanceTimersByTime(3_600_000);
        await expect(engine.syncAll()).rejects.toThrow('aborted');
        await expect(engine.flush()).rejects.toThrow('aborted');
      }),
    ).toEqual([]);
    expect(announcements).toBe(before);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('retries nothing, and reads no names', async () => {
    await startShop();
    await renameByOthers('Shop front');
    await engine.syncRecent();
    office.network = fails;
    await engine.syncRecent().catch(() => undefined);
    expect(delays()).toHaveLength(2);
    await engine.stop();
    expect(delays()).toEqual([]);
  });

  it('waits for the pass that its end interrupts, and schedules no retry', async () => {
    await startShop();
    const begun = Promise.withResolvers<void>();
    office.network = async () => {
      begun.resolve();
      return await new Promise<never>(() => {});
    };
    const pass = engine.syncRecent();
    let hasEnded = false;
    const end = pass.catch((error: unknown) => {
      hasEnded = true;
      throw error;
    });
    await begun.promise;
    await Promise.all([
      expect(end).rejects.toThrow('aborted'),
      engine.stop().then(() => expect(hasEnded).toBe(true)),
    ]);
    expect(delays()).toEqual([]);
  });
});
