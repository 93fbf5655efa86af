import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { importableEndings, isImportable } from './importable.ts';
import { readRegularFile } from './read-regular-file.ts';

/**
 * A file to import. `read` returns the current content of a file on disk, or the bytes of a dropped
 * file.
 */
export type ImportFile = { name: string; read: () => Promise<Uint8Array<ArrayBuffer>> };

/**
 * The maximum total size of the dropped files in memory, as a multiple of `maxBytes`. If the files
 * exceed this size, the oldest ones are removed from memory.
 */
const maxDropped = 4;

/**
 * Gives the window random handles for files to import. The window cannot name a path, so it cannot
 * choose what the main process reads. The main process reads files from a dialog, the command line, or
 * the system. The bytes of a dropped file come from the window, which has them only after a real drop.
 */
export const createImportFiles = (maxBytes: number) => {
  const files = new Map<string, ImportFile>();
  const dropped = new Map<string, number>();

  const add = (file: ImportFile): string => {
    const handle = randomUUID();
    files.set(handle, file);
    return handle;
  };
  const release = (handle: string): void => {
    files.delete(handle);
    dropped.delete(handle);
  };

  return {
    addPath: (path: string): string =>
      add({ name: basename(path), read: async () => await readRegularFile(path, maxBytes) }),

    addDropped: (name: string, bytes: Uint8Array<ArrayBuffer>): string => {
      const handle = add(droppedFile(name, bytes, maxBytes));
      dropped.set(handle, bytes.length);
      let total = [...dropped.values()].reduce((sum, size) => sum + size, 0);
      for (const [oldest, size] of dropped) {
        if (total <= maxDropped * maxBytes || oldest === handle) break;
        release(oldest);
        total -= size;
      }
      return handle;
    },

    find: (handle: string): ImportFile | null => files.get(handle) ?? null,
    release,
  };
};

/**
 * Returns a dropped file. If it cannot be imported, its bytes are not kept, and reading it throws the
 * reason.
 */
const droppedFile = (
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): ImportFile => {
  const refused = (reason: string): ImportFile => ({
    name,
    read: () => Promise.reject(new Error(reason)),
  });
  if (!isImportable(name)) {
    const known = importableEndings.map((ending) => `.${ending}`).join(', ');
    return refused(`The name has to end in one of ${known}`);
  }
  if (bytes.length > maxBytes) return refused(`The file is larger than ${maxBytes} bytes.`);
  return { name, read: () => Promise.resolve(bytes) };
};

export type ImportFiles = ReturnType<typeof createImportFiles>;
