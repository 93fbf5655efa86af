import { randomUUID } from 'node:crypto';

/**
 * Gives the window random handles for files, so that the window can neither learn nor choose a path. A
 * file that the person chose for saving can be written once.
 */
export const createFileHandles = () => {
  const paths = new Map<string, string>();
  const writable = new Set<string>();
  const add = (path: string): string => {
    const handle = randomUUID();
    paths.set(handle, path);
    return handle;
  };
  return {
    add,
    addTarget: (path: string): string => {
      const handle = add(path);
      writable.add(handle);
      return handle;
    },
    path: (handle: string): string | null => paths.get(handle) ?? null,
    /**
     * Calls `write` with the path and returns its result. Throws if the file was already written or is being written. After a
     * failed write, the file can be written again.
     */
    writeOnce: async <Result>(
      handle: string,
      write: (path: string) => Promise<Result>,
    ): Promise<Result> => {
      const path = writable.delete(handle) ? paths.get(handle) : undefined;
      if (path === undefined) throw new Error('Nothing is to be written there');
      try {
        return await write(path);
      } catch (error) {
        writable.add(handle);
        throw error;
      }
    },
  };
};

export type FileHandles = ReturnType<typeof createFileHandles>;
