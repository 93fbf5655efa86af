import { readFileSync, renameSync } from 'node:fs';
import type { z } from 'zod';

/**
 * Writes the file atomically, by renaming a temporary file to `path`. So after a crash, `path` has
 * either the whole old content or the whole new content.
 */
export type SaveFile = (path: string, content: string) => Promise<void>;

type Dependencies<Value> = {
  path: string;
  save: SaveFile;
  schema: z.ZodType<Value>;
  /** The value to use before anything was stored. */
  initial: Value;
};

/**
 * Stores a small value in memory and in a file. A second file has a copy. A damaged file is renamed, and
 * the value is read from the copy.
 */
export const createJsonFile = <Value>({ path, save, schema, initial }: Dependencies<Value>) => {
  const copy = `${path}.copy`;
  let value = read(path, schema) ?? read(copy, schema) ?? initial;
  let last: Promise<void> = Promise.resolve();

  return {
    value: (): Value => value,
    /** Changes the value. Resolves when the new value is on disk. Changes run one after another. */
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
    // The file is renamed instead of overwritten, because a person may want to read it.
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
