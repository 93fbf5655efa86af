import { DatabaseSync } from 'node:sqlite';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { createCanvasDocuments } from './canvas-documents.ts';
import { toConflict, type StoredConflict } from './conflicts.ts';
import { toEntry, type OutboxEntry } from './outbox.ts';
import { toRow, type RecordRow } from './records.ts';

/** What there is of a person's work in a store, or can still be read of it. */
export type Work = {
  entries: OutboxEntry[];
  conflicts: StoredConflict[];
  records: RecordRow[];
  drawing: (canvasId: string) => CanvasDocument | null;
};

/**
 * Looks at what can still be read of a damaged store: every row before a damaged place and every
 * one behind it. The file is not written to. Of a file that is no database nothing can be read.
 */
export const salvage = <Value>(path: string, look: (work: Work) => Value): Value => {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const documents = orNull(() => createCanvasDocuments(database));
    return look({
      entries: readable(database, 'outbox', ['seq'], toEntry),
      conflicts: readable(database, 'conflict', ['kind', 'id'], toConflict),
      records: readable(database, 'record', ['kind', 'id'], toRow),
      drawing: (canvasId) => orNull(() => documents?.read(canvasId) ?? null),
    });
  } finally {
    database.close();
  }
};

const orNull = <Value>(read: () => Value): Value | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

/** From the first row, and where that ends at a damaged place, from the last one backwards. */
const readable = <Row>(
  database: DatabaseSync,
  table: string,
  key: readonly string[],
  read: (raw: unknown) => Row,
): Row[] => {
  const inOrder = (direction: 'ASC' | 'DESC') => {
    const order = key.map((column) => `${column} ${direction}`).join(', ');
    return untilDamage(database, `SELECT * FROM ${table} ORDER BY ${order}`);
  };
  const before = inOrder('ASC');
  const behind = before.isWhole ? [] : inOrder('DESC').rows.toReversed();
  return [...before.rows, ...behind].flatMap((raw) => orNull(() => [read(raw)]) ?? []);
};

const untilDamage = (database: DatabaseSync, sql: string) => {
  const rows: unknown[] = [];
  try {
    for (const row of database.prepare(sql).iterate()) rows.push(row);
    return { rows, isWhole: true };
  } catch {
    return { rows, isWhole: false };
  }
};
