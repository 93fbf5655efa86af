import { basename } from 'node:path';
import type { SyncClient } from '../connection/api-client.ts';
import { fileNameOf, saveFile } from '../shell/save-file.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { failure, serviceFailure } from './failure.ts';

type Dependencies = {
  store: Store;
  sync: SyncEngine;
  client: SyncClient;
  choosePath: (fileName: string) => Promise<string | null>;
};

/** A threat model as an Open Threat Model file, where the person wants it. */
export const createOtmExport = ({ store, sync, client, choosePath }: Dependencies) => {
  /** Everything that waits is sent first, so the file has what the person sees. */
  const fetchDocument = async (modelId: string): Promise<string> => {
    try {
      await sync.flush();
      const id = store.idMap.serviceId('threatModel', modelId);
      if (id === null) throw failure('RECORD_GONE', 'The threat model is not stored yet');
      return `${JSON.stringify(await client.threatModels.exportOtm({ id }), null, 2)}\n`;
    } catch (error) {
      throw serviceFailure(error);
    }
  };

  return {
    save: async (modelId: string): Promise<{ fileName: string | null }> => {
      const model = store.records.find('threatModel', modelId);
      if (!model) throw failure('RECORD_GONE', 'The threat model is no longer here');
      const path = await choosePath(fileNameOf(String(model.local['title']), 'otm.json'));
      if (path === null) return { fileName: null };
      const document = await fetchDocument(modelId);
      try {
        await saveFile(path, document);
      } catch (error) {
        throw failure('FILE_NOT_WRITTEN', error instanceof Error ? error.message : String(error));
      }
      return { fileName: basename(path) };
    },
  };
};

export type OtmExport = ReturnType<typeof createOtmExport>;
