import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { countWrites, inNonDurableTransaction, rollbackCount } from './database.ts';
import { createDrawnNames, drawnOnce, type Drawn } from './drawn-names.ts';
import { componentIndexing, lateIndexing } from './search-schema.ts';

/** The number of elements above which the indexing of a new drawing is postponed. */
const fewNames = 100;
/** The number of elements above which a drawing stays in memory until it is indexed. */
const manyNames = 1000;
/** The number of records from which the indexing of a gesture is postponed. */
const manyRecords = 500;
/** The number of new records from which the indexing of a page of a download is postponed. */
export const manyDownloaded = 50;
/** The numbers of names, of components, and of other records that are indexed in one transaction. */
const [namesAtOnce, componentsAtOnce, recordsAtOnce] = [200, 50, 50];

/**
 * The pause, in ms, before the first slice of a large new drawing. Meanwhile, the window can read and draw
 * it.
 */
const settleMs = 2000;
/**
 * The pause, in ms, before the first slice, and before a slice if other work has written to the store
 * since the slice before.
 */
const pauseMs = 100;
/** The time, in ms, after which indexing is tried again if the store could not be written. */
const retryMs = 30_000;

const idRow = z.object({ id: z.string() });
const numberRow = z.object({ number: z.bigint() });
const listRow = z.object({ list: z.string() });

type Dependencies = {
  database: DatabaseSync;
  /** Reads a drawing without keeping it in memory. */
  read: (canvasId: string) => CanvasDocument | null;
};

/**
 * Keeps the search index in agreement with records and drawings. Triggers index the records
 * (`search-schema.ts`), and the functions below index the names of drawn elements. Call them in the
 * transaction that changes the drawing.
 *
 * Indexing takes longer than storing. So the indexing of new drawings, and of the records of large
 * gestures and downloads, is postponed and then done in slices, between other work. While other work
 * writes to the store, such as a download, there are pauses between the slices. Until the end, the search
 * misses some texts, but it never finds anything that was deleted. If the app ends before that, the rest
 * is indexed after the store was opened again.
 */
