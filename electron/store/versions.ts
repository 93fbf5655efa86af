import type { DatabaseSync } from 'node:sqlite';
import type { CanvasDocument } from '#shared/canvas/document.ts';
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
/** Drawing that is not in any point yet is put into one after this time. */
const workMs = 10 * minute;
/** For as long a deleted point can be brought back. */
const removedMs = 60 * minute;
/** For as long the points of a deleted canvas wait for it to come back. */
const goneMs = 30 * day;
/** What all automatic points of a connection may take; beyond it the oldest go. */
const mostBytes = 200 * 1024 * 1024;

const before = (time: string, ms: number): string => new Date(Date.parse(time) - ms).toISOString();

/**
 * The histories of the canvases: points that a person named, which stay until they are deleted, and
 * automatic ones, which grow fewer with age. None is made within the transaction of a gesture: what
 * `keepWork` finds in the journal afterwards says all there is to know.
 */
export const createVersions = ({ database, documents, now }: Parts) => {
  const rows = createVersionRows(database);
  const drawnSince = createDrawnSince(database, documents);
  const selectComponent = database.prepare(
    `SELECT 1 FROM record WHERE kind = 'component' AND id = ?`,
  );
  // What was drawn before the start is in the points that are made when a canvas is opened.
  let lookedAt = drawnSince.newest();
  /** Since when there is drawing that is in no point. */
  const unkept = new Map<string, string>();

  /** An automatic point, unless the newest is the same; tells whether there is a new one. */
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

  /** The newest first, until they take too much. */
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

    /** The present gets a name; where the newest point is the same, that one does. */
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

    keepBeforeRestore: (canvasId: string): void => {
      lookAtJournal();
      keepNow(canvasId, 'beforeRestore');
    },

    /** Where others draw all the time, not each of their changes is worth a point. */
    keepBeforeMerge: (canvasId: string, document: CanvasDocument): void => {
      lookAtJournal();
      const newest = rows.newest(canvasId);
      const isRecent = newest !== null && newest.made_at > before(now(), workMs);
      if (isRecent && !unkept.has(canvasId)) return;
      unkept.delete(canvasId);
      keep(canvasId, 'beforeMerge', document);
    },

    /** For when nothing else is to do: keeps what was drawn for a while; tells whether it did. */
    keepWork: (): boolean => {
      const isNews = lookAtJournal();
      const longAgo = before(now(), workMs);
      const due = [...unkept].filter(([, since]) => since <= longAgo);
      return due.map(([canvasId]) => keepNow(canvasId, 'work')).includes(true) || isNews;
    },

    /** For when nothing else is to do: lets go what has had its time. */
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
