import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import { createStore, type Store } from '../store/store.ts';
import { createSyncStatus } from './sync-status.ts';
import { change, created, openOffice, uuid, type Office } from './testing/office.ts';

let office: Office;
let app: Awaited<ReturnType<Office['openApp']>>;
/** The callbacks of pending timers: a retry, or the sending of changes. */
let putOff: (() => void)[];

beforeEach(async () => {
  office = await openOffice();
  putOff = [];
  app = await office.openApp({
    later: (work) => {
      putOff.push(work);
      return () => {};
    },
  });
});
afterEach(() => office.close());

const state = () => app.engine.status().state;

/** Returns each state that the status had when a request of the pass was sent. */
const wordsDuring = async (pass: () => Promise<void>): Promise<string[]> => {
  const words = new Set<string>();
  const { network } = office;
  office.network = async (request) => {
    words.add(state());
    return await network(request);
  };
  await pass().catch(() => undefined);
  await app.engine.idle();
  office.network = network;
  return [...words];
};

const retry = async (): Promise<void> => {
  putOff.pop()?.();
  await app.engine.idle();
};

const addModel = (): void =>
  change(app.store, [
    created('collection', uuid(1), null, { title: 'Shop' }),
    created('threatModel', uuid(2), uuid(1), { title: 'Web shop' }),
  ]);

const unreachable = () => Promise.reject(new TypeError('net::ERR_CONNECTION_REFUSED'));

describe('the sync status', () => {
  it('stays offline during a retry, and changes when the service answers', async () => {
    office.network = unreachable;
    await expect(app.engine.flush()).rejects.toThrow('REFUSED');
    expect(state()).toBe('offline');
    expect(await wordsDuring(retry)).toEqual(['offline']);
    addModel();
    expect(await wordsDuring(retry)).toEqual(['offline']);
    office.network = office.reach;
    expect(await wordsDuring(retry)).toEqual(['offline', 'syncing', 'saved']);
    expect(state()).toBe('saved');
  });

  it('is syncing while a person waits for a pass, but not during a routine reading', async () => {
    await app.engine.flush();
    expect(await wordsDuring(() => app.engine.syncRecent())).toEqual(['saved']);
    expect(await wordsDuring(() => app.engine.syncAll())).toEqual(['syncing']);
    office.network = unreachable;
    await app.engine.flush().catch(() => undefined);
    expect(await wordsDuring(() => app.engine.syncAll())).toEqual(['syncing']);
    expect(state()).toBe('offline');
  });

  it('is syncing during the first download', async () => {
    const first = await wordsDuring(() => Promise.resolve(app.engine.start()));
    expect(first).toEqual(['syncing']);
    expect(state()).toBe('saved');
  });

  it('is not saved if changes of others cannot be read, and has the reason', async () => {
    await app.engine.syncAll();
    office.network = async (request) =>
      request.url.includes('/threats?')
        ? Response.json({ title: 'out of order', status: 500 }, { status: 500 })
        : await office.reach(request);
    await expect(app.engine.syncRecent()).rejects.toThrow('out of order');
    expect(app.engine.status()).toMatchObject({ state: 'offline', reason: 'out of order' });
    office.network = office.reach;
    await retry();
    expect(app.engine.status()).toMatchObject({ state: 'saved', reason: null });
  });

  it('has the system’s code for a network problem, if there is one', async () => {
    office.network = unreachable;
    await expect(app.engine.flush()).rejects.toThrow('REFUSED');
    expect(app.engine.status()).toMatchObject({ problem: 'connection_refused' });
    office.network = () => Promise.reject(new TypeError('the process has ended'));
    await retry();
    expect(app.engine.status()).toMatchObject({ problem: null, reason: 'the process has ended' });
  });
});

describe('the progress of a send', () => {
  const collections = (many: number, from: number): void =>
    change(
      app.store,
      Array.from({ length: many }, (_, index) =>
        created('collection', uuid(from + index), null, { title: `No. ${from + index}` }),
      ),
    );
  let now = 0;
  let announced: SyncStatus[];
  beforeEach(async () => {
    announced = [];
    app = await office.openApp({
      later: () => () => {},
      announce: (status) => announced.push(status),
      elapsed: () => now,
    });
    await app.engine.syncAll();
  });
  const announcedSending = () => announced.flatMap(({ sending }) => sending ?? []);

  it('includes changes added meanwhile, and is gone after its end', async () => {
    collections(120, 100);
    office.network = async (request) => {
      if (request.url.endsWith('/batch')) {
        now += 1000;
        collections(1, 1000 + now);
      }
      return await office.reach(request);
    };
    await app.engine.flush();
    expect(announcedSending()).toEqual([
      { done: 10, total: 121 },
      { done: 101, total: 122 },
      { done: 121, total: 123 },
    ]);
    expect(app.engine.status().sending).toBeNull();
  });

  it('is not announced more than four times a second', async () => {
    collections(300, 100);
    await app.engine.flush();
    expect(announcedSending()).toEqual([]);
  });

  it('of few changes is not announced', async () => {
    collections(60, 100);
    office.network = async (request) => {
      now += 1000;
      return await office.reach(request);
    };
    await app.engine.flush();
    expect(announcedSending()).toEqual([]);
  });
});

