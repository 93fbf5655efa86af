import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ORPCError } from '@orpc/server';
import { z } from 'zod';
import type { KindedEntry } from '#shared/codex/codex-entry.ts';
import type { BackupContent, BackupProgress } from '#shared/desktop/storage.ts';
import { t } from '#shared/locales/texts.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import { fileNameOf } from '../shell/save-file.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { readBackup, writeBackup, type BackupLine } from './backup-file.ts';
import type { Codex } from './codex.ts';
import { failure, reasonOf, serviceFailure } from './failure.ts';
import type { FileType } from './file-export.ts';
import type { LocalDocuments } from './local-documents.ts';
import { otmFile } from './otm-file.ts';

type Dependencies = {
  store: Store;
  sync: Pick<SyncEngine, 'flush' | 'syncAll'>;
  client: Pick<SyncClient, 'collections' | 'threatModels'>;
  codex: Pick<Codex, 'all' | 'add'>;
  documents: Pick<LocalDocuments, 'file'>;
  files: FileHandles;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
  chooseBackup: () => Promise<string | null>;
};

const fileType: FileType = { name: 'Parapet', extensions: ['parapet-backup'] };
const otmText = z.union([z.string(), z.instanceof(Uint8Array)]);

/**
 * Writes everything of a connection to a backup file, and adds the content of a backup file to a
 * connection.
 */
export const createBackup = (dependencies: Dependencies) => {
  const { store, sync, client, codex, documents, files } = dependencies;

  /**
   * Returns a model as OTM text. Asks the service first, because the service has data of imported files
   * that the store lacks.
   */
  const otmOf = async (modelId: string, signal: AbortSignal): Promise<string> => {
    const serviceId = store.idMap.serviceId('threatModel', modelId);
    if (serviceId !== null) {
      try {
        return JSON.stringify(await client.threatModels.exportOtm({ id: serviceId }, { signal }));
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ORPCError) throw error;
        // The service cannot be reached, so the document is made from the local copy, which has
        // everything that the window shows.
      }
    }
    const order = { kind: 'file', id: modelId, canvasId: null, format: 'otm' } as const;
    const { content } = await documents.file(order, signal);
    const made = otmText.parse(content);
    return typeof made === 'string' ? made : new TextDecoder().decode(made);
  };

  /**
   * Returns the lines of the codex, or none if the codex cannot be read. The service may have no codex
   * or be offline, and a backup without the codex is still useful.
   */
  const codexLines = async (signal: AbortSignal): Promise<BackupLine[]> => {
    try {
      const entries = await codex.all(signal);
      return entries.map(({ kind, entry }) => ({ type: 'codex', kind, entry }));
    } catch {
      signal.throwIfAborted();
      return [];
    }
  };

  const exportEverything = async function* (signal: AbortSignal): AsyncGenerator<BackupProgress> {
    const day = new Date().toISOString().slice(0, 10);
    const name = fileNameOf(t('dialogs:backup-name', { day }), 'parapet-backup');
    const path = await dependencies.choosePath(name, fileType);
    if (path === null) return;
    // The service makes the documents, so the pending changes are sent first. If the service cannot be
    // reached, the documents are made from the local copy, which has these changes.
    await sync.flush().catch(() => undefined);
    const collections = store.reads.overview();
    const total = collections.reduce((sum, { models }) => sum + models.length, 0) + 1;
    let done = 0;
    const lines = async function* (): AsyncGenerator<BackupLine> {
      for (const { title, models } of collections) {
        yield { type: 'collection', title };
        for (const { id } of models) {
          signal.throwIfAborted();
          yield { type: 'model', otm: await otmOf(id, signal) };
          done += 1;
        }
      }
      yield* await codexLines(signal);
    };
    const part = join(dirname(path), `.${randomUUID()}.part`);
    try {
      const writing = writeBackup(part, lines(), signal);
      const state = { isWriting: true };
      const ended = writing.finally(() => (state.isWriting = false));
      ended.catch(() => undefined);
      while (state.isWriting) {
        yield { done, total, file: null };
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 200))]);
      }
      await ended;
      const before = await stat(path).catch(() => null);
      if (before && !before.isFile()) throw new Error('It is not a regular file');
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      if (signal.aborted) return;
      if (error instanceof ORPCError) throw serviceFailure(error);
      throw failure('FILE_NOT_WRITTEN', reasonOf(error));
    }
    yield { done: total, total, file: { handle: files.add(path), fileName: basename(path) } };
  };

  const contentOf = async (path: string, signal?: AbortSignal): Promise<BackupContent> => {
    const content = { createdAt: '', collections: 0, models: 0, codexEntries: 0 };
    try {
      for await (const line of readBackup(path, signal)) {
        if ('createdAt' in line) content.createdAt = line.createdAt;
        else if (line.type === 'collection') content.collections += 1;
        else if (line.type === 'model') content.models += 1;
        else content.codexEntries += 1;
      }
    } catch (error) {
      throw failure('FILE_UNREADABLE', error instanceof z.ZodError ? '' : reasonOf(error));
    }
    return content;
  };

  const chooseBackup = async (signal?: AbortSignal) => {
    const path = await dependencies.chooseBackup();
    if (path === null) return null;
    const content = await contentOf(path, signal);
    return { handle: files.add(path), fileName: basename(path), content };
  };

  /**
   * Returns a title for a restored collection. If the title is taken, adds the day of the backup, so
   * that the person can tell the restored collection from the existing one.
   */
  const freeTitle = (title: string, createdAt: string): string => {
    const taken = new Set(store.reads.overview().map((each) => each.title));
    if (!taken.has(title)) return title;
    return t('dialogs:backup-title', { title, day: createdAt.slice(0, 10) });
  };

  const restoreBackup = async function* (
    handle: string,
    signal: AbortSignal,
  ): AsyncGenerator<BackupProgress> {
    const path = files.path(handle);
    if (path === null) throw failure('FILE_UNREADABLE', 'The file is no longer open.');
    const { models: total } = await contentOf(path, signal);
    const added: string[] = [];
    const entries: KindedEntry[] = [];
    let createdAt = '';
    let done = 0;
    try {
      await sync.flush();
      for await (const line of readBackup(path, signal)) {
        if ('createdAt' in line) ({ createdAt } = line);
        else if (line.type === 'codex') entries.push({ kind: line.kind, entry: line.entry });
        else if (line.type === 'collection') {
          const title = freeTitle(line.title, createdAt);
          added.push((await client.collections.create({ title }, { signal })).id);
        } else {
          yield { done, total, file: null };
          const collectionId = added.at(-1);
          if (collectionId === undefined) throw new Error('A model has no collection.');
          const body = otmFile(new TextEncoder().encode(line.otm), 'backup.otm.json');
          const { ids } = await client.threatModels.importOtm(
            { params: { collectionId }, body },
            { signal },
          );
          for (const id of ids) store.downloads.add('threatModel', id);
          done += 1;
        }
      }
      // The list of existing entries to replace is empty, so only missing entries are added.
      for await (const _ of codex.add(entries, [], signal)) yield { done, total, file: null };
      await sync.syncAll();
    } catch (error) {
      for (const id of added) await client.collections.delete({ id }).catch(() => undefined);
      await sync.syncAll().catch(() => undefined);
      if (signal.aborted) return;
      throw serviceFailure(error);
    }
    yield { done, total, file: { handle, fileName: basename(path) } };
  };

  return { exportEverything, chooseBackup, restoreBackup };
};
