import type { RecordKind } from '#shared/desktop/records.ts';
import { NotModified } from '../connection/answer-failures.ts';
import type { Store } from '../store/store.ts';
import { isMissingThere } from './deletions.ts';
import type { Remote, RemoteLists, RemoteRecords, Version } from './endpoints.ts';
import { inLanes } from './in-lanes.ts';
import { createIncoming, noFindings, type Taking } from './incoming.ts';
import { orGone } from './or-gone.ts';
import { walkPages, type List, type Seen } from './pages.ts';

export type ReadingParts = {
  store: Store;
  remote: RemoteRecords;
  lists: RemoteLists;
  changed: (kinds: RecordKind[]) => void;
  /** Called between two pages: what the person changed meanwhile need not wait for the end. */
  breathe: () => Promise<void>;
  progress: (done: number, total: number) => void;
};

export type Listed = Exclude<RecordKind, 'canvas'>;

const canvasesAtOnce = 4;

export const versionsOf = (items: readonly Remote[]): Version[] =>
  items.map((remote) => ({ remote, etag: null }));

/** One reading of the service: what it stores as it goes on, and what it comes upon. */
export const startReading = (parts: ReadingParts, taking: Taking) => {
  const { store, remote, lists, changed, breathe, progress } = parts;
  const { records, conflicts, idMap, preferences } = store;
  const findings = noFindings();
  const incoming = createIncoming(store, taking, findings);
  const totals = new Map<string, number>();
  let done = 0;

  const count = (list: string, arrived: number, total: number): void => {
    done += arrived;
    totals.set(list, total);
    const all = [...totals.values()].reduce((sum, each) => sum + each, 0);
    progress(Math.min(done, all), all);
  };

  const take = (kind: RecordKind, versions: readonly Version[]): void => {
    if (incoming(kind, versions)) changed([kind]);
  };

  const noteNewest = (kind: RecordKind, items: readonly Remote[]): void => {
    const times = items.map(({ updated_at: time }) => (typeof time === 'string' ? time : ''));
    const newest = times.reduce((a, b) => (a > b ? a : b), preferences.newestChange(kind) ?? '');
    if (newest !== '' && !findings.passedOver.has(kind)) preferences.noteNewestChange(kind, newest);
  };

  /** Of what was thought to be deleted there, all that is news is that it is there. */
  const versionHere = (id: string): string | null => {
    const isMissed = isMissingThere(conflicts.find('canvas', id)?.type);
    return isMissed ? null : (records.find('canvas', id)?.etag ?? null);
  };

  /** Tells whether it is there; a drawing that has not changed is not sent again. */
  const canvas = async (serviceId: string): Promise<boolean> => {
    const id = idMap.localId('canvas', serviceId);
    const known = id === null ? null : versionHere(id);
    try {
      const version = await orGone(() => remote.get('canvas', serviceId, known));
      if (version !== 'gone') take('canvas', [version]);
      return version !== 'gone';
    } catch (error) {
      if (error instanceof NotModified) return true;
      throw error;
    }
  };

  return {
    findings,
    /** What the lists that were read to their end have. */
    seen: new Map<RecordKind, Seen>(),
    take,

    /** `name` tells this list from others of the same kind. */
    list: async (
      kind: Listed,
      list: List = (query) => lists.page(kind, query),
      name: string = kind,
    ): Promise<Seen> =>
      await walkPages(list, async (items, total) => {
        take(kind, versionsOf(items));
        noteNewest(kind, items);
        count(name, items.length, total);
        await breathe();
      }),

    /** The canvases by their ids at the service; those that are there. */
    canvases: async (ids: readonly string[]): Promise<Set<string>> => {
      const seen = new Set<string>();
      await inLanes(ids, canvasesAtOnce, async (id) => {
        if (await canvas(id)) seen.add(id);
        count('canvases', 1, ids.length);
        await breathe();
      });
      return seen;
    },
  };
};

export type Reading = ReturnType<typeof startReading>;
