import type { DatabaseSync } from 'node:sqlite';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { translateComponentIds } from '#shared/canvas/translate-component-ids.ts';
import type { CanvasVersion, VersionReason, VersionSize } from '#shared/desktop/versions.ts';
import { compareCanvases } from '#shared/merge/compare-canvases.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { inTransaction } from './database.ts';
import { createDrawnSince } from './drawn-since.ts';
import { outlived } from './thin-versions.ts';
import { createVersionRows, drawingOf } from './version-rows.ts';

type Parts = { database: DatabaseSync; documents: CanvasDocuments; now: () => string };

type AutomaticReason = Exclude<VersionReason, 'named'>;

const minute = 60_000;
const day = 24 * 60 * minute;
/** A version is saved after changes have been unsaved for this long. */
const workMs = 10 * minute;
/** A deleted version can be restored for this long. */
const removedMs = 60 * minute;
/** The versions of a deleted canvas are kept for this long in case it is restored. */
const goneMs = 30 * day;
/** The size limit for all automatic versions of a connection; beyond it the oldest are deleted. */
const mostBytes = 200 * 1024 * 1024;

const before = (time: string, ms: number): string => new Date(Date.parse(time) - ms).toISOString();

/**
 * Manages the versions of the canvases: named ones, which stay until a person deletes them, and
 * automatic ones, which are thinned out with age. None is saved in the transaction of a gesture:
 * `keepWork` finds all it needs in the journal later.
 */
export const createVersions = ({ database, documents, now }: Parts) => {
  const rows = createVersionRows(database);
  const drawnSince = createDrawnSince(database, documents);
  const selectComponent = database.prepare(
    `SELECT 1 FROM record WHERE kind = 'component' AND id = ?`,
  );
  // Drawing from before the start is covered by the version that is saved when a canvas is opened.
  let lookedAt = drawnSince.newest();
  /** When the changes began that no version includes yet, by canvas. */
  const unkept = new Map<string, string>();

  /** Saves an automatic version unless it equals the newest one. Tells if it saved one. */
  const keep = (canvasId: string, reason: AutomaticReason, document: CanvasDocument): boolean => {
    const drawing = drawingOf(document);
    if (rows.newest(canvasId)?.hash === drawing.hash) return false;
    rows.add({ canvasId, title: null, reason, madeAt: now(), drawing });
    return true;
  };

  const keepNow = (canvasId: string, reason: AutomaticReason): boolean => {
    unkept.delete(canvasId);
    const document = documents.read(canvasId);
    return document !== null && keep(canvasId, reason, document);
  };

  const notice = (canvasId: string, large: number | null): boolean => {
    if (!unkept.has(canvasId)) unkept.set(canvasId, now());
    const document = large === null ? null : drawnSince.before(canvasId, large);
    return document !== null && keep(canvasId, 'beforeLarge', document);
  };

  const lookAtJournal = (): boolean => {
    const upTo = drawnSince.newest();
    if (upTo === lookedAt) return false;
    const made = drawnSince
      .canvases(lookedAt)
      .map(({ canvasId, large }) => notice(canvasId, large));
    lookedAt = upTo;
    return made.includes(true);
  };

  const sizeSince = (id: number): VersionSize | null => {
    const version = rows.find(id);
    const document = version && documents.read(version.canvasId);
    if (!version || !document) return null;
    const size: VersionSize = { added: 0, removed: 0, moved: 0, changed: 0 };
    for (const { kind } of compareCanvases(version.document, document)) size[kind] += 1;
    return size;
  };

  /** Returns the versions that exceed the size limit, counted from the newest. */
  const tooMuch = (automatic: ReturnType<typeof rows.automatic>): number[] => {
    let bytes = 0;
    return automatic.flatMap((point) => {
      bytes += point.bytes;
      return bytes > mostBytes ? [point.id] : [];
    });
  };

  return {
    keep,
    list: (canvasId: string): CanvasVersion[] => rows.list(canvasId),
    read: (id: number): CanvasDocument | null => rows.find(id)?.document ?? null,
    sizeSince,

    /** Names the current state; if the newest version equals it, names that version. */
    name: (canvasId: string, title: string): boolean => {
      const document = documents.read(canvasId);
      if (!document) return false;
      const drawing = drawingOf(document);
      const newest = rows.newest(canvasId);
      if (newest?.title === null && newest.hash === drawing.hash) rows.name(newest.id, title);
      else rows.add({ canvasId, title, reason: 'named', madeAt: now(), drawing });
      unkept.delete(canvasId);
      return true;
    },
    rename: (id: number, title: string): void => rows.name(id, title),
    remove: (id: number): void => rows.setRemoved(id, now()),
    bringBack: (id: number): void => rows.setRemoved(id, null),

    /** Copies the named versions of canvases that were created again elsewhere. */
    copyNamed: (
      canvases: readonly { from: string; to: string }[],
      components: ReadonlyMap<string, string>,
    ): void => {
      for (const { from, to } of canvases) {
        for (const { id, title, reason, madeAt } of rows.list(from).toReversed()) {
          const document = title === null ? null : rows.find(id)?.document;
          if (!document) continue;
          const shown = translateComponentIds(document, (each) => components.get(each) ?? null);
          rows.add({ canvasId: to, title, reason, madeAt, drawing: drawingOf(shown) });
        }
      }
    },

    keepBeforeRestore: (canvasId: string): void => {
      lookAtJournal();
      keepNow(canvasId, 'beforeRestore');
    },

    /** Limits how often: while others keep drawing, not each of their changes needs a version. */
    keepBeforeMerge: (canvasId: string, document: CanvasDocument): void => {
      lookAtJournal();
      const newest = rows.newest(canvasId);
      const isRecent = newest !== null && newest.made_at > before(now(), workMs);
      if (isRecent && !unkept.has(canvasId)) return;
      unkept.delete(canvasId);
      keep(canvasId, 'beforeMerge', document);
    },

    /**
     * Saves changes that are older than ten minutes. Call when idle. Tells if it saved a version.
     */
    keepWork: (): boolean => {
      const isNews = lookAtJournal();
      const longAgo = before(now(), workMs);
      const due = [...unkept].filter(([, since]) => since <= longAgo);
      return due.map(([canvasId]) => keepNow(canvasId, 'work')).includes(true) || isNews;
    },

    /** Deletes expired versions. Call when idle. */
    prune: (): void =>
      inTransaction(database, () => {
        const time = now();
        rows.noteGone(time);
        rows.forget(before(time, removedMs), before(time, goneMs));
        const automatic = rows.automatic();
        const byCanvas = Map.groupBy(automatic, (point) => point.canvas_id);
        for (const points of byCanvas.values()) {
          const aged = points.map(({ id, made_at: madeAt }) => ({ id, madeAt }));
          for (const id of outlived(aged, time)) rows.remove(id);
        }
        for (const id of tooMuch(rows.automatic())) rows.remove(id);
      }),

    goneComponents: (ids: readonly string[]): string[] =>
      [...new Set(ids)].filter((id) => selectComponent.get(id) === undefined),
  };
};