describe('the status that is announced', () => {
  let store: Store;
  let now: number;
  let announced: SyncStatus[];
  let stopped: AbortController;
  let status: ReturnType<typeof createSyncStatus>;
  const away = {
    kind: 'unreachable',
    reason: 'Away',
    afterSeconds: null,
    problem: null,
  } as const;
  const held = { kind: 'hold', hold: 'unfamiliar', reason: 'Unknown' } as const;

  beforeEach(() => {
    store = createStore({ path: ':memory:' });
    [now, announced, stopped] = [0, [], new AbortController()];
    status = createSyncStatus({
      store,
      connectionName: 'Test',
      announce: (each) => announced.push(each),
      signal: stopped.signal,
      elapsed: () => now,
    });
  });
  afterEach(() => store.close());

  const addChanges = (many: number): void =>
    change(
      store,
      Array.from({ length: many }, (_, index) =>
        created('collection', uuid(100 + index), null, { title: `No. ${index}` }),
      ),
    );
  const answer = (many: number): void => {
    for (let count = 0; count < many; count += 1) status.answered();
  };
  const announcedBy = async (work: () => unknown): Promise<SyncStatus[]> => {
    announced = [];
    await work();
    return announced;
  };

  it('is new at each step of a pass', async () => {
    addChanges(1);
    expect(await announcedBy(status.began)).toMatchObject([{ state: 'syncing', pending: 1 }]);
    status.succeeded();
    expect(await announcedBy(status.ended)).toMatchObject([{ state: 'pending', pending: 1 }]);
  });

  it('counts the passes that a person waits for', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const passes = [status.awaited(first.promise), status.awaited(second.promise)];
    expect(announced.map(({ isAwaited }) => isAwaited)).toEqual([true, true]);
    first.resolve();
    await passes[0];
    expect(announced.at(-1)).toMatchObject({ isAwaited: true, state: 'syncing' });
    second.reject(new Error('No'));
    await expect(passes[1]).rejects.toThrow('No');
    expect(announced.map(({ isAwaited }) => isAwaited)).toEqual([true, true, true, false]);
  });

  it('has the progress of a large reading', async () => {
    status.began();
    const shown = async (done: number, total: number) =>
      (await announcedBy(() => status.progress(done, total))).map(({ fetching }) => fetching);
    expect(await shown(100, 399)).toEqual([null]);
    expect(await shown(100, 400)).toEqual([{ done: 100, total: 400 }]);
    expect((await announcedBy(status.ended)).map(({ fetching }) => fetching)).toEqual([null]);
  });

  it('has the progress of a large send, from the tenth of at least a hundred changes', () => {
    addChanges(90);
    status.began();
    answer(9);
    expect(status.status().sending).toBeNull();
    answer(1);
    expect(status.status().sending).toEqual({ done: 10, total: 100 });
    const [entry] = store.outbox.all();
    store.outbox.finish(entry?.seq ?? 0);
    expect(status.status().sending).toBeNull();
    answer(1);
    expect(status.status().sending).toEqual({ done: 11, total: 100 });
    status.succeeded();
    expect(status.status().sending).toBeNull();
    status.began();
    expect(status.status().sending).toBeNull();
  });

  it('has no progress of a send of which nothing is left', () => {
    status.began();
    answer(100);
    expect(status.status().sending).toBeNull();
  });

  it('has the progress of a send four times a second', async () => {
    addChanges(200);
    status.began();
    now = 250;
    expect(await announcedBy(() => answer(9))).toEqual([]);
    expect(await announcedBy(() => answer(1))).toMatchObject([{ sending: { done: 10 } }]);
    now = 499;
    expect(await announcedBy(() => answer(5))).toEqual([]);
    now = 500;
    expect(await announcedBy(() => answer(5))).toMatchObject([{ sending: { done: 16 } }]);
  });

  it.each([
    ['a change', () => status.answered()],
    ['a reading', () => status.progress(1, 1)],
  ])('is not offline any more when %s gets an answer', async (_what, reach) => {
    addChanges(1);
    status.failed(away);
    status.began();
    expect(status.status().state).toBe('offline');
    expect((await announcedBy(reach))[0]).toMatchObject({ state: 'syncing' });
  });

  it('has the last failure until a pass succeeds', () => {
    status.failed({ ...away, problem: 'proxy' });
    expect(status.status()).toMatchObject({ reason: 'Away', problem: 'proxy', hold: null });
    expect([status.isOffline(), status.isIdle(), status.reason()]).toEqual([true, false, 'Away']);
    status.failed({ kind: 'later', reason: 'Failed', afterSeconds: null });
    expect(status.status()).toMatchObject({ reason: 'Failed', problem: null, state: 'offline' });
    expect([status.isOffline(), status.isIdle(), status.reason()]).toEqual([false, true, 'Failed']);
    status.began();
    expect([status.isOffline(), status.isIdle(), status.isRunning()]).toEqual([false, false, true]);
    status.succeeded();
    expect(status.status()).toMatchObject({ reason: null, state: 'saved' });
    expect(status.reason()).toBe('');
  });

  it.each(['unfamiliar', 'restored'] as const)(
    'keeps the choice about a service that is %s during an outage',
    (hold) => {
      expect(status.needsChoice()).toBe(false);
      status.failed({ ...held, hold });
      status.failed(away);
      expect(status.status()).toMatchObject({ hold, state: 'attention', reason: 'Away' });
      expect([status.hold(), status.needsChoice()]).toEqual([hold, true]);
      status.succeeded();
      expect([status.hold(), status.needsChoice()]).toEqual([null, false]);
    },
  );

  it('has no other hold during an outage, because the outage may have another reason', () => {
    status.failed({ ...held, hold: 'signIn' });
    expect([status.hold(), status.needsChoice()]).toEqual(['signIn', false]);
    status.failed(away);
    expect(status.hold()).toBeNull();
  });

  it('is not announced after the end of the engine', async () => {
    stopped.abort();
    expect(await announcedBy(() => [status.report(), status.began(), status.ended()])).toEqual([]);
  });
});
