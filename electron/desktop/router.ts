import type { ChangeInput } from '#shared/desktop/change.ts';
import type { CopiedModels, MoveModels } from '#shared/desktop/moves.ts';
import type { ClipboardAction, Menu, Preferences } from '#shared/desktop/window.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { findRecord } from '../store/record-ancestors.ts';
import { isOfStore } from '../store/store-failure.ts';
import type { AppEventPublisher } from './app-events.ts';
import { codexRoutes } from './codex-routes.ts';
import type { Connections } from './connections.ts';
import type { ExportOptionsFile } from './export-options.ts';
import { failure, serviceFailure } from './failure.ts';
import { createImplementer } from './implementer.ts';
import { importRoutes } from './import-routes.ts';
import { applyGesture } from './own-components.ts';
import { peopleRoutes } from './people-routes.ts';
import { registerRoutes } from './register-routes.ts';
import type { Session } from './session.ts';
import { storageRoutes, type StorageParts } from './storage-routes.ts';
import { updateRoutes, type RemoteUpdates } from './update-routes.ts';
import { versionRoutes } from './version-routes.ts';
import type { RemoteWindowPreferences } from './window-preferences.ts';

type Dependencies = {
  /**
   * Returns the session of the open connection. Each request calls it again, because the person can open
   * another connection.
   */
  session: () => Session;
  /** Like `session`, but returns `null` if the store cannot be used. In this case, `session` throws. */
  opened: () => Session | null;
  connections: Connections;
  windowPreferences: RemoteWindowPreferences;
  exportOptions: ExportOptionsFile;
  storage: StorageParts;
  updates: RemoteUpdates;
  events: AppEventPublisher;
  /** Returns the handles of files that arrived before the window was open. */
  takeLaunchFiles: () => string[];
  showMenu: (menu: Menu) => Promise<void>;
  /** Cuts, copies, or pastes in the focused element of the page. */
  edit: (action: ClipboardAction) => Promise<void>;
  followColorScheme: (scheme: Preferences['colorScheme']) => Promise<void>;
  /**
   * Switches the texts of the main process to a language. An empty text means the language of the
   * system.
   */
  followLanguage: (language: string) => Promise<void>;
  /** Called when the window has drawn a canvas, or when the person has left the canvas before that. */
  canvasShown: () => void;
};

