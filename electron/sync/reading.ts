import type { RecordKind } from '#shared/records/record-kinds.ts';
import { NotModified } from '../connection/answer-failures.ts';
import type { Store } from '../store/store.ts';
import { isMissingAtService } from './deletions.ts';
import type { Remote, RemoteLists, RemoteRecords, Version } from './endpoints.ts';
import { inLanes } from './in-lanes.ts';
import { createIncoming, noFindings, type Taking } from './incoming.ts';
import { changedWith } from './names.ts';
import { prepareDrawing } from './new-drawing.ts';
import { walkPages, type List, type Seen } from './pages.ts';
import { readOrGone } from './read-or-gone.ts';

export type ReadingParts = {
  store: Store;
  remote: RemoteRecords;
  lists: RemoteLists;
  changed: (kinds: RecordKind[]) => void;
  /** Called between two pages, so that new changes of the person are sent during the reading. */
  breathe: () => Promise<void>;
  progress: (done: number, total: number) => void;
};

export type Listed = Exclude<RecordKind, 'canvas'>;

const canvasesAtOnce = 4;

export const versionsOf = (items: readonly Remote[]): Version[] =>
  items.map((remote) => ({ remote, etag: null }));

/** Starts a reading of the service. A reading stores data as it arrives and collects findings. */
export const startReading = (parts: ReadingParts, taking: Taking) => {
  const { store, remote, lists, changed, breathe, progress } = parts;
  const { records, conflicts, idMap, preferences } = store;
  const findings = noFindings();
  const incoming = createIncoming(store, taking, findings);
  const totals = new Map<string, number>();
  let received = 0;

  const count = (list: string, added: number, total: number): void => {
    received += added;
    totals.set(list, total);
    const all = [...totals.values()].reduce((sum, each) => sum + each, 0);
    progress(Math.min(received, all), all);
  };

  const take = (kind: RecordKind, versions: readonly Version[]): void => {
    if (incoming(kind, versions)) changed(changedWith(kind));
  };

  const noteNewest = (kind: RecordKind, items: readonly Remote[]): void => {
    const times = items.map(({ updated_at: time }) => (typeof time === 'string' ? time : ''));
    const newest = times.reduce((a, b) => (a > b ? a : b), preferences.newestChange(kind) ?? '');
    if (newest !== '' && !findings.passedOver.has(kind)) preferences.noteNewestChange(kind, newest);
  };

  /**
   * Returns the known ETag of a canvas. Returns `null` if the canvas seemed to be deleted,
   * so that the service sends it again.
   */
  const knownEtag = (id: string): string | null => {
    const isMissed = isMissingAtService(conflicts.find('canvas', id)?.type);
    return isMissed ? null : (records.find('canvas', id)?.etag ?? null);
  };

  /**
   * Reads one canvas. Returns true if the service has it. The service does not send an unchanged drawing
   * again, because the request names the known ETag.
   */
  const canvas = async (serviceId: string): Promise<boolean> => {
    const id = idMap.localId('canvas', serviceId);
    const known = id === null ? null : knownEtag(id);
    try {
      const version = await readOrGone(() => remote.get('canvas', serviceId, known));
      if (version === 'gone') return false;
      // Only a new canvas is prepared, because preparing takes several turns of the event loop. A canvas
      // that is in the store must be merged in the turn in which its answer arrived (before-merging.ts).
      if (id === null || !records.has('canvas', id)) await prepareDrawing(store, version.remote);
      take('canvas', [version]);
      return true;
    } catch (error) {
      if (error instanceof NotModified) return true;
      throw error;
    }
  };

  return {
    findings,
    /** For each kind, the IDs in its list; `null` if the list kept changing while it was read. */
    seen: new Map<RecordKind, Seen>(),
    take,

    /**
     * Reads a list and stores its records. `name` distinguishes lists of the same kind in the progress.
     */
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

    /** Reads canvases by service ID and returns the IDs of those that exist. */
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
