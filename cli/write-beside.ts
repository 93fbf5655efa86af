import { rename, rm, writeFile } from 'node:fs/promises';
import { FileProblem } from './command.ts';

/**
 * Writes a file atomically. The content is written to a temporary file in the same folder, which is then
 * renamed to `path`. If this fails, the temporary file is removed, and an existing file at `path` is
 * unchanged.
 */
export const writeBeside = async (
  path: string,
  name: string,
  content: string | Uint8Array,
): Promise<void> => {
  const beside = `${path}.${process.pid}.part`;
  try {
    await writeFile(beside, content);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new FileProblem(`${name} cannot be written (${code})`);
  }
};
