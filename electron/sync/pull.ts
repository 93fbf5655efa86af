import { recordKinds, type RecordKind } from '#shared/desktop/records.ts';
import { NotModified } from '../connection/answer-failures.ts';
import { refusalOf } from '../connection/refusal.ts';
import type { Store } from '../store/store.ts';
import { awaitsDecision, removeDeletedThere } from './deletions.ts';
import {
  idsIn,
  type Remote,
  type RemoteLists,
  type RemoteRecords,
  type Version,
} from './endpoints.ts';
import {
  contestAroundConflicts,
  createIncoming,
  noFindings,
  type Contested,
  type Findings,
  type Taking,
} from './incoming.ts';
import { classifyFailure } from './outcome.ts';
import { inLanes } from './in-lanes.ts';
import { walkPages, walkRecent, type Seen } from './pages.ts';
import { makeAgain } from './settle.ts';

type Dependencies = {
  store: Store;
  remote: RemoteRecords;
  lists: RemoteLists;
  changed: (kinds: RecordKind[]) => void;
  /** Called between two pages: what the person changed meanwhile need not wait for the end. */
  breathe: () => Promise<void>;
  progress: (done: number, total: number) => void;
};

type Listed = Exclude<RecordKind, 'canvas'>;

/** Why nothing more was taken from the service: the person is asked first. */
export class OtherGround extends Error {
  readonly hold: 'restored' | 'unfamiliar';

  constructor(hold: OtherGround['hold'], message: string) {
    super(message);
    this.hold = hold;
  }
}

/** Of kinds that say no time, a short reading takes all where there are no more than this. */
const mostWithoutTime = 1000;
const canvasesAtOnce = 4;
const timed: readonly Listed[] = ['collection', 'threatModel', 'component', 'threat', 'comment'];

