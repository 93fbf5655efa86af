import type { SyncClient } from '../connection/api-client.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { failure, serviceFailure } from './failure.ts';
import { otmFile } from './otm-file.ts';
import { firstCanvas } from './otm-import.ts';

type Dependencies = {
  store: Store;
  sync: SyncEngine;
  client: SyncClient;
  /** The sample threat model as the text of an Open Threat Model file. */
  file: string;
};

const collectionTitle = 'Examples';

/** Adds a threat model to explore. It is imported like any other file. */
export const createSample = ({ store, sync, client, file }: Dependencies) => {
  const collectionId = async (): Promise<string> => {
    const known = store.records
      .all('collection')
      .find((row) => row.local['title'] === collectionTitle);
    const serviceId = known && store.idMap.serviceId('collection', known.id);
    return serviceId ?? (await client.collections.create({ title: collectionTitle })).id;
  };

  const add = async (): Promise<{ canvasId: string }> => {
    try {
      await sync.flush();
      const { id } = await client.threatModels.importOtm({
        params: { collectionId: await collectionId() },
        body: otmFile(new TextEncoder().encode(file), 'web-shop.otm.yaml'),
      });
      store.downloads.add('threatModel', id);
      await sync.syncAll();
      const canvasId = firstCanvas(store, [store.idMap.localId('threatModel', id) ?? id]);
      if (canvasId === null) throw failure('RECORD_GONE', 'The sample has no canvas.');
      return { canvasId };
    } catch (error) {
      throw serviceFailure(error);
    }
  };

  return {
    add,

    /**
     * At the very first start, adds the sample and makes its canvas the page to open. Otherwise the
     * window would be empty.
     */
    addOnFirstStart: async (): Promise<void> => {
      if (store.preferences.sampleWasAdded()) return;
      store.preferences.wantLibrary();
      const { canvasId } = await add();
      store.preferences.set({ location: `/canvases/${canvasId}` });
      store.preferences.rememberSample();
    },
  };
};
