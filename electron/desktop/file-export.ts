import { basename } from 'node:path';
import { ORPCError } from '@orpc/server';
import { z } from 'zod';
import {
  exportSourceOf,
  exportSubjects,
  type ExportKind,
  type ExportOrder,
  type ExportSource,
} from '#shared/desktop/exports.ts';
import {
  fileFormats,
  isMarkdownName,
  mermaidMarkdownSuffix,
  reportFormats,
} from '#shared/exports/export-formats.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import { fileNameOf, freePath, type SaveExport } from '../shell/save-file.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { sendPending } from './content-at-service.ts';
import type { ExportOptionsFile } from './export-options.ts';
import { failure, reasonOf, serviceFailure } from './failure.ts';
import { indentJson } from './indent-json.ts';
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
  readerEntry: string;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
  chooseFolder: () => Promise<string | null>;
  showInFolder: (path: string) => void;
};

type Subject = (typeof exportSubjects)[ExportKind];

type ExportedFile = {
  extension: string;
  /** The file type in the save dialog. Its name is the same in every language. */
  type: FileType;
};

const exported: Record<Exclude<ExportKind, 'report' | 'file' | 'register'>, ExportedFile> = {
  image: { extension: 'png', type: { name: 'PNG', extensions: ['png'] } },
  svg: { extension: 'svg', type: { name: 'SVG', extensions: ['svg'] } },
  graph: { extension: 'graph.json', type: { name: 'JSON', extensions: ['json'] } },
  otm: { extension: 'otm.json', type: { name: 'Open Threat Model', extensions: ['json'] } },
};

/**
 * Returns the extension and the file type of an export. The name of the type is the same in every
 * language. The number of canvases decides if a Mermaid file is a Markdown file.
 */
const exportedAs = ({ kind, format }: ExportSource, canvasCount: number): ExportedFile => {
  if (kind !== 'report' && kind !== 'file' && kind !== 'register') return exported[kind];
  const [usual] = { ...fileFormats, ...reportFormats }[format ?? 'pdf'].suffixes;
  const suffix = format === 'mermaid' && canvasCount > 1 ? mermaidMarkdownSuffix : usual;
  const extension = suffix.slice(1);
  const last = extension.slice(extension.lastIndexOf('.') + 1);
  return { extension, type: { name: last.toUpperCase(), extensions: [last] } };
};

