import type { DatabaseSync } from 'node:sqlite';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { translateComponentIds } from '#shared/canvas/translate-component-ids.ts';
import type { CanvasVersion, VersionReason } from '#shared/desktop/versions.ts';
import type { VersionRecord } from '#shared/merge/compare-records.ts';
import { newId } from '#shared/records/new-id.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { inTransaction } from './database.ts';
import { createDrawnSince } from './drawn-since.ts';
import { createExpectedMerges, type WantedVersion } from './expected-merges.ts';
import type { RecordStep } from './record-step.ts';
import { expiredVersions } from './thin-versions.ts';
import { createVersionReads, type PackQuery } from './version-reads.ts';
import type { createVersionRecords } from './version-records.ts';
import {
  createVersionRows,
  drawingOf,
  packed,
  type PackedDrawing,
  type VersionFound,
} from './version-rows.ts';

type Parts = {
  database: DatabaseSync;
  documents: CanvasDocuments;
  versionRecords: ReturnType<typeof createVersionRecords>;
  now: () => string;
};

type AutomaticReason = Exclude<VersionReason, 'named' | 'reviewed'>;
type Packable = Parameters<typeof packed>[0];
type RestoredRecord = { kind: VersionRecord['kind']; id: string; version: number };

const minute = 60_000;
const day = 24 * 60 * minute;
/** The time, in ms, after which a change is saved in an automatic version. */
const workMs = 10 * minute;
/** The time, in ms, within which a deleted version can be restored. */
const removedMs = 60 * minute;
/**
 * The time, in ms, for which the versions of a deleted canvas are kept in case the canvas is restored.
 */
const deletedCanvasMs = 30 * day;
/**
 * The maximum size of all automatic versions of a connection, in bytes. If they need more, the oldest
 * ones are deleted.
 */
const maxBytes = 200 * 1024 * 1024;

const holding = (reason: AutomaticReason): PackQuery['reason'] =>
  reason === 'beforeRestore' ? 'named' : 'automatic';

const before = (time: string, ms: number): string => new Date(Date.parse(time) - ms).toISOString();

/**
 * Manages the versions of the canvases. A version holds the components of its canvas with threats,
 * mitigations, and comments. Named versions stay until a person deletes them. Automatic versions
 * are thinned out with age. No version is saved in the transaction of a gesture, because `saveWork`
 * finds everything that it needs in the journal later.
 */
