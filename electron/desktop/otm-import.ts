import { setTimeout } from 'node:timers/promises';
import type { DrawingChange } from '#shared/desktop/change.ts';
import { importPreviewSchema, type ImportPreview } from '#shared/desktop/contract.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { ImportFile, ImportFiles } from '../shell/import-files.ts';
import type { ReadingThread } from '../store/reading-thread.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { sendPending } from './content-at-service.ts';
import { failure, reasonOf, serviceFailure } from './failure.ts';
import { isSurelyOtm, otmFile } from './otm-file.ts';
import { readInThread } from './read-in-thread.ts';
import { canvasesRead, canvasTidied, otmRead, templateRead } from './reader-job.ts';

type Dependencies = {
  store: Store;
  /** The reading thread prepares the base of later merges, because that takes long for a large model. */
  reading: Pick<ReadingThread, 'ask'>;
  sync: SyncEngine;
  client: SyncClient;
  files: ImportFiles;
  /** The bundled worker that reads a file, so that a large file does not block the main process. */
  readerEntry: string;
  chooseFile: () => Promise<string | null>;
  /** See `ServiceConnection`. */
  readAhead: (file: Uint8Array<ArrayBuffer> | null) => void;
  /** Resolves when the window has drawn a canvas, or does not open it (`createCanvasOpening`). */
  drawn: (canvasId: string) => Promise<void>;
  /** Called after imported canvases were tidied up, with the kinds of record that changed. */
  changed: (kinds: RecordKind[]) => void;
};

/**
 * The size of a file, in bytes, above which the service reads it ahead, and above which the rest of its
 * models is downloaded only when the window has drawn the first canvas. Until then, the download would
 * slow down the drawing.
 */
const largeFileBytes = 512 * 1024;
/**
 * The time, in ms, from the drawing until this download begins. The window renders its panels meanwhile.
 */
const settleMs = 500;
/**
 * The longest time, in ms, that the import of a smaller file waits for the rest of its models. Most are
 * complete by then.
 */
const maxWaitMs = 300;

type Run = { handle: string; collectionId: string; tidiesUp: boolean };

/**
 * Imports files of Open Threat Model and of other tools in steps: the person chooses a
 * file, sees a preview, and then imports the file.
 */
