import { isDeepStrictEqual } from 'node:util';
import type { ImportChoices, ImportIntoModel } from '#shared/desktop/import-merge.ts';
import { plainModel } from '#shared/merge/flat-model.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { packedContent } from '../store/import-bases.ts';
import type { Store } from '../store/store.ts';
import { failure } from './failure.ts';
import type { OtmImport } from './otm-import.ts';
import { readInThread } from './read-in-thread.ts';
import { importCompared, importMerged } from './reader-job.ts';

type Dependencies = {
  store: Store;
  otmImport: Pick<OtmImport, 'fileOf' | 'bytesOf' | 'release'>;
  readerEntry: string;
  /** Downloads a model, unless it is already downloaded. */
  download: (modelId: string, signal?: AbortSignal) => Promise<void>;
  /** Called with the kinds of record that changed. */
  changed: (kinds: RecordKind[]) => void;
};

/** Merges a file into an existing model. A thread reads and merges the file. */
export const createImportMerge = (dependencies: Dependencies) => {
  const { store, otmImport, readerEntry, download, changed } = dependencies;

  const inputsOf = async ({ handle, modelId }: ImportIntoModel, signal?: AbortSignal) => {
    await download(modelId, signal);
    const file = otmImport.fileOf(handle);
    const bytes = await otmImport.bytesOf(file);
    const own = store.modelContent(modelId, 'records');
    if (!own) throw failure('RECORD_GONE', 'It no longer exists.');
    const base = store.importBases.last({ modelId, fileName: file.name });
    return { bytes, name: file.name, own, base };
  };

  return {
    compare: async (input: ImportIntoModel, signal?: AbortSignal) => {
      const job = { ...(await inputsOf(input, signal)), wanted: 'comparison' } as const;
      const read = importCompared.parse(await readInThread(readerEntry, job, signal));
      if (!read.ok) throw failure('FILE_UNREADABLE', `${read.place}: ${read.reason}`);
      return read.comparison;
    },

    /**
     * Changes nothing if the person cancels. If the model or the file has changed since the comparison,
     * or if a conflict has no choice, also changes nothing and returns `outdated`.
     */
    merge: async ({ choices, sides, ...input }: ImportChoices, signal?: AbortSignal) => {
      const { handle, modelId } = input;
      const { own, ...file } = await inputsOf(input, signal);
      const job = { ...file, own, wanted: 'merge', chosen: { choices, sides } } as const;
      const read = importMerged.parse(await readInThread(readerEntry, job, signal));
      if (!read.ok) throw failure('FILE_UNREADABLE', `${read.place}: ${read.reason}`);
      signal?.throwIfAborted();
      const now = store.modelContent(modelId, 'records');
      const isChanged = !now || !isDeepStrictEqual(plainModel(now), plainModel(own));
      if (isChanged || read.isOutdated) return { result: 'outdated' as const };
      const { records, drawings } = read.change;
      const hasChanges = records.length > 0 || drawings.length > 0;
      const kinds = store.transaction(() => {
        const applied = hasChanges
          ? store.changes.apply({ scope: modelId, label: 'exports.merge.label', records, drawings })
          : [];
        const key = { modelId, fileName: file.name };
        store.importBases.save(key, packedContent(read.nextBase), hasChanges);
        return applied;
      });
      if (kinds.length > 0) changed(kinds);
      otmImport.release(handle);
      return { result: hasChanges ? ('changed' as const) : ('same' as const) };
    },
  };
};
