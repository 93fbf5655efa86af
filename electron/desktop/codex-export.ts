import { basename } from 'node:path';
import { ORPCError } from '@orpc/server';
import type { Extensions } from '#shared/api/codex-extensions.ts';
import type { CodexFormat } from '#shared/codex/codex-entry.ts';
import { codexFileOf } from '#shared/codex/codex-file.ts';
import { t } from '#shared/locales/texts.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import { fileNameOf, type SaveExport } from '../shell/save-file.ts';
import type { Codex } from './codex.ts';
import { failure, reasonOf, serviceFailure } from './failure.ts';
import type { FileType } from './file-export.ts';

type Dependencies = {
  codex: Pick<Codex, 'all'>;
  extensions: () => Extensions;
  files: FileHandles;
  save: SaveExport;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
};

const types: Record<CodexFormat, FileType> = {
  json: { name: 'JSON', extensions: ['json'] },
  csv: { name: 'CSV', extensions: ['csv'] },
};

/** Exports the codex to a file that the person chooses. Returns `null` if the person cancels. */
export const createCodexExport =
  ({ codex, extensions, files, save, choosePath }: Dependencies) =>
  async (format: CodexFormat, signal?: AbortSignal) => {
    const path = await choosePath(fileNameOf(t('codex:file-name'), format), types[format]);
    if (path === null) return null;
    const handle = files.addTarget(path);
    try {
      await files.writeOnce(handle, async () => {
        const entries = await codex.all(signal).catch((error: unknown) => {
          throw serviceFailure(error);
        });
        signal?.throwIfAborted();
        await save(path, codexFileOf(entries, format, extensions()));
      });
    } catch (error) {
      if (error instanceof ORPCError) throw error;
      throw failure('FILE_NOT_WRITTEN', reasonOf(error));
    }
    return { handle, fileName: basename(path) };
  };
