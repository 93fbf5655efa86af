import { implement } from '@orpc/server';
import { desktop, type Menu, type Preferences } from '#shared/desktop/contract.ts';
import type { RecordKind } from '#shared/desktop/records.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { failure, serviceFailure } from './failure.ts';
import type { FileExport } from './file-export.ts';
import type { NewsPublisher } from './news.ts';
import type { OtmImport } from './otm-import.ts';
import type { Sample } from './sample.ts';

type Dependencies = {
  store: Store;
  sync: SyncEngine;
  news: NewsPublisher;
  otmImport: OtmImport;
  fileExport: FileExport;
  sample: Sample;
  /** Handles of files that arrived before a window was there to be told. */
  takeArrivals: () => string[];
  showMenu: (menu: Menu) => void;
  followColorScheme: (scheme: Preferences['colorScheme']) => void;
  /** Settles when the first start has set up what it opens; at later starts it is over at once. */
  firstStart: Promise<void>;
};

/** The procedures of the desktop contract, by calling what does the work. */
export const createDesktopRouter = (dependencies: Dependencies) => {
  const { store, sync, news, otmImport, fileExport, sample } = dependencies;
  const os = implement(desktop);

  const changed = (kinds: RecordKind[]): void => {
    if (kinds.length > 0) news.publish('records', { kinds, origin: 'person' });
    sync.changed();
  };

  const reached = async (pass: Promise<void>): Promise<void> => {
    await pass.catch((error: unknown) => {
      throw serviceFailure(error);
    });
  };

  const found = <Value>(value: Value | null): Value => {
    if (value === null) throw failure('RECORD_GONE', 'The record is no longer here');
    return value;
  };

  return os.router({
    workspace: {
      overview: os.workspace.overview.handler(() => store.reads.overview()),
      addSample: os.workspace.addSample.handler(() => sample.add()),
    },
    canvas: {
      open: os.canvas.open.handler(({ input }) => {
        sync.opened(input.id);
        return found(store.reads.openCanvas(input.id));
      }),
      components: os.canvas.components.handler(({ input }) =>
        store.reads.componentBadges(input.id),
      ),
    },
    component: {
      detail: os.component.detail.handler(({ input }) =>
        found(store.reads.componentDetail(input.id)),
      ),
    },
    changes: {
      apply: os.changes.apply.handler(({ input }) => {
        try {
          changed(store.changes.apply(input));
        } catch (error) {
          throw failure('INVALID_CHANGE', error instanceof Error ? error.message : String(error));
        }
      }),
      undo: os.changes.undo.handler(({ input }) => {
        const { step, kinds } = store.changes.undo(input.scope);
        changed(kinds);
        return step;
      }),
      redo: os.changes.redo.handler(({ input }) => {
        const { step, kinds } = store.changes.redo(input.scope);
        changed(kinds);
        return step;
      }),
      history: os.changes.history.handler(({ input }) => store.changes.history(input.scope)),
    },
    imports: {
      choose: os.imports.choose.handler(() => otmImport.choose()),
      preview: os.imports.preview.handler(({ input, signal }) =>
        otmImport.preview(input.handle, signal),
      ),
      run: os.imports.run.handler(({ input, signal }) =>
        otmImport.run(input.handle, input.collectionId, signal),
      ),
      release: os.imports.release.handler(({ input }) => otmImport.release(input.handle)),
      arrivals: os.imports.arrivals.handler(async function* ({ signal }) {
        const later = news.subscribe('arrival', { signal });
        for (const handle of dependencies.takeArrivals()) yield { handle };
        yield* later;
      }),
    },
    exports: {
      choose: os.exports.choose.handler(({ input }) => fileExport.choose(input)),
      save: os.exports.save.handler(({ input: { handle, ...source }, signal }) =>
        fileExport.save(source, handle, signal),
      ),
      reveal: os.exports.reveal.handler(({ input }) => fileExport.reveal(input.handle)),
    },
    sync: {
      status: os.sync.status.handler(async function* ({ signal }) {
        const later = news.subscribe('syncStatus', { signal });
        yield sync.status();
        yield* later;
      }),
      now: os.sync.now.handler(() => reached(sync.syncAll())),
      waiting: os.sync.waiting.handler(() => sync.waiting()),
      retry: os.sync.retry.handler(({ input }) => sync.retry(input.seq)),
      retryAll: os.sync.retryAll.handler(() => sync.retryAll()),
      discard: os.sync.discard.handler(({ input }) => sync.discard(input.seq)),
      conflicts: os.sync.conflicts.handler(() => sync.conflicts()),
      conflict: os.sync.conflict.handler(({ input }) => found(sync.conflict(input.kind, input.id))),
      resolve: os.sync.resolve.handler(({ input }) => sync.resolve(input)),
      settle: os.sync.settle.handler(({ input }) => reached(sync.settle(input.choice))),
      keepOffline: os.sync.keepOffline.handler(({ input }) =>
        sync.keepOffline(input.id, input.keep),
      ),
      fetchModel: os.sync.fetchModel.handler(({ input }) => reached(sync.fetchModel(input.id))),
    },
    news: os.news.handler(({ signal }) => news.subscribe('records', { signal })),
    preferences: {
      get: os.preferences.get.handler(async () => {
        await dependencies.firstStart;
        return store.preferences.get();
      }),
      set: os.preferences.set.handler(({ input }) => {
        store.preferences.set(input);
        if (input.colorScheme) dependencies.followColorScheme(input.colorScheme);
      }),
    },
    menu: {
      show: os.menu.show.handler(({ input }) => dependencies.showMenu(input)),
      chosen: os.menu.chosen.handler(({ signal }) => news.subscribe('command', { signal })),
    },
  });
};
