import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes beside the target and renames: the old file stays whole until the new one is. */
export const saveFile = async (path: string, content: string | Uint8Array): Promise<void> => {
  const temporary = join(dirname(path), `.${randomUUID()}.part`);
  try {
    const file = await open(temporary, 'wx');
    try {
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

// Characters that Windows refuses, and control characters, which every system's dialogs garble.
const unsafe = /[<>:"/\\|?*\p{Cc}]+/gu;

/** A file name that every system accepts, made from a title; never empty, at most 120 characters. */
export const fileNameOf = (title: string, extension: string): string => {
  const name = title
    .replaceAll(unsafe, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s]+/, '');
  return `${Array.from(name).slice(0, 120).join('').trim() || 'threat-model'}.${extension}`;
};
