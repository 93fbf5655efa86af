import { DatabaseSync } from 'node:sqlite';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { createCanvasDocuments } from './canvas-documents.ts';
import { toConflict, type StoredConflict } from './conflicts.ts';
import { toEntry, type OutboxEntry } from './outbox-entry.ts';
import { toRow, type RecordRow } from './records.ts';

/**
 * The work of a person that can still be read from a damaged store: pending changes,
 * conflicts, and records.
 */
export type Work = {
  entries: OutboxEntry[];
  conflicts: StoredConflict[];
  records: RecordRow[];
  drawing: (canvasId: string) => CanvasDocument | null;
};

/**
 * Reads the rows before and after the damaged pages of a store, without writing to its
 * file. A file that is not a database yields nothing.
 */
export const salvage = <Value>(path: string, read: (work: Work) => Value): Value => {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const documents = orNull(() => createCanvasDocuments(database, null));
    return read({
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

/** Reads from the first row and, if that fails at a damaged page, backward from the last row. */
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
