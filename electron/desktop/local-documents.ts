import { setImmediate as nextTurn } from 'node:timers/promises';
import { openThreatsOf } from '#shared/canvas/open-threats.ts';
import type { ExportOrder } from '#shared/desktop/exports.ts';
import type { ImageOptions } from '#shared/drawing/image-options.ts';
import { onlyCanvas } from '#shared/exports/only-canvas.ts';
import { wholeCollection } from '#shared/exports/whole-collection.ts';
import { language } from '#shared/locales/texts.ts';
import type { ModelContent } from '#shared/otm/content.ts';
import type { ReportRecords } from '#shared/report/report-of.ts';
import { DocumentTooLarge, type MakeDocument } from '../connection/document-maker.ts';
import { inOrder } from '../store/in-order.ts';
import { present } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import type { createContentAtService } from './content-at-service.ts';
import type { ExportOptionsFile } from './export-options.ts';
import { failure, serviceFailure } from './failure.ts';
import type { People } from './people.ts';

type Dependencies = {
  store: Store;
  sync: Pick<SyncEngine, 'fetchModel' | 'syncAll'>;
  people: People;
  make: MakeDocument;
  options: Pick<ExportOptionsFile, 'logoBytes'>;
  contentAtService: ReturnType<typeof createContentAtService>;
};

type FileOrder = Extract<ExportOrder, { kind: 'file' }>;
type RegisterOrder = Extract<ExportOrder, { kind: 'register' }>;
type ReportOrder = Extract<ExportOrder, { kind: 'report' }>;

/** The maximum number of threats in one register. Excel takes minutes to open a larger one. */
const maxThreats = 100_000;

/** The formats that can contain everything that the service has of an imported file. */
const losslessFormats: ReadonlySet<string> = new Set(['otm', 'otm-yaml']);

/**
 * Makes reports, images, and other files from the store, so they contain all pending changes and need no
 * network. A model that is not downloaded yet is downloaded first. Open Threat Model files are made from the
 * service's content if possible, because only the service has all data of an imported file.
 */
export const createLocalDocuments = (dependencies: Dependencies) => {
  const { store, sync, people, make, options: settings, contentAtService } = dependencies;

  const download = async (modelId: string, signal?: AbortSignal): Promise<void> => {
    if (store.downloads.fetchedModels().has(modelId)) return;
    if (store.idMap.serviceId('threatModel', modelId) === null) return;
    try {
      await sync.fetchModel(modelId, signal);
      await sync.syncAll();
    } catch (error) {
      throw serviceFailure(error);
    }
  };

  const made = async <Result>(making: Promise<Result>): Promise<Result> => {
    try {
      return await making;
    } catch (error) {
      if (error instanceof DocumentTooLarge) {
        throw failure('FILE_NOT_MADE', 'It takes too much time or memory.');
      }
      throw failure('FILE_NOT_MADE', error instanceof Error ? error.message : String(error));
    }
  };

  const recordsOf = async (
    { id: modelId, owner, options: { comments } }: ReportOrder,
    signal: AbortSignal,
  ): Promise<ReportRecords> => {
    const writers = comments ? commentAuthors(store, modelId) : [];
    const ownerId = people.ownerOf(modelId);
    const names = await people.names([ownerId, ...writers], signal);
    const me = store.preferences.userId() ?? '';
    // A comment with an empty author ID was not sent yet, so this person wrote it.
    const nameOf = (id: string): string | null =>
      names.get(id === '' ? me : id) ?? (id === '' || id === me ? owner || null : null);
    const records = store.reportRecords(modelId, nameOf);
    if (!records) throw failure('RECORD_GONE', 'It no longer exists.');
    return { ...records, owner: owner || (names.get(ownerId) ?? null) };
  };

  const pictureOf = (canvasId: string, options: ImageOptions) => {
    const canvas = store.records.find('canvas', canvasId);
    const drawing = store.documents.text(canvasId);
    if (!canvas || drawing === null) throw failure('RECORD_GONE', 'It no longer exists.');
    const threats = store.records
      .subtree('threatModel', canvas.parentId ?? '')
      .filter(({ kind }) => kind === 'threat')
      .map((row) => {
        const { parentId: component_id, status, priority } = present('threat', row);
        return { component_id, status, priority };
      });
    const { title } = present('canvas', canvas);
    return { drawing, title, threats: openThreatsOf(options.badges ? threats : []), options };
  };

  const asked = (signal: AbortSignal) => ({ userId: '', signal, language: language() });

  return {
    download,
    /** Starts the process for reports early, while the person fills in the dialog of a report. */
    prepareReport: (): void => {
      make('reportReadiness', null, asked(new AbortController().signal)).catch(() => undefined);
    },
    report: async (order: ReportOrder, signal: AbortSignal) => {
      await download(order.id, signal);
      const records = await recordsOf(order, signal);
      const { canvasIds, options } = order;
      const { format, comments, classification, footer } = options;
      const appearance = { classification, footer, logo: settings.logoBytes() };
      const choice = { canvasIds, comments, appearance };
      return await made(make('report', { records, choice, format }, asked(signal)));
    },
    /**
     * `lacksService` is true if the service has data that belongs into the file, but could not be asked.
     */
    file: async ({ id, canvasId, format }: FileOrder, signal: AbortSignal) => {
      await download(id, signal);
      const isLossless = canvasId === null && losslessFormats.has(format);
      const preserved = isLossless ? await contentAtService(id, signal) : null;
      const whole = preserved ?? store.modelContent(id);
      if (!whole) throw failure('RECORD_GONE', 'It no longer exists.');
      const model = canvasId === null ? whole : onlyCanvas(whole, canvasId);
      const file = await made(make('file', { model, format }, asked(signal)));
      return { ...file, lacksService: isLossless && preserved === null };
    },
    register: async ({ id, format }: RegisterOrder, signal: AbortSignal) => {
      const collection = store.records.find('collection', id);
      const rows = inOrder(store.records.children('threatModel', id));
      const models: ModelContent[] = [];
      let threats = 0;
      for (const row of rows) {
        await download(row.id, signal);
        signal.throwIfAborted();
        const model = store.modelContent(row.id);
        if (!model) continue;
        threats += model.components.reduce((sum, each) => sum + each.threats.length, 0);
        if (threats > maxThreats) throw failure('FILE_NOT_MADE', 'It has too many threats.');
        models.push(model);
        // Lets other work of the process run between two models.
        await nextTurn();
      }
      const [first, ...others] = models;
      if (!collection || !first) throw failure('RECORD_GONE', 'It has no threat models.');
      const { title } = present('collection', collection);
      const model = wholeCollection({ id, title }, [first, ...others]);
      const file = await made(make('file', { model, format }, asked(signal)));
      return { ...file, lacksService: false };
    },
    image: async (id: string, options: ImageOptions, signal: AbortSignal) =>
      await made(make('image', pictureOf(id, options), asked(signal))),
    svg: async (id: string, options: ImageOptions, signal: AbortSignal) =>
      await made(make('svg', pictureOf(id, options), asked(signal))),
    imageSize: async (id: string, options: ImageOptions, signal: AbortSignal) =>
      await made(make('extent', pictureOf(id, options), asked(signal))),
  };
};

export type LocalDocuments = ReturnType<typeof createLocalDocuments>;

const commentAuthors = (store: Store, modelId: string): string[] =>
  store.records
    .subtree('threatModel', modelId)
    .filter(({ kind }) => kind === 'comment')
    .map((row) => present('comment', row).user.id);
