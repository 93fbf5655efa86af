import { readFileSync, renameSync } from 'node:fs';
import type { z } from 'zod';

/** Writes beside the file and renames, so that the old one stays whole until the new one is. */
export type SaveFile = (path: string, content: string) => Promise<void>;

type Dependencies<Value> = {
  path: string;
  save: SaveFile;
  schema: z.ZodType<Value>;
  /** What it holds before anything was stored. */
  initial: Value;
};

/**
 * A small value kept in a file of its own, and in memory. A copy is written behind it: a file that
 * a disk or a person damaged is put aside, and the copy takes its place.
 */
export const createJsonFile = <Value>({ path, save, schema, initial }: Dependencies<Value>) => {
  const copy = `${path}.copy`;
  let value = read(path, schema) ?? read(copy, schema) ?? initial;
  let last: Promise<void> = Promise.resolve();

  return {
    value: (): Value => value,
    /** Resolves when it is on disk; one change after the other. */
    change: (changedFrom: (value: Value) => Value): Promise<void> => {
      const written = last.then(async () => {
        const changed = changedFrom(value);
        const text = `${JSON.stringify(changed, null, 2)}\n`;
        await save(path, text);
        value = changed;
        await save(copy, text);
      });
      last = written.catch(() => undefined);
      return written;
    },
  };
};

const read = <Value>(path: string, schema: z.ZodType<Value>): Value | null => {
  const text = textOf(path);
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // Put aside and not written over: a person may want to read what it said.
    renameSync(path, `${path}.unreadable`);
    return null;
  }
};

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};
