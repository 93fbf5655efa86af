import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncStatus } from '#shared/desktop/contract.ts';
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
