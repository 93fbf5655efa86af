import { readFileSync, renameSync } from 'node:fs';
import type { z } from 'zod';

/** Writes a new file and renames it. A crash leaves either the old file or the new one, each complete. */
export type SaveFile = (path: string, content: string) => Promise<void>;

type Dependencies<Value> = {
  path: string;
  save: SaveFile;
  schema: z.ZodType<Value>;
  /** The initial value, before anything was stored. */
  initial: Value;
};

/**
 * Keeps a small value in memory and in a file, with a backup copy. A damaged file is renamed, and
 * the copy replaces it.
 */
export const createJsonFile = <Value>({ path, save, schema, initial }: Dependencies<Value>) => {
  const copy = `${path}.copy`;
  let value = read(path, schema) ?? read(copy, schema) ?? initial;
  let last: Promise<void> = Promise.resolve();

  return {
    value: (): Value => value,
    /** Resolves when the value is on disk. Changes run one after another. */
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
    // The file is renamed and not overwritten, because a person may want to read it.
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
