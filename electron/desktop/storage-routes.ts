import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { implement } from '@orpc/server';
import { desktop } from '#shared/desktop/contract.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import type { SaveExport } from '../shell/save-file.ts';
import { failure, reasonOf } from './failure.ts';
import type { FileType } from './file-export.ts';
import type { Session } from './session.ts';

/** The parts of storage that do not depend on the open connection. */
export type StorageParts = {
  /** The folder with all files of the app. */
  folder: string;
  files: FileHandles;
  save: SaveExport;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
  diagnostics: () => Promise<string>;
};

type Dependencies = StorageParts & { session: () => Session };

const os = implement(desktop.storage);
const json: FileType = { name: 'JSON', extensions: ['json'] };

/** Returns the size of the databases, logs, and settings, without Chromium's cache. */
const sizeOf = async (folder: string): Promise<number> => {
  let bytes = 0;
  for (const part of [folder, join(folder, 'connections')]) {
    const entries = await readdir(part, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      bytes += (await stat(join(part, entry.name)).catch(() => ({ size: 0 }))).size;
    }
  }
  return bytes;
};

/** Implements the part of the desktop contract about backups and the diagnostic file. */
export const storageRoutes = (dependencies: Dependencies) => {
  const { session, folder, files, save, choosePath, diagnostics } = dependencies;
  const never = (): AbortSignal => new AbortController().signal;
  return os.router({
    size: os.size.handler(async () => ({ bytes: await sizeOf(folder) })),
    exportEverything: os.exportEverything.handler(async function* ({ signal }) {
      yield* session().backup.exportEverything(signal ?? never());
    }),
    chooseBackup: os.chooseBackup.handler(({ signal }) => session().backup.chooseBackup(signal)),
    restoreBackup: os.restoreBackup.handler(async function* ({ input, signal }) {
      yield* session().backup.restoreBackup(input.handle, signal ?? never());
    }),
    saveDiagnostics: os.saveDiagnostics.handler(async () => {
      const path = await choosePath('parapet-diagnostics.json', json);
      if (path === null) return null;
      try {
        await save(path, await diagnostics());
      } catch (error) {
        throw failure('FILE_NOT_WRITTEN', reasonOf(error));
      }
      return { handle: files.add(path), fileName: basename(path) };
    }),
  });
};
