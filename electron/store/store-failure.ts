import { z } from 'zod';
import type { StoreProblemKind } from '#shared/desktop/connections.ts';

/**
 * The error for a store whose file cannot be used. `kind` is the type of the problem, and `message` is
 * the text of the system or of SQLite.
 */
export class StoreFailure extends Error {
  readonly kind: StoreProblemKind;

  constructor(kind: StoreProblemKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreFailure';
    this.kind = kind;
  }
}

/**
 * Maps SQLite's primary result codes (https://sqlite.org/rescode.html) to problems. The codes for wrong
 * SQL are left out.
 */
const kindByCode: Record<number, StoreProblemKind> = {
  3: 'denied',
  5: 'unreadable',
  6: 'unreadable',
  8: 'denied',
  10: 'unreadable',
  11: 'damaged',
  13: 'full',
  14: 'denied',
  23: 'denied',
  26: 'damaged',
};

/** The primary result code of an SQLite error, which is the lower byte of its extended code. */
const raised = z.object({ errcode: z.number() }).transform(({ errcode }) => errcode & 0xff);

const sqliteKind = (error: unknown): StoreProblemKind | null => {
  if (error instanceof StoreFailure) return error.kind;
  const { data } = raised.safeParse(error);
  return data === undefined ? null : (kindByCode[data] ?? null);
};

/** Tells if the error is about the file rather than the query. */
export const isOfStore = (error: unknown): boolean => sqliteKind(error) !== null;

export const isDamage = (error: unknown): boolean => sqliteKind(error) === 'damaged';

/** Tells if the error is in the SQL, for example because a table is missing. */
const isWrongSql = (error: unknown): boolean => raised.safeParse(error).data === 1;

/**
 * Classifies any error from opening a store. If the content of the file does not have the expected form,
 * the file counts as damaged.
 */
export const storeFailure = (error: unknown): StoreFailure => {
  if (error instanceof StoreFailure) return error;
  const isStrange =
    error instanceof z.ZodError || error instanceof SyntaxError || isWrongSql(error);
  const kind = sqliteKind(error) ?? (isStrange ? 'damaged' : 'unreadable');
  const message = error instanceof Error ? error.message : String(error);
  return new StoreFailure(kind, message, { cause: error });
};
