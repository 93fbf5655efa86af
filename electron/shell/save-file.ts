import { randomUUID } from 'node:crypto';
import { lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

const forThisAccount = 0o600;

/** The saves of this thread that are in progress. */
const inProgress = new Set<Promise<void>>();

/** The longest time, in ms, that `filesSaved` waits. A network drive may never answer. */
const longestSaveMs = 10_000;

/**
 * Resolves when no file is being saved in this thread. Also waits for a file that is saved right after
 * another, such as its copy.
 */
export const filesSaved = async (): Promise<void> => {
  const end = performance.now() + longestSaveMs;
  await nextTurn();
  while (inProgress.size > 0 && performance.now() < end) {
    const left = pause(end - performance.now(), undefined, { ref: false });
    await Promise.race([Promise.allSettled(inProgress), left]);
    await nextTurn();
  }
};

/**
 * Writes a file atomically, by renaming a temporary file to `path`. So after a crash, `path` has either
 * the whole old content or the whole new content. By default, only this account may read the file.
 */
export const saveFile = async (
  path: string,
  content: string | Uint8Array,
  mode = forThisAccount,
): Promise<void> => {
  const saving = write(path, content, mode);
  inProgress.add(saving);
  try {
    await saving;
  } finally {
    inProgress.delete(saving);
  }
};

const write = async (path: string, content: string | Uint8Array, mode: number): Promise<void> => {
  const temporary = join(dirname(path), `.${randomUUID()}.part`);
  try {
    const file = await open(temporary, 'wx', forThisAccount);
    try {
      await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

export type SaveExport = (path: string, content: string | Uint8Array) => Promise<void>;

/**
 * Returns a function that saves a file for the person. An existing file keeps its permissions, and a
 * link to it stays a link. A new file gets the permissions that are usual with `umask`, the mask with
 * which the app was started.
 */
export const exportSaver =
  (umask: number): SaveExport =>
  async (path, content) => {
    const before = await stat(path).catch(() => null);
    if (before && !before.isFile()) throw new Error('It is not a regular file');
    if (before) await saveFile(await realpath(path), content, before.mode & 0o777);
    else await saveFile(path, content, 0o666 & ~umask);
  };

// Characters that Windows rejects, and control characters, which garble file dialogs.
const unsafe = /[<>:"/\\|?*\p{Cc}]+/gu;

// The maximum length of a name without its extension, in bytes. File systems allow 255 bytes with the
// extension. Windows also limits the length of the whole path, so names are shorter here.
const maxNameBytes = 180;

// Device names of Windows, which are reserved with any extension.
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

const shortened = (name: string): string => {
  const cut = Buffer.from(name).subarray(0, maxNameBytes);
  // With `stream`, the decoder omits a character that was cut in two.
  return new TextDecoder().decode(cut, { stream: true });
};

/** Makes a file name from a title. The name is valid on every system, and never empty. */
export const fileNameOf = (title: string, extension: string): string => {
  const name = title
    .replaceAll(unsafe, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
    .trimEnd()
    .replace(reserved, '$&_');
  return `${shortened(name).trim() || 'threat-model'}.${extension}`;
};

/**
 * Returns a path in `folder` at which there is no file yet, so that nothing is replaced. Files with
 * equal titles get numbers.
 */
export const freePath = async (
  folder: string,
  { title, extension }: { title: string; extension: string },
): Promise<string> => {
  const name = fileNameOf(title, extension);
  const start = name.slice(0, -extension.length - 1);
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${start} (${number}).${extension}`);
    // Any error is taken to mean that there is no file. If the folder cannot be read, writing the file
    // fails later and reports this.
    const isTaken = await lstat(path).then(
      () => true,
      () => false,
    );
    if (!isTaken) return path;
    if (number > maxSameName) throw new Error(`Too many files have the name ${title}`);
  }
};

const maxSameName = 10_000;
