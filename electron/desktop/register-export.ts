import { basename } from 'node:path';
import { ORPCError } from '@orpc/server';
import { t } from '#shared/locales/texts.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import { fileNameOf, type SaveExport } from '../shell/save-file.ts';
import { failure, reasonOf } from './failure.ts';
import type { FileType } from './file-export.ts';

type Dependencies = {
  files: FileHandles;
  save: SaveExport;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
};

const csvFile: FileType = { name: 'CSV', extensions: ['csv'] };

/**
 * Writes the text of a table to a CSV file that the person chooses. Returns `null` if the person
 * cancels.
 */
export const createRegisterExport =
  ({ files, save, choosePath }: Dependencies) =>
  async (text: string) => {
    const path = await choosePath(fileNameOf(t('register:file-name'), 'csv'), csvFile);
    if (path === null) return null;
    const handle = files.addTarget(path);
    try {
      await files.writeOnce(handle, async () => await save(path, text));
    } catch (error) {
      if (error instanceof ORPCError) throw error;
      throw failure('FILE_NOT_WRITTEN', reasonOf(error));
    }
    return { handle, fileName: basename(path) };
  };