export const createSearchIndex = ({ database, read }: Dependencies) => {
  const names = createDrawnNames(database);
  const beginDeferral = database.prepare('INSERT INTO search_deferral (id) VALUES (1)');
  const endDeferral = database.prepare('DELETE FROM search_deferral');
  const selectLate = database.prepare(
    'SELECT json_group_array(number) AS list FROM (SELECT number FROM search_late LIMIT ?)',
  );
  const indexLate = lateIndexing.map((sql) => database.prepare(sql));
  const selectQueued = database.prepare('SELECT id FROM search_queue LIMIT ?');
  const selectPending = database.prepare('SELECT canvas_id AS id FROM search_pending LIMIT 1');
  const addPending = database.prepare('INSERT OR IGNORE INTO search_pending VALUES (?)');
  const removePending = database.prepare('DELETE FROM search_pending WHERE canvas_id = ?');
  const selectIsStored = database.prepare('SELECT 1 FROM canvas_document WHERE canvas_id = ?');
  const removals = componentIndexing.removals.map((sql) => database.prepare(sql));
  const lastNumber = database.prepare(componentIndexing.lastNumber);
  lastNumber.setReadBigInts(true);
  const addEntries = database.prepare(componentIndexing.addEntries);
  const additions = componentIndexing.additions.map((sql) => database.prepare(sql));

  const allWrites = countWrites(database);
  let ownWrites = 0;
  const otherWrites = (): number => allWrites() - ownWrites;
  let seenWrites = otherWrites();

  const take = <Result>(work: () => Result): Result => {
    const before = allWrites();
    try {
      return inNonDurableTransaction(database, work);
    } finally {
      ownWrites += allWrites() - before;
    }
  };
  const setDeferral = (isOn: boolean): void => {
    isDeferring = false;
    ownWrites += Number((isOn ? beginDeferral : endDeferral).run().changes);
    isDeferring = isOn;
  };
  const isStored = (canvasId: string): boolean => selectIsStored.get(canvasId) !== undefined;

  /**
   * The elements of postponed drawings that have not changed since they were stored. None of these
   * elements is in the index yet. After a rollback, an entry may be of a drawing that was not stored.
   */
  const unindexed = new Map<string, { elements: readonly Drawn[]; rollbacks: number }>();
  const elementsLeft = (canvasId: string): readonly Drawn[] | null => {
    const known = unindexed.get(canvasId);
    return known?.rollbacks === rollbackCount(database) ? known.elements : null;
  };
  let isDeferring = false;
  let textsAdded = (): void => {};
  let running: Generator<void, void> | null = null;
  let next: NodeJS.Immediate | null = null;
  let timer: NodeJS.Timeout | null = null;

  /** Indexes components anew, or removes them from the index if they were deleted. */
  const indexComponents = (ids: readonly string[]): void => {
    const list = JSON.stringify(ids);
    for (const removal of removals) removal.run(list);
    const { number } = numberRow.parse(lastNumber.get());
    const { changes } = addEntries.run(list);
    for (const addition of additions) addition.run(number, number + BigInt(changes));
  };

  /** Adds the elements of a drawing in slices. Ends early if the drawing changes. */
  function* addUnindexed(canvasId: string, elements: readonly Drawn[]): Generator<void, void> {
    const isUnchanged = (): boolean => elementsLeft(canvasId) === elements;
    try {
      for (let at = 0; at < elements.length && isUnchanged(); at += namesAtOnce) {
        take(() => names.add(canvasId, elements.slice(at, at + namesAtOnce)));
        yield;
      }
      if (isUnchanged()) take(() => void removePending.run(canvasId));
    } finally {
      if (unindexed.get(canvasId)?.elements === elements) unindexed.delete(canvasId);
    }
  }

  /** Removes some names of a deleted drawing. Tells if there are more. */
  const removeNames = (canvasId: string): boolean => {
    const hasMore = names.removeSome(canvasId, namesAtOnce);
    if (!hasMore) removePending.run(canvasId);
    return hasMore;
  };

  function* removeDeleted(canvasId: string): Generator<void, void> {
    while (!isStored(canvasId) && take(() => removeNames(canvasId))) yield;
  }

  /** Replaces all names of a drawing in the index in one transaction. */
  const replaceAll = (canvasId: string, elements: readonly Drawn[]): void => {
    names.replace(canvasId, elements);
    removePending.run(canvasId);
  };

  function* indexDrawing(canvasId: string): Generator<void, void> {
    const elements = elementsLeft(canvasId);
    if (elements) return yield* addUnindexed(canvasId, elements);
    if (!isStored(canvasId)) return yield* removeDeleted(canvasId);
    const all = elementsOf(read(canvasId));
    if (names.hasMoreThan(canvasId, 0)) {
      take(() => replaceAll(canvasId, all));
      yield;
    } else {
      unindexed.set(canvasId, { elements: all, rollbacks: rollbackCount(database) });
      yield* addUnindexed(canvasId, all);
    }
  }

  /** Indexes the texts of records whose entries are already there. `list` is a JSON array of numbers. */
  const indexTexts = (list: string): void => {
    for (const step of indexLate) step.run(list);
  };

  function* slices(): Generator<void, void> {
    let hadLate = false;
    for (;;) {
      const { list } = listRow.parse(selectLate.get(recordsAtOnce));
      const isLate = list !== '[]';
      if (isLate) {
        take(() => indexTexts(list));
        yield;
      } else if (hadLate) textsAdded();
      hadLate = isLate;
      const ids = selectQueued.all(componentsAtOnce).map((row) => idRow.parse(row).id);
      const pending = selectPending.get();
      if (ids.length > 0) {
        take(() => indexComponents(ids));
        yield;
      } else if (pending) yield* indexDrawing(idRow.parse(pending).id);
      else if (!isLate) return;
    }
  }

  /**
   * Indexes what was postponed. Other code may use the store between two slices. A call ends the work of
   * an earlier call.
   */
  const catchUp = (): Generator<void, void> => {
    running?.return();
    running = slices();
    return running;
  };

  const takeSlice = (): void => {
    [next, timer] = [null, null];
    try {
      if (running?.next().done === true) running = null;
      else continueLater();
    } catch {
      running = null;
      // The store cannot be written, for example because the disk is full. Other writes report this.
      timer = setTimeout(catchUpLater, retryMs);
      timer.unref();
    }
  };

  const continueLater = (): void => {
    const isQuiet = seenWrites === otherWrites();
    seenWrites = otherWrites();
    if (isQuiet) next = setImmediate(takeSlice);
    else timer = setTimeout(takeSlice, pauseMs);
  };

  const stop = (): void => {
    if (next) clearImmediate(next);
    if (timer) clearTimeout(timer);
    [next, timer] = [null, null];
  };

  const catchUpLater = (firstPauseMs = pauseMs): void => {
    if (running && (next || timer)) return;
    stop();
    catchUp();
    timer = setTimeout(takeSlice, firstPauseMs);
  };

  const postpone = (canvasId: string, firstPauseMs = pauseMs): void => {
    addPending.run(canvasId);
    catchUpLater(firstPauseMs);
  };

  return {
    catchUp,

    /** Updates the index after an operation on a drawing. */
    follow: (canvasId: string, operation: CanvasOperation): void => {
      unindexed.delete(canvasId);
      names.follow(canvasId, operation);
    },

    /** Updates the index after a drawing was added or replaced. */
    replace: (canvasId: string, document: CanvasDocument): void => {
      unindexed.delete(canvasId);
      const elements = elementsOf(document);
      const isNew = !names.hasMoreThan(canvasId, 0);
      if (elements.length <= fewNames || !isNew) return replaceAll(canvasId, elements);
      const isLarge = elements.length > manyNames;
      if (isLarge) unindexed.set(canvasId, { elements, rollbacks: rollbackCount(database) });
      postpone(canvasId, isLarge ? settleMs : pauseMs);
    },

    /** Updates the index after a drawing was deleted. */
    remove: (canvasId: string): void => {
      unindexed.delete(canvasId);
      if (names.hasMoreThan(canvasId, manyNames)) return postpone(canvasId);
      names.removeSome(canvasId, manyNames);
      removePending.run(canvasId);
    },

    /**
     * Runs `work`, which writes `count` records. If these are many, their indexing is postponed. Call in
     * a transaction.
     */
    together: <Result>(count: number, work: () => Result, many = manyRecords): Result => {
      if (count < many || isDeferring) return work();
      setDeferral(true);
      try {
        return work();
      } finally {
        setDeferral(false);
        catchUpLater();
      }
    },

    catchUpLater,
    /** Sets a function to call when the texts of all postponed records have been indexed. */
    onTextsAdded: (listener: () => void): void => {
      textsAdded = listener;
    },
    /** Returns the number of rows that were written in the background. */
    ownWrites: (): number => ownWrites,
    /** Ends the work in the background. */
    stop,
  };
};

export type SearchIndex = ReturnType<typeof createSearchIndex>;

const elementsOf = (document: CanvasDocument | null): Drawn[] =>
  document ? drawnOnce([...document.nodes, ...document.edges]) : [];