export const createOtmImport = (dependencies: Dependencies) => {
  const { store, reading, sync, client, files, readerEntry, readAhead, drawn, changed } =
    dependencies;

  const fileOf = (handle: string): ImportFile => {
    const file = files.find(handle);
    if (file === null)
      throw failure('FILE_UNREADABLE', 'The file is no longer open. Choose it again.');
    return file;
  };

  const bytesOf = async (file: ImportFile): Promise<Uint8Array<ArrayBuffer>> => {
    try {
      return await file.read();
    } catch (error) {
      throw failure('FILE_UNREADABLE', reasonOf(error));
    }
  };

  /** Returns a file as OTM. Files of other tools are converted on this computer. */
  const otmOf = async (file: ImportFile, signal?: AbortSignal): Promise<File> => {
    const bytes = await bytesOf(file);
    if (isSurelyOtm(bytes)) return otmFile(bytes, file.name);
    const read = otmRead.parse(
      await readInThread(readerEntry, { bytes, name: file.name, wanted: 'otm' }, signal),
    );
    if (!read.ok) throw failure('FILE_UNREADABLE', `${read.place}: ${read.reason}`);
    return otmFile(read.otm === null ? bytes : new TextEncoder().encode(read.otm), file.name);
  };

  /**
   * Deletes the imported models after the person canceled, because the service has already stored the
   * whole file when it answers.
   */
  const takeBack = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) await client.threatModels.delete({ id });
  };

  const tidied = async (canvasId: string, signal?: AbortSignal): Promise<DrawingChange[]> => {
    const document = store.documents.text(canvasId);
    const revision = store.documents.revision(canvasId);
    if (document === null) return [];
    const job = { wanted: 'tidying', document } as const;
    const read = canvasTidied.parse(await readInThread(readerEntry, job, signal));
    // If the layout takes too long, the drawing stays as it is in the file. The person can then start
    // the layout from the list of problems.
    if (!read.ok || read.operation.length === 0) return [];
    // A canvas that others have changed during the layout is not tidied up. They can draw on it as soon
    // as the service has the model.
    if (store.documents.revision(canvasId) !== revision) return [];
    return [{ canvasId, operation: read.operation, inverse: read.inverse }];
  };

  /**
   * Tidies up all canvases of a model. If the person cancels, all of them stay as they are in the file.
   */
  const tidyUp = async (modelId: string, signal?: AbortSignal): Promise<void> => {
    const drawings: DrawingChange[] = [];
    for (const { id } of store.reads.canvasTabs(modelId)) {
      if (signal?.aborted) return;
      drawings.push(...(await tidied(id, signal)));
    }
    if (drawings.length === 0) return;
    changed(store.changes.apply({ scope: modelId, label: 'arrange.label.tidy', drawings }));
  };

  /**
   * Stores the imported content as the base for merging the same file into the model later. If the app
   * ends before this is done, the next merge has no base. If a merge has already stored a newer base,
   * that base stays.
   */
  const saveBases = async (modelIds: readonly string[], fileName: string): Promise<void> => {
    for (const modelId of modelIds) {
      const key = { modelId, fileName };
      const content = await reading.ask('importBase', modelId);
      store.take(() => {
        const isWanted = store.records.has('threatModel', modelId) && !store.importBases.has(key);
        if (content && isWanted) store.importBases.save(key, content, false);
      });
    }
  };

  return {
    fileOf,
    bytesOf,

    choose: async (): Promise<{ handle: string } | null> => {
      const path = await dependencies.chooseFile();
      return path === null ? null : { handle: files.addPath(path) };
    },

    offer: ({ name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> }) => ({
      handle: files.addDropped(name, bytes),
    }),

    preview: async (handle: string, signal?: AbortSignal): Promise<ImportPreview> => {
      const file = fileOf(handle);
      const bytes = await bytesOf(file);
      if (bytes.length > largeFileBytes && isSurelyOtm(bytes)) readAhead(bytes);
      return {
        fileName: file.name,
        sizeBytes: bytes.length,
        result: importPreviewSchema.shape.result.parse(
          await readInThread(readerEntry, { bytes, name: file.name, wanted: 'report' }, signal),
        ),
      };
    },

    /** Returns the entries and rules of another tool's template. */
    codexTemplate: async (handle: string, signal?: AbortSignal) => {
      const file = fileOf(handle);
      const job = { bytes: await bytesOf(file), name: file.name, wanted: 'template' } as const;
      const read = templateRead.parse(await readInThread(readerEntry, job, signal));
      if (!read.ok) throw failure('FILE_UNREADABLE', read.reason);
      return { fileName: file.name, ...read.template };
    },

    /** Returns the drawings of all models in a file. */
    canvases: async (handle: string, signal?: AbortSignal) => {
      const file = fileOf(handle);
      const bytes = await bytesOf(file);
      const result = canvasesRead.parse(
        await readInThread(readerEntry, { bytes, name: file.name, wanted: 'canvases' }, signal),
      );
      if (!result.ok) throw failure('FILE_UNREADABLE', `${result.place}: ${result.reason}`);
      return { fileName: file.name, canvases: result.canvases };
    },

    /** Imports the models of the file into a collection, either all or none. */
    run: async ({ handle, collectionId, tidiesUp }: Run, signal?: AbortSignal) => {
      const file = fileOf(handle);
      try {
        await sendPending({ store, sync });
        const serviceId = store.idMap.serviceId('collection', collectionId);
        if (serviceId === null) throw failure('RECORD_GONE', 'The collection hasn’t synced yet.');
        const body = await otmOf(file, signal);
        const params = { collectionId: serviceId };
        const { ids } = await client.threatModels.importOtm({ params, body });
        if (signal?.aborted) await takeBack(ids);
        signal?.throwIfAborted();
        const { fetchRest } = await sync.fetchImported(serviceId, ids);
        files.release(handle);
        const modelIds = ids.map((each) => store.idMap.localId('threatModel', each) ?? each);
        const canvasId = firstCanvas(store, modelIds);
        const complete = async (): Promise<void> => {
          await fetchRest();
          await saveBases(modelIds, file.name);
        };
        const isLarge = body.size > largeFileBytes && canvasId !== null;
        const afterDrawing = async (id: string): Promise<void> => {
          await drawn(id);
          await setTimeout(settleMs);
          await complete();
        };
        const whole = isLarge ? afterDrawing(canvasId) : complete();
        // If the download of the rest fails, the error is ignored here, because the sync status shows it,
        // and sync tries again.
        void whole.catch(() => undefined);
        if (!isLarge) await Promise.race([whole, setTimeout(maxWaitMs)]);
        if (tidiesUp) for (const id of modelIds) await tidyUp(id, signal);
        return { modelIds, canvasId };
      } catch (error) {
        throw serviceFailure(error);
      }
    },

    release: (handle: string): void => {
      readAhead(null);
      files.release(handle);
    },
  };
};

/** Returns the imported canvas to open: the first canvas with elements, or else the first canvas. */
export const firstCanvas = (store: Store, modelIds: readonly string[]): string | null => {
  const canvases = modelIds.flatMap((id) => store.reads.canvasTabs(id));
  if (canvases.length === 1) return canvases[0]?.id ?? null;
  const drawn = canvases.find(({ id }) => store.documents.read(id)?.nodes.length);
  return (drawn ?? canvases[0])?.id ?? null;
};

export type OtmImport = ReturnType<typeof createOtmImport>;
