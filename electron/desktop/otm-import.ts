import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { importLimit } from '#shared/api/endpoint.ts';
import { importPreviewSchema, type ImportPreview } from '#shared/desktop/contract.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { failure, serviceFailure } from './failure.ts';
import { otmFile } from './otm-file.ts';
import { canvasesRead, type ReaderJob } from './reader-job.ts';

type Dependencies = {
  store: Store;
  sync: SyncEngine;
  client: SyncClient;
  files: FileHandles;
  /** The bundled worker that reads a file, so that a large one holds up nobody. */
  readerEntry: string;
  chooseFile: () => Promise<string | null>;
};

/** Open Threat Model files on their way in: chosen, shown, and only then imported. */
export const createOtmImport = (dependencies: Dependencies) => {
  const { store, sync, client, files, readerEntry } = dependencies;

  const pathOf = (handle: string): string => {
    const path = files.path(handle);
    if (path === null) throw failure('FILE_UNREADABLE', 'The file is no longer known');
    return path;
  };

  const bytesOf = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    try {
      const { size } = await stat(path);
      if (size > importLimit) throw new Error(`The file has more than ${importLimit} bytes`);
      return new Uint8Array(await readFile(path));
    } catch (error) {
      throw failure('FILE_UNREADABLE', reasonOf(error));
    }
  };

  const read = (job: ReaderJob, signal?: AbortSignal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(readerEntry, { workerData: job });
      signal?.addEventListener('abort', () => void worker.terminate(), { once: true });
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(failure('FILE_UNREADABLE', 'Reading was cancelled')));
    });

  const send = async (path: string, collectionId: string) => {
    const body = otmFile(await bytesOf(path), basename(path));
    return await client.threatModels.importOtm({ params: { collectionId }, body });
  };

  /** The service stores a file whole before it answers, so a late cancel deletes what it stored. */
  const takeBack = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) await client.threatModels.delete({ id });
  };

  return {
    choose: async (): Promise<{ handle: string } | null> => {
      const path = await dependencies.chooseFile();
      return path === null ? null : { handle: files.add(path) };
    },

    preview: async (handle: string, signal?: AbortSignal): Promise<ImportPreview> => {
      const path = pathOf(handle);
      const bytes = await bytesOf(path);
      return {
        fileName: basename(path),
        sizeBytes: bytes.length,
        result: importPreviewSchema.shape.result.parse(
          await read({ bytes, wanted: 'report' }, signal),
        ),
      };
    },

    /** The drawings of a file, of whichever of its models. */
    canvases: async (handle: string, signal?: AbortSignal) => {
      const path = pathOf(handle);
      const bytes = await bytesOf(path);
      const result = canvasesRead.parse(await read({ bytes, wanted: 'canvases' }, signal));
      if (!result.ok) throw failure('FILE_UNREADABLE', `${result.place}: ${result.reason}`);
      return { fileName: basename(path), canvases: result.canvases };
    },

    /** Stores the file's models in a collection; all of them or none. */
    run: async (handle: string, collectionId: string, signal?: AbortSignal) => {
      const path = pathOf(handle);
      try {
        await sync.flush();
        const serviceId = store.idMap.serviceId('collection', collectionId);
        if (serviceId === null) throw failure('RECORD_GONE', 'The collection is not stored yet');
        const { ids } = await send(path, serviceId);
        if (signal?.aborted) await takeBack(ids);
        signal?.throwIfAborted();
        for (const id of ids) store.kept.add('threatModel', id);
        await sync.syncAll();
        files.release(handle);
        const modelIds = ids.map((each) => store.idMap.localId('threatModel', each) ?? each);
        return { modelIds, canvasId: firstCanvas(store, modelIds) };
      } catch (error) {
        throw serviceFailure(error);
      }
    },

    release: (handle: string): void => files.release(handle),
  };
};

/** The canvas to open of what was imported: the first that shows anything, or else the first. */
export const firstCanvas = (store: Store, modelIds: readonly string[]): string | null => {
  const canvases = modelIds.flatMap((id) => store.reads.canvasTabs(id));
  const drawn = canvases.find(({ id }) => store.documents.read(id)?.nodes.length);
  return (drawn ?? canvases[0])?.id ?? null;
};

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export type OtmImport = ReturnType<typeof createOtmImport>;
