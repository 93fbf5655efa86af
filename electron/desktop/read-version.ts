import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { VersionContent, VersionSource } from '#shared/desktop/versions.ts';
import { matchCanvas } from '#shared/merge/match-canvas.ts';
import type { ReadingThread } from '../store/reading-thread.ts';
import type { Store } from '../store/store.ts';
import { failure } from './failure.ts';
import type { OtmImport } from './otm-import.ts';

type Dependencies = {
  store: Store;
  /** The reading thread reads versions, because a version may have many threats. */
  reading: Pick<ReadingThread, 'ask'>;
  otmImport: Pick<OtmImport, 'canvases'>;
};

type FromFile = Extract<VersionSource, { from: 'file' }>;

/**
 * Reads a version of a canvas from its source: the current canvas, a saved version, the last version of
 * the service, or a file.
 */
export const createVersionReader = ({ store, reading, otmImport }: Dependencies) => {
  const { documents, records } = store;

  const required = <Found>(found: Found | null, otherwise: string): Found => {
    if (found === null) throw failure('RECORD_GONE', otherwise);
    return found;
  };
  const own = (
    document: CanvasDocument,
    saved: VersionContent['records'] = null,
  ): VersionContent => ({ document, records: saved, file: null });

  const fromFile = async (
    { canvasId, handle }: FromFile,
    signal?: AbortSignal,
  ): Promise<VersionContent> => {
    const { fileName, canvases } = await otmImport.canvases(handle, signal);
    const document = required(documents.read(canvasId), 'The canvas no longer exists.');
    const title = String(records.find('canvas', canvasId)?.local['title']);
    const match = matchCanvas({ title, document }, canvases);
    if (!match) throw failure('FILE_UNREADABLE', 'The file has no canvas.');
    const { matchedBy } = match;
    return {
      document: match.document,
      records: null,
      file: { fileName, canvasTitle: match.title, matchedBy },
    };
  };

  return async (source: VersionSource, signal?: AbortSignal): Promise<VersionContent> => {
    switch (source.from) {
      case 'now':
        return own(
          required(documents.read(source.canvasId), 'The canvas no longer exists.'),
          await reading.ask('versionRecords', source.canvasId, signal),
        );
      case 'point': {
        const version = required(
          await reading.ask('version', source.id, signal),
          'The version no longer exists.',
        );
        return own(version.document, version.records);
      }
      case 'service':
        return own(required(documents.base(source.canvasId), 'The service has not had it yet'));
      case 'file':
        return await fromFile(source, signal);
    }
  };
};
