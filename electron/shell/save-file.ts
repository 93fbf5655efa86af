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

// File systems allow 255 bytes for the name with its ending; Windows counts the folders in too.
const longestName = 180;

// Devices of Windows, whatever ending they are given.
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

const shortened = (name: string): string => {
  const cut = Buffer.from(name).subarray(0, longestName);
  // A character that was cut in two is left out.
  return new TextDecoder().decode(cut, { stream: true });
};

/** A file name that every system accepts, made from a title; never empty. */
export const fileNameOf = (title: string, extension: string): string => {
  const name = title
    .replaceAll(unsafe, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
    .trimEnd()
    .replace(reserved, '$&_');
  return `${shortened(name).trim() || 'threat-model'}.${extension}`;
};
