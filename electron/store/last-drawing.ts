import type { DatabaseSync } from 'node:sqlite';
import { watchOutside } from './database.ts';

/**
 * Keeps a value that was read about a canvas, until it is about another canvas. Reading a drawing of
 * 20,000 elements takes a tenth of a second, and a person who draws works on one canvas for a while.
 *
 * The value must not be changed by those who get it. It counts as unknown after a rollback, because it
 * may come from the transaction that was rolled back, and after a commit of another connection, such as
 * that of a session that is being closed.
 */
export const createLastDrawing = <Value>(database: DatabaseSync) => {
  const outside = watchOutside(database);
  let kept: { canvasId: string; outside: string; value: Value } | null = null;
  return {
    get: (canvasId: string): Value | null =>
      kept?.canvasId === canvasId && kept.outside === outside() ? kept.value : null,
    set: (canvasId: string, value: Value): void => {
      kept = { canvasId, outside: outside(), value };
    },
    /** Call when the stored data changes in a way that the value does not follow. */
    forget: (canvasId: string): void => {
      if (kept?.canvasId === canvasId) kept = null;
    },
  };
};