/** Exports a canvas, a threat model, or a collection to files that the person chooses. */
export const createFileExport = (dependencies: Dependencies) => {
  const { store, sync, client, documents, options, files, save, readerEntry } = dependencies;
  const { choosePath, chooseFolder, showInFolder } = dependencies;
  /** The folders that the person chose, by handle, each with the files that were written into it. */
  const folders = new Map<string, { path: string; written: string[] }>();

  /** Returns the record to export. For a canvas, returns its threat model and then the canvas. */
  const lineOf = (subject: Subject, id: string): RecordRow[] => {
    const row = store.records.find(subject, id);
    if (!row) throw failure('RECORD_GONE', 'It no longer exists.');
    if (subject !== 'canvas' || row.parentId === null) return [row];
    return [...lineOf('threatModel', row.parentId), row];
  };

  const pathOf = (handle: string): string => {
    const path = files.path(handle);
    if (path === null)
      throw failure('FILE_NOT_WRITTEN', 'The file is no longer open. Choose it again.');
    return path;
  };

  /**
   * Gets a document from the service, which has data of imported files that the store lacks. Sends the
   * pending changes first, so that the document contains what the person sees.
   */
  const fetchDocument = async (
    { kind, id }: Extract<ExportOrder, { kind: 'graph' | 'otm' }>,
    signal: AbortSignal,
  ): Promise<Uint8Array> => {
    try {
      await sendPending({ store, sync });
      const subject = exportSubjects[kind];
      lineOf(subject, id);
      const serviceId = store.idMap.serviceId(subject, id);
      if (serviceId === null) throw failure('RECORD_GONE', 'It hasn’t synced yet.');
      const asText = { signal, context: { isText: true } };
      const answer =
        kind === 'graph'
          ? await client.threatModels.graph({ canvasId: serviceId }, asText)
          : await client.threatModels.exportOtm({ id: serviceId }, asText);
      const json = { text: z.string().parse(answer), endpoint: `threatModels.${kind}` };
      return await indentJson(readerEntry, json, signal);
    } catch (error) {
      throw serviceFailure(error);
    }
  };

  const contentOf = async (
    order: Exclude<ExportOrder, { kind: 'file' | 'register' }>,
    signal: AbortSignal,
  ): Promise<string | Uint8Array> => {
    switch (order.kind) {
      case 'report':
        return await documents.report(order, signal);
      case 'image':
      case 'svg':
        return await documents[order.kind](order.id, order.options, signal);
      case 'graph':
      case 'otm':
        return await fetchDocument(order, signal);
    }
  };

  const fileOf = async (order: ExportOrder, signal: AbortSignal) => {
    if (order.kind === 'file') return await documents.file(order, signal);
    if (order.kind === 'register') return await documents.register(order, signal);
    return { content: await contentOf(order, signal), lacksService: false, notice: null };
  };

  const titleOf = ({ kind, id }: ExportSource): string =>
    lineOf(exportSubjects[kind], id)
      .map(({ local }) => String(local['title']))
      .join(' – ');

  const nameOf = (source: ExportSource) => ({
    title: titleOf(source),
    ...exportedAs(source, store.records.children('canvas', source.id).length),
  });

  /** Saves a file. If its name says that it is Markdown, Mermaid flowcharts are fenced. */
  const saveAs = async (path: string, order: ExportOrder, content: string | Uint8Array) => {
    const isMermaid = order.kind === 'file' && order.format === 'mermaid';
    if (!isMermaid || typeof content !== 'string' || !isMarkdownName(path)) {
      return await save(path, content);
    }
    const { mermaidMarkdown } = await import('#shared/exports/mermaid.ts');
    await save(path, mermaidMarkdown(content, titleOf(exportSourceOf(order))));
  };

  /** Converts any error of an export to the error that the procedure throws. */
  const notWritten = (error: unknown) =>
    error instanceof ORPCError ? error : failure('FILE_NOT_WRITTEN', reasonOf(error));

  return {
    choose: async (source: ExportSource) => {
      const { title, extension, type } = nameOf(source);
      const path = await choosePath(fileNameOf(title, extension), type);
      return path === null ? null : { handle: files.addTarget(path), fileName: basename(path) };
    },

    /** Writes nothing and returns `null` if the export is canceled. */
    save: async (order: ExportOrder, handle: string, wanted?: AbortSignal) => {
      const signal = wanted ?? new AbortController().signal;
      try {
        return await files.writeOnce(handle, async (path) => {
          // The export continues even if the app cannot store the person's choices.
          await options.remember(order).catch(() => undefined);
          const { content, lacksService, notice } = await fileOf(order, signal);
          if (signal.aborted) return null;
          await saveAs(path, order, content);
          return { lacksService, notice };
        });
      } catch (error) {
        if (signal.aborted) return null;
        throw notWritten(error);
      }
    },

    chooseFolder: async () => {
      const path = await chooseFolder();
      if (path === null) return null;
      const handle = files.add(path);
      folders.set(handle, { path, written: [] });
      return { handle, folderName: basename(path) };
    },

    /** Writes nothing and returns `null` if the export is canceled. */
    saveInto: async (order: ExportOrder, handle: string, wanted?: AbortSignal) => {
      const signal = wanted ?? new AbortController().signal;
      const folder = folders.get(handle);
      if (!folder) throw failure('FILE_NOT_WRITTEN', 'Choose the folder again.');
      try {
        if (folder.written.length === 0) await options.remember(order).catch(() => undefined);
        const { content, lacksService, notice } = await fileOf(order, signal);
        if (signal.aborted) return null;
        const path = await freePath(folder.path, nameOf(exportSourceOf(order)));
        await saveAs(path, order, content);
        folder.written.push(path);
        return { fileName: basename(path), lacksService, notice };
      } catch (error) {
        if (signal.aborted) return null;
        throw notWritten(error);
      }
    },

    /**
     * Shows the saved file in the file manager. If several files were saved in a folder, shows the first
     * one.
     */
    reveal: (handle: string): void =>
      showInFolder(folders.get(handle)?.written[0] ?? pathOf(handle)),
  };
};

export type FileExport = ReturnType<typeof createFileExport>;
