import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { codeOf, FileProblem } from './command.ts';

/**
 * Writes a file atomically. The content is written to a temporary file in the same folder, which is then
 * renamed to `path`. If this fails, the temporary file is removed, and an existing file at `path` is
 * unchanged. An existing file keeps its permissions, and a link to it stays a link. Devices and pipes
 * cannot be replaced, so the content is written to them directly.
 */
export const writeBeside = async (
  path: string,
  name: string,
  content: string | Uint8Array,
): Promise<void> => {
  try {
    const found = await stat(path).catch(() => null);
    if (!found) await replace(path, content);
    else if (found.isFile()) await replace(await realpath(path), content, found.mode & 0o777);
    else await writeFile(path, content);
  } catch (error) {
    throw new FileProblem(`${name} cannot be written (${codeOf(error)})`);
  }
};

const replace = async (
  path: string,
  content: string | Uint8Array,
  mode?: number,
): Promise<void> => {
  const beside = `${path}.${process.pid}.part`;
  try {
    await writeFile(beside, content, { mode, flag: 'wx' });
    // The permissions of a new file lack those in the umask.
    if (mode !== undefined) await chmod(beside, mode);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
};