/** Implements the desktop contract by calling the parts that do the work. */
export const createDesktopRouter = (dependencies: Dependencies) => {
  const { session, connections, windowPreferences, exportOptions, events, canvasShown } =
    dependencies;
  const os = createImplementer(connections.noteFailure);

  const changed = (kinds: RecordKind[]): void => {
    if (kinds.length > 0) events.publish('records', { kinds, origin: 'person' });
    session().sync.changed();
  };

  /**
   * Returns the response of the service. If the request fails, throws a failure with a code that the
   * window knows.
   */
  const served = async <Value>(answer: Promise<Value>): Promise<Value> => {
    try {
      return await answer;
    } catch (error) {
      throw serviceFailure(error);
    }
  };

  const found = <Value>(value: Value | null): Value => {
    if (value === null) throw failure('RECORD_GONE', 'The record no longer exists.');
    return value;
  };

  const applied = (change: ChangeInput): void => {
    try {
      changed(applyGesture(session().store, change));
    } catch (error) {
      if (isOfStore(error)) throw error;
      throw failure('INVALID_CHANGE', error instanceof Error ? error.message : String(error));
    }
  };

  const planned = <Result>(plan: { change: ChangeInput; result: Result } | null): Result => {
    const { change, result } = found(plan);
    applied(change);
    return result;
  };

  /** Moves models, including the named versions of their canvases. */
  const moveModels = (input: MoveModels): CopiedModels => {
    const { store } = session();
    const plan = found(store.modelEdits.move(input));
    return store.transaction(() => {
      const result = planned(plan);
      store.versions.copyNamed(result.canvases, plan.ids);
      return result;
    });
  };

  return os.router({
    workspace: {
      overview: os.workspace.overview.handler(async ({ signal }) => {
        const { reads } = session().store;
        if (reads.isSmall()) return reads.overview();
        return reads.overview(await session().reading.ask('modelCounts', undefined, signal));
      }),
      addSample: os.workspace.addSample.handler(() => session().sample.add()),
    },
    models: {
      drawings: os.models.drawings.handler(({ input }) =>
        session().store.analysisReads.modelDrawings(input),
      ),
      duplicate: os.models.duplicate.handler(({ input }) =>
        planned(session().store.modelEdits.duplicate(input)),
      ),
      move: os.models.move.handler(({ input }) => moveModels(input)),
    },
    canvas: {
      open: os.canvas.open.handler(({ input }) => {
        const { store, sync, automaticVersions, canvasOpening } = session();
        sync.opened(input.id);
        const opened = found(store.reads.openCanvas(input.id));
        if (!input.isOnScreen) canvasOpening.begin(input.id);
        automaticVersions.opened(input.id, opened.document);
        return opened;
      }),
      drawn: os.canvas.drawn.handler(({ input }) => {
        session().canvasOpening.end(input.id);
        canvasShown();
      }),
      unfinished: os.canvas.unfinished.handler(() => {
        const { store, canvasOpening } = session();
        const id = canvasOpening.unfinished();
        const row = id === null ? null : store.records.find('canvas', id);
        return row ? { id: row.id, title: String(row.local['title']) } : null;
      }),
      components: os.canvas.components.handler(async ({ input: { id }, signal }) => {
        const { reads } = session().store;
        if (!reads.hasManyComponents(id)) return reads.componentBadges(id);
        return await session().reading.ask('componentBadges', id, signal);
      }),
      threats: os.canvas.threats.handler(({ input }) =>
        session().store.analysisReads.canvasThreats(input.id),
      ),
      duplicate: os.canvas.duplicate.handler(({ input: { id, title } }) =>
        planned(session().store.canvasEdits.duplicate(id, title)),
      ),
      moveElements: os.canvas.moveElements.handler(({ input }) =>
        planned(session().store.canvasEdits.moveElements(input)),
      ),
    },
    component: {
      detail: os.component.detail.handler(({ input }) =>
        found(session().store.reads.componentDetail(input.id)),
      ),
      canvases: os.component.canvases.handler(({ input }) =>
        found(session().store.reads.canvasesOfComponent(input.id)),
      ),
      copies: os.component.copies.handler(({ input }) =>
        session().store.clipReads.componentCopies(input.ids),
      ),
      existing: os.component.existing.handler(({ input }) =>
        session().store.clipReads.standings(input.canvasId, input.ids),
      ),
    },
    records: {
      find: os.records.find.handler(({ input: { kind, id } }) =>
        findRecord(session().store.records, kind, id),
      ),
    },
    search: {
      find: os.search.find.handler(
        async ({ input, signal }) => await session().reading.ask('find', input, signal),
      ),
      titled: os.search.titled.handler(
        async ({ input, signal }) => await session().reading.ask('titled', input, signal),
      ),
    },
    register: registerRoutes(os.register, session, applied),
    clipboard: {
      perform: os.clipboard.perform.handler(({ input }) => dependencies.edit(input.action)),
    },
    changes: {
      apply: os.changes.apply.handler(({ input }) => applied(input)),
      undo: os.changes.undo.handler(({ input }) => {
        const { step, kinds } = session().store.changes.undo(input.scope);
        changed(kinds);
        return step;
      }),
      redo: os.changes.redo.handler(({ input }) => {
        const { step, kinds } = session().store.changes.redo(input.scope);
        changed(kinds);
        return step;
      }),
      history: os.changes.history.handler(({ input }) =>
        session().store.changes.history(input.scope),
      ),
    },
    imports: importRoutes(os.imports, dependencies),
    exports: {
      choose: os.exports.choose.handler(({ input }) => session().fileExport.choose(input)),
      save: os.exports.save.handler(({ input: { handle, order }, signal }) =>
        session().fileExport.save(order, handle, signal),
      ),
      chooseFolder: os.exports.chooseFolder.handler(() => session().fileExport.chooseFolder()),
      saveInto: os.exports.saveInto.handler(({ input: { handle, order }, signal }) =>
        session().fileExport.saveInto(order, handle, signal),
      ),
      options: os.exports.options.handler(() => exportOptions.get()),
      chooseLogo: os.exports.chooseLogo.handler(() => exportOptions.chooseLogo()),
      removeLogo: os.exports.removeLogo.handler(() => exportOptions.removeLogo()),
      owner: os.exports.owner.handler(async ({ input: { id }, signal }) => {
        const { people, documents } = session();
        // The dialog of a report calls this first, so the process for reports starts now.
        documents.prepareReport();
        const ownerId = people.ownerOf(id);
        return (await people.names([ownerId], signal)).get(ownerId) ?? null;
      }),
      imageSize: os.exports.imageSize.handler(({ input: { id, options }, signal }) =>
        session().documents.imageSize(id, options, signal ?? new AbortController().signal),
      ),
      image: os.exports.image.handler(async ({ input: { id, options }, signal }) => {
        const wanted = signal ?? new AbortController().signal;
        const png = await session().documents.image(id, options, wanted);
        return new Blob([new Uint8Array(png)], { type: 'image/png' });
      }),
      reveal: os.exports.reveal.handler(({ input }) => session().fileExport.reveal(input.handle)),
    },
    prints: {
      prepare: os.prints.prepare.handler(({ input, signal }) =>
        session().printing.prepare(input, signal ?? new AbortController().signal),
      ),
      run: os.prints.run.handler(({ input }) => session().printing.run(input.handle)),
    },
    codex: codexRoutes({ session, served }),
    people: peopleRoutes({ session, served }),
    storage: storageRoutes({ ...dependencies, ...dependencies.storage }),
    updates: updateRoutes(dependencies),
    extensions: {
      state: os.extensions.state.handler(async function* ({ signal }) {
        const later = events.subscribe('extensions', { signal });
        yield session().extensions.state();
        yield* later;
      }),
      change: os.extensions.change.handler(({ input }) => session().extensions.change(input)),
    },
    sync: {
      status: os.sync.status.handler(async function* ({ signal }) {
        const later = events.subscribe('syncStatus', { signal });
        yield session().sync.status();
        yield* later;
      }),
      renumbered: os.sync.renumbered.handler(async function* ({ signal }) {
        yield* events.subscribe('renumbered', { signal });
      }),
      now: os.sync.now.handler(() => served(session().sync.syncAll())),
      pendingChanges: os.sync.pendingChanges.handler(() => session().sync.pendingChanges()),
      retry: os.sync.retry.handler(({ input }) => session().sync.retry(input.seq)),
      retryAll: os.sync.retryAll.handler(() => session().sync.retryAll()),
      discard: os.sync.discard.handler(({ input }) => session().sync.discard(input.seq)),
      conflicts: os.sync.conflicts.handler(() => session().sync.conflicts()),
      conflict: os.sync.conflict.handler(({ input }) =>
        found(session().sync.conflict(input.kind, input.id)),
      ),
      resolve: os.sync.resolve.handler(({ input }) => session().sync.resolve(input)),
      resolveMany: os.sync.resolveMany.handler(({ input }) => session().sync.resolveMany(input)),
      endHold: os.sync.endHold.handler(({ input }) => served(session().sync.endHold(input.choice))),
      renewService: os.sync.renewService.handler(() => connections.renewService()),
      keepOffline: os.sync.keepOffline.handler(({ input }) =>
        session().sync.keepOffline(input.id, input.keep),
      ),
      fetchModel: os.sync.fetchModel.handler(({ input, signal }) =>
        served(session().sync.fetchModel(input.id, signal)),
      ),
    },
    connections: {
      list: os.connections.list.handler(async function* ({ signal }) {
        const later = events.subscribe('connections', { signal });
        yield await connections.listed();
        yield* later;
      }),
      check: os.connections.check.handler(({ input, signal }) => connections.check(input, signal)),
      save: os.connections.save.handler(({ input, signal }) => connections.save(input, signal)),
      open: os.connections.open.handler(({ input }) => connections.open(input.id)),
      signOut: os.connections.signOut.handler(({ input }) => connections.signOut(input.id)),
      exportUnsent: os.connections.exportUnsent.handler(({ input }) =>
        connections.exportUnsent(input.id),
      ),
      remove: os.connections.remove.handler(({ input }) => connections.remove(input)),
      reopen: os.connections.reopen.handler(() => connections.reopen()),
      startAfresh: os.connections.startAfresh.handler(() => connections.startAfresh()),
    },
    versions: versionRoutes(os.versions, session),
    recordsChanged: os.recordsChanged.handler(({ signal }) =>
      events.subscribe('records', { signal }),
    ),
    preferences: {
      get: os.preferences.get.handler(async () => {
        const from = dependencies.opened();
        await from?.firstStart;
        const isSafe = from?.canvasOpening.unfinished() === null;
        const location = isSafe ? from.store.preferences.get().location : '';
        const offersTour = await windowPreferences.takeTour();
        return { ...(await windowPreferences.get()), location, offersTour };
      }),
      set: os.preferences.set.handler(
        async ({ input: { location, offersTour: _ofThisStart, ...ofWindow } }) => {
          if (location !== undefined) dependencies.opened()?.store.preferences.set({ location });
          await windowPreferences.set(ofWindow);
          if (ofWindow.colorScheme) await dependencies.followColorScheme(ofWindow.colorScheme);
          if (ofWindow.language !== undefined) {
            await dependencies.followLanguage((await windowPreferences.get()).language);
          }
        },
      ),
    },
    menu: {
      show: os.menu.show.handler(({ input }) => dependencies.showMenu(input)),
      chosen: os.menu.chosen.handler(({ signal }) => events.subscribe('command', { signal })),
    },
  });
};
