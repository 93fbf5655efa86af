import { rename, rm, writeFile } from 'node:fs/promises';
import { FileProblem } from './command.ts';

/**
 * Writes a file completely or not at all. It first writes to another name in the same folder and then
 * renames that file. If this fails, the other file is removed, and an existing file at `path` stays as
 * it was.
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
