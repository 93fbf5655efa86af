import { basename } from 'node:path';
import { getSystemErrorMessage, getSystemErrorName } from 'node:util';
import { exportSubjects, type ExportKind, type ExportSource } from '#shared/desktop/exports.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import { fileNameOf, saveFile } from '../shell/save-file.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { failure, serviceFailure } from './failure.ts';

export type FileType = { name: string; extensions: string[] };

type Dependencies = {
  store: Store;
  sync: SyncEngine;
  client: SyncClient;
  files: FileHandles;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
  showInFolder: (path: string) => void;
};

type Subject = (typeof exportSubjects)[ExportKind];

type ExportedFile = {
  extension: string;
  /** What the dialog offers; its name is the same in every language. */
  type: FileType;
  /** `idOf` gives the ids that the service knows. */
  fetch: (
    api: SyncClient['threatModels'],
    idOf: (subject: Subject) => string,
  ) => Promise<string | Uint8Array>;
};

const bytes = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());
const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

const exported: Record<ExportKind, ExportedFile> = {
  report: {
    extension: 'pdf',
    type: { name: 'PDF', extensions: ['pdf'] },
    fetch: async (api, idOf) => {
      const ids = { threatModelId: idOf('threatModel'), canvasId: idOf('canvas') };
      return await bytes(await api.report(ids));
    },
  },
  image: {
    extension: 'png',
    type: { name: 'PNG', extensions: ['png'] },
    fetch: async (api, idOf) => await bytes(await api.image({ canvasId: idOf('canvas') })),
  },
  svg: {
    extension: 'svg',
    type: { name: 'SVG', extensions: ['svg'] },
    fetch: async (api, idOf) =>
      await bytes(await api.image({ canvasId: idOf('canvas'), format: 'svg' })),
  },
  graph: {
    extension: 'graph.json',
    type: { name: 'JSON', extensions: ['json'] },
    fetch: async (api, idOf) => json(await api.graph({ canvasId: idOf('canvas') })),
  },
  otm: {
    extension: 'otm.json',
    type: { name: 'Open Threat Model', extensions: ['json'] },
    fetch: async (api, idOf) => json(await api.exportOtm({ id: idOf('threatModel') })),
  },
};

/** A canvas or a threat model as a file, where the person wants it. */
export const createFileExport = (dependencies: Dependencies) => {
  const { store, sync, client, files, choosePath, showInFolder } = dependencies;

  /** The record to export, after the one it is part of. */
  const lineOf = (subject: Subject, id: string): RecordRow[] => {
    const row = store.records.find(subject, id);
    if (!row) throw failure('RECORD_GONE', 'It is no longer here');
    if (subject === 'threatModel' || row.parentId === null) return [row];
    return [...lineOf('threatModel', row.parentId), row];
  };

  const pathOf = (handle: string): string => {
    const path = files.path(handle);
    if (path === null) throw failure('FILE_NOT_WRITTEN', 'The file is no longer known');
    return path;
  };

  /** Everything that waits is sent first, so the file has what the person sees. */
  const fetchFile = async ({ kind, id }: ExportSource): Promise<string | Uint8Array> => {
    try {
      await sync.flush();
      const line = lineOf(exportSubjects[kind], id);
      return await exported[kind].fetch(client.threatModels, (subject) => {
        const row = line.find((each) => each.kind === subject);
        const serviceId = row ? store.idMap.serviceId(subject, row.id) : null;
        if (serviceId === null) throw failure('RECORD_GONE', 'The service does not have it yet');
        return serviceId;
      });
    } catch (error) {
      throw serviceFailure(error);
    }
  };

  return {
    choose: async ({ kind, id }: ExportSource) => {
      const titles = lineOf(exportSubjects[kind], id).map(({ local }) => String(local['title']));
      const { extension, type } = exported[kind];
      const path = await choosePath(fileNameOf(titles.join(' – '), extension), type);
      return path === null ? null : { handle: files.add(path), fileName: basename(path) };
    },

    save: async (source: ExportSource, handle: string, signal?: AbortSignal): Promise<void> => {
      const path = pathOf(handle);
      const content = await fetchFile(source);
      if (signal?.aborted) return;
      try {
        await saveFile(path, content);
      } catch (error) {
        throw failure('FILE_NOT_WRITTEN', reasonOf(error));
      }
    },

    reveal: (handle: string): void => showInFolder(pathOf(handle)),
  };
};

/** In the system's words; the error's own message names the unfinished file, which says nothing. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (!('errno' in error) || typeof error.errno !== 'number') return error.message;
  return `${getSystemErrorName(error.errno)}: ${getSystemErrorMessage(error.errno)}`;
};

export type FileExport = ReturnType<typeof createFileExport>;
