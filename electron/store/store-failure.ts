import { z } from 'zod';
import type { StoreProblemKind } from '#shared/desktop/connections.ts';

/** Why a store's file cannot be used; `message` is what the system or SQLite said. */
export class StoreFailure extends Error {
  readonly kind: StoreProblemKind;

  constructor(kind: StoreProblemKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreFailure';
    this.kind = kind;
  }
}

/** SQLite's primary result codes, https://sqlite.org/rescode.html, but for those of wrong SQL. */
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

/** An error that SQLite has raised, by its extended code; the lower byte is the primary one. */
const raised = z.object({ errcode: z.number() }).transform(({ errcode }) => errcode & 0xff);

const sqliteKind = (error: unknown): StoreProblemKind | null => {
  if (error instanceof StoreFailure) return error.kind;
  const { data } = raised.safeParse(error);
  return data === undefined ? null : (kindByCode[data] ?? null);
};

/** Whether it is about the file, and not about what was asked of it. */
export const isOfStore = (error: unknown): boolean => sqliteKind(error) !== null;

export const isDamage = (error: unknown): boolean => sqliteKind(error) === 'damaged';

/** As of a table that is not there. */
const isWrongSql = (error: unknown): boolean => raised.safeParse(error).data === 1;

/** Of whatever went wrong when a store was opened: content that is not as we left it is damage. */
export const storeFailure = (error: unknown): StoreFailure => {
  if (error instanceof StoreFailure) return error;
  const isStrange =
    error instanceof z.ZodError || error instanceof SyntaxError || isWrongSql(error);
  const kind = sqliteKind(error) ?? (isStrange ? 'damaged' : 'unreadable');
  const message = error instanceof Error ? error.message : String(error);
  return new StoreFailure(kind, message, { cause: error });
};
