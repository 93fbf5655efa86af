import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { refusalOf } from '../connection/refusal.ts';
import { assertKnownService, assertNotOlder } from './assert-known-service.ts';
import { contestAroundConflicts, type Contested } from './contested.ts';
import { awaitsDecision, wantedDeletes } from './deletions.ts';
import { idsIn } from './endpoints.ts';
import type { Taking } from './incoming.ts';
import { removeMissing } from './missing.ts';
import { overlapMs, walkPages, walkRecent, type List } from './pages.ts';
import { readOrGone } from './read-or-gone.ts';
import {
  startReading,
  versionsOf,
  type Listed,
  type Reading,
  type ReadingParts,
} from './reading.ts';

/**
 * A short reading reads a list without `updated_at` only if the list has at most this many records. Such
 * a list cannot be sorted by time, so it is read completely or not at all.
 */
const maxWithoutTime = 1000;
/**
 * The number of components that are stored in one turn of the event loop. Between two turns, the main
 * process can handle messages from the window.
 */
const componentsAtOnce = 200;
const timed: readonly Listed[] = ['collection', 'threatModel', 'component', 'threat', 'comment'];
const inCanvases: readonly Listed[] = ['component', 'threat', 'mitigation', 'comment'];

const before = (time: string, ms: number): string => new Date(Date.parse(time) - ms).toISOString();

/**
 * Reads the parts of the service's data that this store keeps. `elapsed` returns the time on a monotonic
 * clock, in milliseconds.
 */
