import { rename, rm, writeFile } from 'node:fs/promises';
import { FileProblem } from './command.ts';

/**
 * Writes a file completely or not at all: under another name in the same folder first, and then renames it.
 * If the disk is full or the folder is read-only, no file is left behind.
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
