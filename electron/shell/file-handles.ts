import { randomUUID } from 'node:crypto';

/**
 * Files that a person gave us, by a handle that means nothing outside this process: the window
 * names a file by it and can neither learn nor choose a path.
 */
export const createFileHandles = () => {
  const paths = new Map<string, string>();
  return {
    add: (path: string): string => {
      const handle = randomUUID();
      paths.set(handle, path);
      return handle;
    },
    path: (handle: string): string | null => paths.get(handle) ?? null,
    release: (handle: string): void => void paths.delete(handle),
  };
};

export type FileHandles = ReturnType<typeof createFileHandles>;
