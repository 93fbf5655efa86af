import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { StoreProblem } from '#shared/desktop/connections.ts';
import { renameUnreadable } from '../store/rename-unreadable.ts';
import { salvage, type Work } from '../store/salvage.ts';
import { isOfStore, storeFailure } from '../store/store-failure.ts';
import { createStore, type Store } from '../store/store.ts';
import { failure, reasonOf } from './failure.ts';
import type { Sessions } from './sessions.ts';
import { countSalvaged, countUnsent, unsentWork, workIn } from './unsent-work.ts';

type Dependencies = { sessions: Sessions; storePath: (id: string) => string };

/**
 * Reads and moves the store files of connections. A connection may be open or closed, and its store may
 * be damaged.
 */
export const createConnectionStores = ({ sessions, storePath }: Dependencies) => {
  /** Opens the store of a closed connection while `read` runs. */
  const inFile = <Value>(id: string, read: (store: Store) => Value): Value => {
    const store = createStore({ path: storePath(id) });
    try {
      return read(store);
    } finally {
      store.close();
    }
  };

  const inStore = <Value>(id: string, read: (store: Store) => Value): Value | null => {
    const session = sessions.opened();
    if (session?.id === id) return read(session.store);
    return existsSync(storePath(id)) ? inFile(id, read) : null;
  };

  /** Reads the work in a damaged store. Returns `null` if nothing can be read. */
  const salvaged = <Value>(id: string, read: (work: Work) => Value): Value | null => {
    try {
      return salvage(storePath(id), read);
    } catch {
      return null;
    }
  };

  return {
    /** Returns the reason why the store of the open connection cannot be used. */
    problem: (): StoreProblem | null => {
      const failed = sessions.problem();
      if (!failed) return null;
      const id = sessions.id();
      const { kind, message: detail } = failed;
      const unsent = kind === 'damaged' ? salvaged(id, countSalvaged) : null;
      return { kind, fileName: basename(storePath(id)), detail, unsent };
    },

    /** Returns the pending changes or, for a damaged store, those that can still be read. */
    unsentWork: (id: string): ReturnType<typeof unsentWork> | null => {
      try {
        return inStore(id, (store) => unsentWork(workIn(store)));
      } catch (error) {
        const { kind, message } = storeFailure(error);
        const rescued = kind === 'damaged' ? salvaged(id, unsentWork) : null;
        if (!rescued) throw failure('STORE_FAILED', message);
        return rescued;
      }
    },

    /**
     * Counts the pending changes. Returns `null` if the count is unknown, because the store cannot be
     * read.
     */
    countUnsent: (id: string): number | null => {
      try {
        return inStore(id, countUnsent) ?? 0;
      } catch (error) {
        if (isOfStore(error)) return null;
        throw error;
      }
    },

    /** Renames a store and returns its new path. */
    putAside: (path: string): string => {
      try {
        return renameUnreadable(path, new Date());
      } catch (error) {
        throw failure('FILE_NOT_WRITTEN', reasonOf(error));
      }
    },

    /**
     * Creates a store that gets its data from the service. Marks the sample as added, so that the app
     * does not add it.
     */
    begin: (id: string): void => inFile(id, (store) => store.preferences.rememberSample()),

    delete: async (id: string): Promise<void> => {
      for (const part of ['', '-wal', '-shm']) await rm(`${storePath(id)}${part}`, { force: true });
    },
  };
};