export const createVersions = ({ database, documents, versionRecords, now }: Parts) => {
  const rows = createVersionRows(database);
  const drawnSince = createDrawnSince(database, documents);
  const reads = createVersionReads({ rows, documents, versionRecords, drawnSince });
  const selectComponent = database.prepare(
    `SELECT 1 FROM record WHERE kind = 'component' AND id = ?`,
  );
  // `readUpTo` is the position up to which the journal was read. It begins at the newest entry, because
  // the version that is saved when a canvas is opened has all earlier changes.
  let readUpTo = drawnSince.newest();
  /** Maps each canvas to the time of its first change that no version has yet. */
  const unsaved = new Map<string, string>();
  /**
   * Maps each canvas with a large change to the journal position of this change, until the drawing
   * before it is saved.
   */
  const unsavedLarge = new Map<string, number>();
  const merges = createExpectedMerges();

  /** Saves an automatic version unless the newest version equals it. Tells if a version was saved. */
  const savePacked = (
    canvasId: string,
    reason: AutomaticReason,
    drawing: Packable | null,
    madeAt = now(),
  ): boolean => {
    if (!drawing || rows.newest(canvasId)?.hash === drawing.hash) return false;
    rows.add({ canvasId, title: null, reason, madeAt, drawing: packed(drawing) });
    return true;
  };

  const save = (
    canvasId: string,
    reason: AutomaticReason,
    document: CanvasDocument,
    records = versionRecords.read(canvasId, holding(reason)),
  ): boolean => savePacked(canvasId, reason, drawingOf(document, records));

  const saveNow = (canvasId: string, reason: AutomaticReason): boolean => {
    unsaved.delete(canvasId);
    const document = documents.read(canvasId);
    return document !== null && save(canvasId, reason, document);
  };

  const readJournal = (): void => {
    const upTo = drawnSince.newest();
    if (upTo === readUpTo) return;
    for (const { canvasId, large } of drawnSince.canvases(readUpTo)) {
      if (!unsaved.has(canvasId)) unsaved.set(canvasId, now());
      if (large !== null && !unsavedLarge.has(canvasId)) unsavedLarge.set(canvasId, large);
    }
    readUpTo = upTo;
  };

  /** Saves each drawing as it was before a large change, synchronously. Tells if a version was saved. */
  const saveBeforeLarge = (): boolean => {
    readJournal();
    const made = [...unsavedLarge].map(([canvasId, seq]) => {
      const document = drawnSince.before(canvasId, seq);
      if (!document) return false;
      return save(
        canvasId,
        'beforeLarge',
        document,
        versionRecords.before(canvasId, seq, document),
      );
    });
    unsavedLarge.clear();
    return made.includes(true);
  };

  const dueWork = (): string[] => {
    const longAgo = before(now(), workMs);
    return [...unsaved].flatMap(([canvasId, since]) => (since <= longAgo ? [canvasId] : []));
  };

  /**
   * Tells if a merge should save a version. If the person has changed nothing since the newest version,
   * one version in ten minutes is enough, because others may change the canvas again and again.
   */
  const mergeNeedsVersion = (canvasId: string): boolean => {
    if (unsaved.has(canvasId)) return true;
    const newest = rows.newest(canvasId);
    const isRecent = newest !== null && newest.made_at > before(now(), workMs);
    return !isRecent && !merges.isPreparing(canvasId);
  };

  /**
   * Returns the IDs of the versions that exceed the size limit. The sizes are added up from the newest
   * version on, so these are the oldest versions.
   */
  const tooMuch = (automatic: ReturnType<typeof rows.automatic>): number[] => {
    let bytes = 0;
    return automatic.flatMap((point) => {
      bytes += point.bytes;
      return bytes > maxBytes ? [point.id] : [];
    });
  };

  return {
    save,
    list: (canvasId: string): CanvasVersion[] => rows.list(canvasId),
    read: (id: number): VersionFound | null => rows.find(id),
    /** Returns the present components of a canvas with everything in them. */
    records: reads.present,
    /** Returns the steps that restore records from their versions, by record ID. */
    stepsOf: (restored: readonly RestoredRecord[]): Map<string, RecordStep[]> => {
      const versions = new Map(restored.map(({ version }) => [version, rows.find(version)]));
      return new Map(
        restored.flatMap((record) => {
          const version = versions.get(record.version);
          if (!version?.records) return [];
          return [[record.id, versionRecords.steps(version.records, record, version.canvasId)]];
        }),
      );
    },
    sizeSince: reads.sizeSince,

    /** Saves a version of each canvas of a model, and marks these versions as reviewed. */
    review: (
      canvasIds: readonly string[],
      title: string,
      madeBy: string,
      drawings = canvasIds.map((canvasId) => reads.pack({ canvasId, reason: 'named' })),
    ): void =>
      inTransaction(database, () => {
        const madeAt = now();
        for (const [at, canvasId] of canvasIds.entries()) {
          const drawing = drawings[at];
          if (!drawing) continue;
          rows.add({ canvasId, title, reason: 'reviewed', madeAt, drawing, madeBy });
          unsaved.delete(canvasId);
        }
      }),

    reviewState: reads.reviewState,

    /**
     * Saves the current state as a named version. If the newest version has no name and equals the
     * current state, names that version instead.
     */
    name: (
      canvasId: string,
      title: string,
      drawing = reads.pack({ canvasId, reason: 'named' }),
    ): boolean => {
      if (!drawing) return false;
      const newest = rows.newest(canvasId);
      if (newest?.title === null && newest.hash === drawing.hash) rows.name(newest.id, title);
      else rows.add({ canvasId, title, reason: 'named', madeAt: now(), drawing });
      unsaved.delete(canvasId);
      return true;
    },
    rename: (id: number, title: string): void => rows.name(id, title),
    remove: (id: number): void => rows.setRemoved(id, now()),
    bringBack: (id: number): void => rows.setRemoved(id, null),

    /**
     * Copies the named versions of canvases that were created again in a moved model. `ids` has the new
     * IDs of the copied records. Records that only a version has get new IDs here.
     */
    copyNamed: (
      canvases: readonly { from: string; to: string }[],
      ids: ReadonlyMap<string, string>,
    ): void => {
      const renewed = new Map([...ids, ...canvases.map(({ from, to }) => [from, to] as const)]);
      const idOf = (id: string): string => {
        const known = renewed.get(id) ?? newId();
        renewed.set(id, known);
        return known;
      };
      for (const { from, to } of canvases) {
        for (const { id, title, reason, madeAt, madeBy } of rows.list(from).toReversed()) {
          const version = title === null ? null : rows.find(id);
          if (!version) continue;
          const records = version.records?.map((record) => ({
            ...record,
            id: idOf(record.id),
            parentId: record.parentId && idOf(record.parentId),
          }));
          const translated = translateComponentIds(
            version.document,
            (each) => renewed.get(each) ?? null,
          );
          const drawing = packed(drawingOf(translated, records ?? null));
          rows.add({ canvasId: to, title, reason, madeAt, drawing, madeBy });
        }
      }
    },

    saveBeforeRestore: (
      canvasId: string,
      drawing = reads.pack({ canvasId, reason: 'named' }),
    ): void => {
      saveBeforeLarge();
      unsaved.delete(canvasId);
      savePacked(canvasId, 'beforeRestore', drawing);
    },

    /**
     * Saves the drawing before sync merges it. If another thread has a read snapshot with the drawing,
     * this function only records that the thread has to prepare the version.
     */
    saveBeforeMerge: (canvasId: string, document: CanvasDocument): void => {
      const isPreparedElsewhere = merges.isExpected(canvasId);
      if (isPreparedElsewhere) readJournal();
      else saveBeforeLarge();
      const large = unsavedLarge.get(canvasId);
      if (large !== undefined) merges.note(canvasId, 'beforeLarge', now(), large);
      unsavedLarge.delete(canvasId);
      if (!mergeNeedsVersion(canvasId)) return;
      unsaved.delete(canvasId);
      if (isPreparedElsewhere) merges.note(canvasId, 'beforeMerge', now());
      else save(canvasId, 'beforeMerge', document);
    },

    /** Tells if a merge of this canvas would save a version. */
    needsBeforeMerge: (canvasId: string): boolean => {
      readJournal();
      return unsavedLarge.has(canvasId) || mergeNeedsVersion(canvasId);
    },
    /**
     * Call before a canvas is merged, if another thread has opened a read snapshot of the current state.
     */
    expectMerge: merges.expect,
    /** Call after the merge. Returns the versions that the other thread has to prepare. */
    endMerge: merges.end,
    /**
     * Saves the versions that `endMerge` returned. If the thread has failed, `drawings` is `null`, and
     * no version is saved.
     */
    saveMerged: (
      canvasId: string,
      wanted: readonly WantedVersion[],
      drawings: readonly (PackedDrawing | null)[] | null,
    ): boolean => {
      merges.prepared(canvasId);
      const saved = wanted.map(({ reason, madeAt }, at) =>
        savePacked(canvasId, reason, drawings?.[at] ?? null, madeAt),
      );
      return saved.includes(true);
    },

    /**
     * Saves changes that are older than ten minutes, and drawings before large changes. Call when the
     * app is idle. Tells if a version was saved.
     */
    saveWork: (): boolean => {
      const hasSavedLarge = saveBeforeLarge();
      return (
        dueWork()
          .map((canvasId) => saveNow(canvasId, 'work'))
          .includes(true) || hasSavedLarge
      );
    },

    /**
     * Returns the versions that `saveWork` would save, so that another thread can prepare them.
     * `savePrepared` then saves each of them.
     */
    findWork: (): { due: string[]; large: { canvasId: string; seq: number }[] } => {
      readJournal();
      const large = [...unsavedLarge].map(([canvasId, seq]) => ({ canvasId, seq }));
      return { due: dueWork(), large };
    },
    /** Saves an automatic version that another thread prepared. Tells if the version was saved. */
    savePrepared: (
      canvasId: string,
      reason: 'opened' | 'work' | 'beforeLarge',
      drawing: PackedDrawing | null,
    ): boolean => {
      if (reason === 'work') unsaved.delete(canvasId);
      // If a merge or a restore saved this version while the thread prepared it, it is not saved again.
      if (reason === 'beforeLarge' && !unsavedLarge.delete(canvasId)) return false;
      return savePacked(canvasId, reason, drawing);
    },

    /** Deletes expired versions. Call when the app is idle. */
    prune: (): void =>
      inTransaction(database, () => {
        const time = now();
        rows.noteDeletedCanvases(time);
        rows.forget(before(time, removedMs), before(time, deletedCanvasMs));
        const automatic = rows.automatic();
        const byCanvas = Map.groupBy(automatic, (point) => point.canvas_id);
        for (const points of byCanvas.values()) {
          const aged = points.map(({ id, made_at: madeAt }) => ({ id, madeAt }));
          for (const id of expiredVersions(aged, time)) rows.remove(id);
        }
        for (const id of tooMuch(rows.automatic())) rows.remove(id);
      }),

    missingComponents: (ids: readonly string[]): string[] =>
      [...new Set(ids)].filter((id) => selectComponent.get(id) === undefined),
  };
};