/** Reads from the service what is kept here. */
export const createPull = (dependencies: Dependencies) => {
  const { store, remote, lists, changed, breathe } = dependencies;
  const { records, idMap, kept, preferences } = store;
  let sortsByTime = true;

  /** What one reading is about, as it goes on. */
  type Reading = {
    take: (kind: RecordKind, versions: readonly Version[]) => void;
    findings: Findings;
    seen: Map<RecordKind, Seen>;
    totals: Map<string, number>;
    done: number;
  };

  const startReading = (taking: Taking): Reading => {
    const findings = noFindings();
    const incoming = createIncoming(store, taking, findings);
    const take: Reading['take'] = (kind, versions) => {
      if (incoming(kind, versions)) changed([kind]);
    };
    return { take, findings, seen: new Map(), totals: new Map(), done: 0 };
  };

  const count = (reading: Reading, list: string, arrived: number, total: number): void => {
    reading.done += arrived;
    reading.totals.set(list, total);
    const totals = [...reading.totals.values()].reduce((sum, each) => sum + each, 0);
    dependencies.progress(Math.min(reading.done, totals), totals);
  };

  const versionsOf = (items: readonly Remote[]): Version[] =>
    items.map((each) => ({ remote: each, etag: null }));

  const noteNewest = (kind: RecordKind, items: readonly Remote[]): void => {
    const times = items.map((each) => String(each['updated_at'] ?? ''));
    const newest = times.reduce((a, b) => (a > b ? a : b), preferences.newestChange(kind) ?? '');
    if (newest !== '') preferences.noteNewestChange(kind, newest);
  };

  const readList = async (
    reading: Reading,
    kind: Listed,
    list: Parameters<typeof walkPages>[0] = (query) => lists.page(kind, query),
    name: string = kind,
  ): Promise<Seen> =>
    await walkPages(list, async (items, total) => {
      reading.take(kind, versionsOf(items));
      noteNewest(kind, items);
      count(reading, name, items.length, total);
      await breathe();
    });

  /** The models with the ids of their canvases, a collection at a time. */
  const readModels = async (reading: Reading): Promise<Map<string, string[]>> => {
    const canvases = new Map<string, string[]>();
    const seen = new Set<string>();
    let isWhole = true;
    const marked = kept.ids('collection');
    for (const { id } of records.all('collection')) {
      const serviceId = idMap.serviceId('collection', id);
      if (serviceId === null || awaitsDecision(store, 'collection', id)) continue;
      const list: Parameters<typeof walkPages>[0] = async (query) => {
        const page = await lists.modelsOf(serviceId, query);
        for (const model of page.items) canvases.set(model.id, idsIn(model['canvases']));
        return page;
      };
      const found = await orGone(() => readList(reading, 'threatModel', list, serviceId));
      if (found === 'gone') continue;
      if (found === null) isWhole = false;
      for (const each of found ?? []) {
        seen.add(each);
        if (marked.has(id)) kept.add('threatModel', localModel(each));
      }
    }
    reading.seen.set('threatModel', isWhole ? seen : null);
    return canvases;
  };

  const localModel = (serviceId: string): string =>
    idMap.localId('threatModel', serviceId) ?? serviceId;

  /** Tells whether it is there; a drawing that has not changed is not sent again. */
  const readCanvas = async (reading: Reading, serviceId: string): Promise<boolean> => {
    const id = idMap.localId('canvas', serviceId);
    const known = id === null ? null : (records.find('canvas', id)?.etag ?? null);
    try {
      reading.take('canvas', [await remote.get('canvas', serviceId, known)]);
      return true;
    } catch (error) {
      if (error instanceof NotModified) return true;
      if (classifyFailure(error).kind === 'gone') return false;
      throw error;
    }
  };

  const readCanvases = async (reading: Reading, ids: readonly string[]): Promise<Set<string>> => {
    const seen = new Set<string>();
    await inLanes(ids, canvasesAtOnce, async (id) => {
      if (await readCanvas(reading, id)) seen.add(id);
      count(reading, 'canvases', 1, ids.length);
      await breathe();
    });
    return seen;
  };

  const readKeptCanvases = async (
    reading: Reading,
    canvases: ReadonlyMap<string, string[]>,
  ): Promise<void> => {
    const models = [...kept.ids('threatModel')].flatMap((id) => {
      const ids = canvases.get(idMap.serviceId('threatModel', id) ?? '');
      return ids && records.find('threatModel', id) ? [{ id, ids }] : [];
    });
    const ids = models.flatMap((model) => model.ids);
    reading.seen.set('canvas', await readCanvases(reading, ids));
    for (const { id } of models) kept.markFetched(id);
  };

  /** Throws where the service has none of the collections that are known of it. */
  const assertFamiliar = (seen: Seen): void => {
    const known = records
      .all('collection')
      .filter(({ id }) => !awaitsDecision(store, 'collection', id))
      .flatMap(({ id }) => idMap.serviceId('collection', id) ?? []);
    if (seen && known.length > 0 && !known.some((id) => seen.has(id))) {
      throw new OtherGround('unfamiliar', 'The service has nothing of what is here');
    }
  };

  const assertNotOlder = async ({ findings, take }: Reading): Promise<void> => {
    for (const { kind, id } of findings.older.splice(0)) {
      const serviceId = idMap.serviceId(kind, id);
      if (serviceId === null) continue;
      // A list may have been read while the record changed; its own answer is newer.
      const again = await orGone(() => remote.get(kind, serviceId));
      if (again === 'gone') continue;
      take(kind, [again]);
      const isOlder = findings.older.splice(0).length > 0;
      if (isOlder) throw new OtherGround('restored', 'The service went back to an older state');
    }
  };

  const isGone = async (kind: RecordKind, serviceId: string): Promise<boolean> =>
    (await orGone(() => remote.get(kind, serviceId))) === 'gone';

  /** What a complete reading missed, and what is not there when it is asked for by itself. */
  const removeMissing = async (reading: Reading, taking: Taking): Promise<void> => {
    for (const kind of recordKinds) {
      const seen = reading.seen.get(kind);
      if (!seen) continue;
      for (const { id, parentId } of records.all(kind)) {
        const serviceId = idMap.serviceId(kind, id);
        if (serviceId === null || seen.has(serviceId) || !records.find(kind, id)) continue;
        if (kind === 'canvas' && !kept.ids('threatModel').has(parentId ?? '')) continue;
        if (awaitsDecision(store, kind, id) || !(await isGone(kind, serviceId))) continue;
        store.transaction(() => {
          if (taking === 'mine') makeAgain(store, kind, id);
          else removeDeletedThere(store, kind, id);
        });
        changed([...recordKinds]);
      }
    }
  };

  const contestedBy = ({ findings }: Reading): Contested => {
    contestAroundConflicts(store, findings);
    return findings.contested;
  };

  /** A complete reading of all that is kept here. Answers the deletes that it contests. */
  const full = async (taking: Taking = 'merge'): Promise<Contested> => {
    const reading = startReading(taking);
    reading.seen.set('collection', await readList(reading, 'collection'));
    if (taking === 'merge') {
      assertFamiliar(reading.seen.get('collection') ?? null);
      await assertNotOlder(reading);
    }
    await readKeptCanvases(reading, await readModels(reading));
    for (const kind of ['component', 'threat', 'mitigation', 'comment'] as const) {
      reading.seen.set(kind, await readList(reading, kind));
    }
    if (taking === 'merge') await assertNotOlder(reading);
    await removeMissing(reading, taking);
    return contestedBy(reading);
  };

  const readRecent = async (reading: Reading, kind: Listed): Promise<boolean> => {
    const newest = preferences.newestChange(kind);
    if (newest === null) return (await readList(reading, kind)) !== null;
    const first = await walkRecent(
      (query) => lists.page(kind, query),
      newest,
      async (items) => {
        reading.take(kind, versionsOf(items));
        await breathe();
      },
    );
    if (first !== null) preferences.noteNewestChange(kind, first);
    return first !== null;
  };

  const readIfFew = async (reading: Reading, kind: Listed): Promise<void> => {
    const { count: total } = await lists.page(kind, { limit: 1, page: 1 });
    if (total <= mostWithoutTime) await readList(reading, kind);
  };

  /** The canvases of one model, as the person has them before them. */
  const readModelCanvases = async (reading: Reading, modelId: string): Promise<void> => {
    const serviceId = idMap.serviceId('threatModel', modelId);
    if (serviceId === null) return;
    const model = await orGone(() => remote.get('threatModel', serviceId));
    if (model !== 'gone') await readCanvases(reading, idsIn(model.remote['canvases']));
  };

  /** `null` where the service does not sort by the time of a change. */
  const recentBySort = async (reading: Reading): Promise<boolean> => {
    try {
      for (const kind of timed) if (!(await readRecent(reading, kind))) return false;
      return true;
    } catch (error) {
      if (refusalOf(error)?.status === 400) return false;
      throw error;
    }
  };

  /** What changed lately, where the service can tell; otherwise everything. */
  const recent = async (openModel: string | null): Promise<Contested> => {
    const reading = startReading('merge');
    sortsByTime &&= await recentBySort(reading);
    if (!sortsByTime) return await full();
    await readIfFew(reading, 'mitigation');
    if (openModel !== null) await readModelCanvases(reading, openModel);
    await assertNotOlder(reading);
    return contestedBy(reading);
  };

  /** What is needed to open a model that is not here yet. */
  const model = async (id: string): Promise<void> => {
    const reading = startReading('merge');
    kept.add('threatModel', id);
    await readModelCanvases(reading, id);
    for (const canvas of records.children('canvas', id)) {
      const serviceId = idMap.serviceId('canvas', canvas.id);
      if (serviceId === null) continue;
      const items = await lists.componentsOf(serviceId);
      reading.take(
        'component',
        versionsOf(items.map((item) => ({ ...item, canvas: { id: serviceId } }))),
      );
    }
    kept.markFetched(id);
    changed([...recordKinds]);
  };

  /** Whether this is the service that is known here, before anything is sent to it. */
  const assertGround = async (): Promise<void> =>
    assertFamiliar(
      await walkPages((query) => lists.page('collection', query), () => Promise.resolve()),
    );

  return { full, recent, model, assertGround };
};

/** What `read` gives, or that the service does not have what was asked for. */
const orGone = async <Result>(read: () => Promise<Result>): Promise<Result | 'gone'> => {
  try {
    return await read();
  } catch (error) {
    if (classifyFailure(error).kind === 'gone') return 'gone';
    throw error;
  }
};

export type Pull = ReturnType<typeof createPull>;