export const createPull = (parts: ReadingParts, elapsed = (): number => performance.now()) => {
  const { store, remote, lists, changed, breathe } = parts;
  const { records, idMap, downloads, preferences } = store;
  let sortsByTime = true;
  /** The newest change of each kind, and when a reading first saw it. */
  const newestSeen = new Map<RecordKind, { time: string; at: number }>();
  /**
   * For each kind, the time up to which this store knows all changes. The service can no longer store
   * changes with an earlier time.
   */
  const knownUpTo = new Map<RecordKind, string>();

  /**
   * Returns the IDs of all collections. Those with a pending delete are included, because the delete
   * becomes a conflict if others change something inside the collection.
   */
  const collections = (): string[] => {
    const deleted = wantedDeletes(store).filter(({ kind }) => kind === 'collection');
    return [...records.all('collection'), ...deleted].map(({ id }) => id);
  };

  /**
   * Reads the models of each collection. Returns the service IDs of the canvases in each model, by the
   * service ID of the model.
   */
  const readModels = async (reading: Reading): Promise<Map<string, string[]>> => {
    const canvases = new Map<string, string[]>();
    const seen = new Set<string>();
    let isWhole = true;
    const marked = downloads.ids('collection');
    for (const id of collections()) {
      const serviceId = idMap.serviceId('collection', id);
      if (serviceId === null || awaitsDecision(store, 'collection', id)) continue;
      const list: List = async (query) => {
        const page = await lists.modelsOf(serviceId, query);
        for (const model of page.items) canvases.set(model.id, idsIn(model['canvases']));
        return page;
      };
      const found = await readOrGone(() => reading.list('threatModel', list, serviceId));
      if (found === 'gone') continue;
      if (found === null) isWhole = false;
      for (const each of found ?? []) seen.add(each);
      if (marked.has(id)) addDownloads(found ?? new Set());
    }
    reading.seen.set('threatModel', isWhole ? seen : null);
    return canvases;
  };

  const addDownloads = (models: ReadonlySet<string>): void =>
    store.take(() => {
      for (const id of models) downloads.add('threatModel', idMap.localId('threatModel', id) ?? id);
    });

  const readDownloadedCanvases = async (
    reading: Reading,
    canvases: ReadonlyMap<string, string[]>,
  ): Promise<void> => {
    const models = [...downloads.ids('threatModel')].flatMap((id) => {
      const ids = canvases.get(idMap.serviceId('threatModel', id) ?? '');
      return ids && records.find('threatModel', id) ? [{ id, ids }] : [];
    });
    reading.seen.set('canvas', await reading.canvases(models.flatMap(({ ids }) => ids)));
    store.take(() => {
      for (const { id } of models) downloads.markFetched(id);
    });
  };

  const contestedBy = ({ findings }: Reading): Contested => {
    contestAroundConflicts(store, findings.contested);
    return findings.contested;
  };

  /**
   * Reads everything that this store keeps. Returns the contested deletes. If a full reading is wanted
   * and this one fails, the next reading is a full one too.
   */
  const full = async (taking: Taking = 'merge'): Promise<Contested> => {
    const wasWanted = preferences.fullReadingIsWanted();
    if (wasWanted) preferences.noteFullReading();
    try {
      return await readEverything(taking);
    } catch (error) {
      if (wasWanted) preferences.wantFullReading();
      throw error;
    }
  };

  const readEverything = async (taking: Taking): Promise<Contested> => {
    const reading = startReading(parts, taking);
    reading.seen.set('collection', await reading.list('collection'));
    if (taking === 'merge') {
      assertKnownService(store, reading.seen.get('collection') ?? null);
      await assertNotOlder(parts, reading);
    }
    await readDownloadedCanvases(reading, await readModels(reading));
    for (const kind of inCanvases) reading.seen.set(kind, await reading.list(kind));
    if (taking === 'merge') await assertNotOlder(parts, reading);
    await removeMissing(parts, reading, taking);
    return contestedBy(reading);
  };

  const readRecent = async (reading: Reading, kind: Listed): Promise<boolean> => {
    const newest = preferences.newestChange(kind);
    if (newest === null) {
      await reading.list(kind);
      return true;
    }
    const list: List = (query) => lists.page(kind, query);
    const [floor, overlapped] = [knownUpTo.get(kind) ?? '', before(newest, overlapMs)];
    const since = floor > overlapped ? floor : overlapped;
    const startedAt = elapsed();
    const first = await walkRecent(list, since, async (items) => {
      reading.take(kind, versionsOf(items));
      await breathe();
    });
    if (first === null) return false;
    if (reading.findings.passedOver.has(kind)) return true;
    preferences.noteNewestChange(kind, first);
    const seen = newestSeen.get(kind);
    if (seen?.time !== first) newestSeen.set(kind, { time: first, at: elapsed() });
    else if (startedAt - seen.at >= overlapMs) knownUpTo.set(kind, first);
    return true;
  };

  const readIfFew = async (reading: Reading, kind: Listed): Promise<void> => {
    const { count } = await lists.page(kind, { limit: 1, page: 1 });
    if (count <= maxWithoutTime) await reading.list(kind);
  };

  /** Reads the canvases of a model. */
  const readModelCanvases = async (reading: Reading, modelId: string): Promise<void> => {
    const serviceId = idMap.serviceId('threatModel', modelId);
    if (serviceId === null) return;
    const model = await readOrGone(() => remote.get('threatModel', serviceId));
    if (model !== 'gone') await reading.canvases(idsIn(model.remote['canvases']));
  };

  /**
   * Reads the recent changes of all kinds that have `updated_at`. Returns false if the service does not
   * sort by this time.
   */
  const readBySort = async (reading: Reading): Promise<boolean> => {
    try {
      for (const kind of timed) if (!(await readRecent(reading, kind))) return false;
      return true;
    } catch (error) {
      if (refusalOf(error)?.status === 400) return false;
      throw error;
    }
  };

  /** Reads recent changes if the service can sort by time, otherwise everything. */
  const recent = async (openModel: string | null): Promise<Contested> => {
    if (preferences.fullReadingIsWanted()) return await full();
    const reading = startReading(parts, 'merge');
    sortsByTime &&= await readBySort(reading);
    if (!sortsByTime) return await full();
    await readIfFew(reading, 'mitigation');
    if (openModel !== null) await readModelCanvases(reading, openModel);
    await assertNotOlder(parts, reading);
    return contestedBy(reading);
  };

  /**
   * Downloads a model that was not downloaded yet: reads its canvases, their drawings, and their
   * components, which the window needs to open the model.
   */
  const model = async (id: string): Promise<void> => {
    const reading = startReading(parts, 'merge');
    downloads.add('threatModel', id);
    await readModelCanvases(reading, id);
    for (const { id: canvasId } of records.children('canvas', id)) {
      const serviceId = idMap.serviceId('canvas', canvasId);
      if (serviceId === null) continue;
      const items = await lists.componentsOf(serviceId);
      const named = items.map((item) => ({ ...item, canvas: { id: serviceId } }));
      for (let at = 0; at < named.length; at += componentsAtOnce) {
        reading.take('component', versionsOf(named.slice(at, at + componentsAtOnce)));
        await nextTurn();
      }
    }
    downloads.markFetched(id);
    changed([...recordKinds]);
  };

  /**
   * Reads the drawings of models that were imported into a collection. All IDs in the arguments are
   * those of the service.
   */
  const imported = async (collectionId: string, modelIds: readonly string[]): Promise<void> => {
    const reading = startReading(parts, 'merge');
    // The list is read first, because only the list says when a model was created, and in which
    // collection.
    await reading.list('threatModel', (query) => lists.modelsOf(collectionId, query));
    for (const serviceId of modelIds) {
      const id = idMap.localId('threatModel', serviceId) ?? serviceId;
      downloads.add('threatModel', id);
      await readModelCanvases(reading, id);
      downloads.markFetched(id);
    }
    changed([...recordKinds]);
  };

  /**
   * Throws if the service no longer has any of the collections that this store has synced with it. Call
   * it before anything is sent, because another service at the same address must not get the records.
   */
  const assertKnown = async (): Promise<void> => {
    const list: List = (query) => lists.page('collection', query);
    assertKnownService(store, await walkPages(list, () => Promise.resolve()));
  };

  return { full, recent, model, imported, assertKnown };
};
