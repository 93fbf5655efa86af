import { basename } from 'node:path';
import { ORPCError } from '@orpc/server';
import {
  exportSubjects,
  type ExportKind,
  type ExportOrder,
  type ExportSource,
} from '#shared/desktop/exports.ts';
import { fileFormats, reportFormats } from '#shared/exports/export-formats.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import { fileNameOf, type SaveExport } from '../shell/save-file.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import type { ExportOptionsFile } from './export-options.ts';
import { failure, reasonOf, serviceFailure } from './failure.ts';
import type { LocalDocuments } from './local-documents.ts';

export type FileType = { name: string; extensions: string[] };

type Dependencies = {
  store: Store;
  sync: SyncEngine;
  client: SyncClient;
  documents: LocalDocuments;
  options: Pick<ExportOptionsFile, 'remember'>;
  files: FileHandles;
  save: SaveExport;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
  showInFolder: (path: string) => void;
};

type Subject = (typeof exportSubjects)[ExportKind];

type ExportedFile = {
  extension: string;
  /** The file type in the dialog; its name is the same in every language. */
  type: FileType;
};

const json = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

const exported: Record<Exclude<ExportKind, 'report' | 'file'>, ExportedFile> = {
  image: { extension: 'png', type: { name: 'PNG', extensions: ['png'] } },
  svg: { extension: 'svg', type: { name: 'SVG', extensions: ['svg'] } },
  graph: { extension: 'graph.json', type: { name: 'JSON', extensions: ['json'] } },
  otm: { extension: 'otm.json', type: { name: 'Open Threat Model', extensions: ['json'] } },
};

/** The file type of a format has its own name, which is the same in every language. */
const exportedAs = ({ kind, format }: ExportSource): ExportedFile => {
  if (kind !== 'report' && kind !== 'file') return exported[kind];
  const [suffix] = { ...fileFormats, ...reportFormats }[format ?? 'pdf'].suffixes;
  const extension = suffix.slice(1);
  const last = extension.slice(extension.lastIndexOf('.') + 1);
  return { extension, type: { name: last.toUpperCase(), extensions: [last] } };
};

/** Exports a canvas or a threat model to a file that the person chooses. */
export const createFileExport = (dependencies: Dependencies) => {
  const { store, sync, client, documents, options, files, save } = dependencies;
  const { choosePath, showInFolder } = dependencies;

  /** Returns the record to export, preceded by its parent. */
  const lineOf = (subject: Subject, id: string): RecordRow[] => {
    const row = store.records.find(subject, id);
    if (!row) throw failure('RECORD_GONE', 'It no longer exists.');
    if (subject === 'threatModel' || row.parentId === null) return [row];
    return [...lineOf('threatModel', row.parentId), row];
  };

  const pathOf = (handle: string): string => {
    const path = files.path(handle);
    if (path === null)
      throw failure('FILE_NOT_WRITTEN', 'The file is no longer open. Choose it again.');
    return path;
  };

  /**
   * The service has data of imported files that the store lacks, so it makes these documents. Sends
   * all pending changes first, so that they have what the person sees.
   */
  const fetchDocument = async (kind: 'graph' | 'otm', id: string): Promise<unknown> => {
    try {
      await sync.flush();
      const subject = exportSubjects[kind];
      lineOf(subject, id);
      const serviceId = store.idMap.serviceId(subject, id);
      if (serviceId === null) throw failure('RECORD_GONE', 'It hasn’t synced yet.');
      return kind === 'graph'
        ? await client.threatModels.graph({ canvasId: serviceId })
        : await client.threatModels.exportOtm({ id: serviceId });
    } catch (error) {
      throw serviceFailure(error);
    }
  };

  const contentOf = async (
    order: ExportOrder,
    signal: AbortSignal,
  ): Promise<string | Uint8Array> => {
    switch (order.kind) {
      case 'report':
        return await documents.report(order, signal);
      case 'image':
      case 'svg':
        return await documents[order.kind](order.id, order.options, signal);
      case 'file':
        return await documents.file(order, signal);
      case 'graph':
      case 'otm':
        return json(await fetchDocument(order.kind, order.id));
    }
  };

  return {
    choose: async (source: ExportSource) => {
      const { kind, id } = source;
      const titles = lineOf(exportSubjects[kind], id).map(({ local }) => String(local['title']));
      const { extension, type } = exportedAs(source);
      const path = await choosePath(fileNameOf(titles.join(' – '), extension), type);
      return path === null ? null : { handle: files.addTarget(path), fileName: basename(path) };
    },

    /** Writes nothing if it is canceled. */
    save: async (order: ExportOrder, handle: string, wanted?: AbortSignal): Promise<void> => {
      const signal = wanted ?? new AbortController().signal;
      try {
        await files.writeOnce(handle, async (path) => {
          // Choices that cannot be stored are no reason not to export.
          await options.remember(order).catch(() => undefined);
          const content = await contentOf(order, signal);
          if (!signal.aborted) await save(path, content);
        });
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ORPCError) throw error;
        throw failure('FILE_NOT_WRITTEN', reasonOf(error));
      }
    },

    reveal: (handle: string): void => showInFolder(pathOf(handle)),
  };
};

export type FileExport = ReturnType<typeof createFileExport>;
