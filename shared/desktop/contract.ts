import { eventIterator, oc as contractBuilder, type ContractRouterClient } from '@orpc/contract';
import { z } from 'zod';
import { importReport } from '../api/threat-models.ts';
import { recordKindSchema } from '../records/record-kinds.ts';
import { recordSchemas } from '../records/record-schemas.ts';
import { changeSchema, historySchema, historyStepSchema } from './change.ts';
import { componentCopySchema, componentsAtOnce, existingComponentSchema } from './clip.ts';
import { codexProcedures, codexTemplate, extensionProcedures } from './codex.ts';
import {
  connectionCandidate,
  connectionCheck,
  connectionList,
  connectionRemoval,
  connectionSaved,
  removedConnection,
  savedConnection,
} from './connections.ts';
import { desktopErrors } from './errors.ts';
import { exportProcedures } from './exports.ts';
import { importShapes } from './import-merge.ts';
import {
  copiedModelsSchema,
  duplicateModelsSchema,
  movedElementsSchema,
  moveElementsSchema,
  moveModelsSchema,
} from './moves.ts';
import { peopleProcedures } from './people.ts';
import { printProcedures } from './prints.ts';
import {
  registerListSchema,
  registerMoveSchema,
  registerQuerySchema,
  registerRowSchema,
  registerRowsSchema,
  registerScopeSchema,
  registerSummarySchema,
  registerFileSchema,
  registerValuesSchema,
} from './register.ts';
import { searchHitSchema, searchQuerySchema, titledQuerySchema } from './search.ts';
import { storageProcedures } from './storage.ts';
import {
  conflictKeySchema,
  conflictSchema,
  conflictSummarySchema,
  decidedSchema,
  entrySeqSchema,
  resolutionOfManySchema,
  resolutionSchema,
  holdDecisionSchema,
  renumberedSchema,
  syncStatusSchema,
  pendingChangeSchema,
} from './sync.ts';
import { updateProcedures } from './updates.ts';
import { versionShapes } from './versions.ts';
import { clipboardActions, menuSchema, preferencesSchema } from './window.ts';

/**
 * `oc` defines the requests from the window to the main process. They are sent over a MessagePort. No
 * procedure accepts a file path. The window knows files only by handles, which come from a dialog, a
 * drop, or the command line.
 */
const oc = contractBuilder.errors(desktopErrors);
const byId = z.object({ id: z.string() });
const byIds = z.object({ ids: z.array(z.string()).max(componentsAtOnce) });

const count = z.number().int();
const titled = z.object({ id: z.string(), title: z.string() });

/**
 * The data of the sidebar and the home page: collections, models, and canvases without their documents.
 * A model's `updated_at` is the time of the last change to anything in it.
 */
const overviewSchema = z.array(
  recordSchemas.collection.extend({
    keptOffline: z.boolean(),
    models: z.array(
      recordSchemas.threatModel.extend({
        /**
         * True if the content of the model is downloaded. Otherwise the counts are 0 and `canvases` is
         * empty.
         */
        isDownloaded: z.boolean(),
        canvases: z.array(titled),
        componentCount: count,
        openThreatCount: count,
        openByPriority: z.record(z.string(), count),
      }),
    ),
  }),
);

/**
 * An opened canvas. `document` is JSON text as it is stored, so that a large document is parsed only in
 * the window.
 */
const openCanvasSchema = z.object({
  canvas: titled,
  model: titled,
  collection: titled,
  siblings: z.array(titled),
  document: z.string(),
});

/**
 * A component with the numbers of its open threats. The canvas shows these numbers on the elements of
 * the component. If the component belongs to another canvas, `parentId` is the ID of that canvas.
 */
const componentBadgeSchema = recordSchemas.component.extend({
  openThreatCount: count,
  worstPriority: z.string().nullable(),
  openByPriority: z.record(z.string(), count),
});

const componentDetailSchema = recordSchemas.component.extend({
  threats: z.array(
    recordSchemas.threat.extend({
      mitigations: z.array(recordSchemas.mitigation),
      comments: z.array(recordSchemas.comment.extend({ isMine: z.boolean() })),
    }),
  ),
});

/**
 * A request for the drawings of a model. The response leaves out the document of the canvas `except`,
 * and the documents that the window already has. `known` contains the revisions of these documents by
 * the ID of the canvas.
 */
const modelDrawingsAsked = z.object({
  id: z.string(),
  except: z.string(),
  known: z.record(z.string(), z.string()),
});
/** `document` is JSON text as it is stored, or `null` if the request excluded it. */
const modelDrawing = z.object({
  id: z.string(),
  revision: z.string(),
  document: z.string().nullable(),
});

/** The threats of a component, in the short form that suggestions and checks compare. */
const componentThreats = z.object({
  componentId: z.string(),
  threats: z.array(
    z.object({
      title: z.string(),
      status: z.string(),
      priority: z.string(),
      categories: z.array(z.string()),
      references: z.array(z.string()),
      mitigations: z.array(
        z.object({
          title: z.string(),
          status: z.string().nullable(),
          controls: z.array(z.string()),
        }),
      ),
      dueDate: z.string().nullable(),
    }),
  ),
});

/** A file that was chosen, dropped, or named on the command line, and the result of reading it. */
export const importPreviewSchema = z.object({
  fileName: z.string(),
  sizeBytes: count,
  result: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      models: z.array(
        z.object({
          title: z.string(),
          report: importReport,
          /**
           * The number of elements that overlap others, are cut off, or are smaller than their name.
           * Elements without a position are not counted.
           */
          unreadableCount: count,
          /** Content of another tool's file that the import leaves out. */
          leftOut: z.array(z.object({ place: z.string(), message: z.string() })),
        }),
      ),
    }),
    z.object({
      ok: z.literal(false),
      place: z.string(),
      reason: z.string(),
      /** True if the file is a template that the codex can import. */
      isTemplate: z.literal(true).optional(),
    }),
  ]),
});

/**
 * A record with the IDs of its ancestors. `scope` is the undo history that contains changes to the
 * record.
 */
const foundRecordSchema = z.object({
  scope: z.string(),
  modelId: z.string().nullable(),
  canvasId: z.string().nullable(),
  componentId: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
});

/**
 * The kinds of records that changed, and who changed them. `person`: a change, undo, or redo by this
 * window. `sync`: a change from the service.
 */
const recordsChangedSchema = z.object({
  kinds: z.array(recordKindSchema),
  origin: z.enum(['person', 'sync']),
});

const fileHandle = z.object({ handle: z.string() });
const savedFile = fileHandle.extend({ fileName: z.string() });

export const desktop = {
  workspace: {
    overview: oc.output(overviewSchema),
    addSample: oc.output(z.object({ canvasId: z.string() })),
  },
  models: {
    /**
     * Returns all canvases of a model in the order of their tabs. `modelDrawingsAsked` says which
     * documents are included.
     */
    drawings: oc.input(modelDrawingsAsked).output(z.array(modelDrawing)),
    /** Creates copies beside the originals, without comments. All models must be downloaded. */
    duplicate: oc.input(duplicateModelsSchema).output(copiedModelsSchema),
    /** Moves downloaded models to another collection, where they get new IDs. */
    move: oc.input(moveModelsSchema).output(copiedModelsSchema),
  },
  canvas: {
    /**
     * Reads a canvas that the window wants to show. Unless the canvas is already on the screen, the app
     * records that it is being opened, until the window calls `drawn`. If the canvas is still recorded
     * at the next start, it made the window hang or crash.
     */
    open: oc.input(byId.extend({ isOnScreen: z.boolean() })).output(openCanvasSchema),
    /**
     * Ends the opening of a canvas, because the canvas was drawn, or because the person left the canvas
     * before it was drawn.
     */
    drawn: oc.input(byId),
    /**
     * Returns the canvas that `open` recorded and whose opening never ended, or `null` if there is none.
     * The window does not open this canvas automatically.
     */
    unfinished: oc.output(titled.nullable()),
    components: oc.input(byId).output(z.array(componentBadgeSchema)),
    threats: oc.input(byId).output(z.array(componentThreats)),
    /**
     * Inserts a copy of a canvas after the original. The components of the copy are new, and have copies
     * of the threats.
     */
    duplicate: oc.input(titled).output(z.object({ canvasId: z.string() })),
    moveElements: oc.input(moveElementsSchema).output(movedElementsSchema),
  },
  component: {
    detail: oc.input(byId).output(componentDetailSchema),
    /** Returns the canvases that show a component, in the order of their tabs. */
    canvases: oc.input(byId).output(z.array(titled)),
    /**
     * Returns components in the form for copying. Leaves out components that the store does not have.
     */
    copies: oc.input(byIds).output(z.array(componentCopySchema)),
    /**
     * Returns those of the components to paste that can be used again instead of copied. They belong to
     * the model of the canvas, or they were deleted from the canvas and can be restored.
     */
    existing: oc
      .input(byIds.extend({ canvasId: z.string() }))
      .output(z.array(existingComponentSchema)),
  },
  records: {
    /** Returns a record and the IDs of its ancestors, or `null` if the record no longer exists. */
    find: oc.input(conflictKeySchema).output(foundRecordSchema.nullable()),
  },
  search: {
    /** Finds records and drawn elements in all models by their texts. */
    find: oc.input(searchQuerySchema).output(z.array(searchHitSchema)),
    /**
     * Finds the records that use an entry of the codex. These are the records with the title of the
     * entry.
     */
    titled: oc.input(titledQuerySchema).output(z.array(searchHitSchema)),
  },
  register: {
    list: oc.input(registerQuerySchema).output(registerListSchema),
    rows: oc.input(registerRowsSchema).output(z.array(registerRowSchema)),
    values: oc.input(z.object({ scope: registerScopeSchema })).output(registerValuesSchema),
    /** Counts the threats and mitigations of a scope. */
    summary: oc
      .input(registerQuerySchema.pick({ scope: true, today: true }))
      .output(registerSummarySchema),
    /** Moves threats to another component of their model. */
    move: oc.input(registerMoveSchema),
    /** Asks where to save, and writes a CSV file. Returns `null` if the person cancels. */
    exportFile: oc.input(registerFileSchema).output(savedFile.nullable()),
  },
  clipboard: {
    /**
     * Cuts, copies, or pastes in the focused element, like the shortcuts. Pasting is allowed only right
     * after a key press or click, because the page must not read the clipboard on its own.
     */
    perform: oc.input(z.object({ action: z.enum(clipboardActions) })),
  },
  changes: {
    apply: oc.input(changeSchema),
    undo: oc.input(z.object({ scope: z.string() })).output(historyStepSchema),
    redo: oc.input(z.object({ scope: z.string() })).output(historyStepSchema),
    history: oc.input(z.object({ scope: z.string() })).output(historySchema),
  },
  imports: {
    /** Asks for a file. Returns `null` if the person cancels. */
    choose: oc.output(fileHandle.nullable()),
    /** Returns a handle for one of the app's templates, which can then be imported like a file. */
    template: oc.input(importShapes.template).output(fileHandle),
    preview: oc.input(fileHandle).output(importPreviewSchema),
    /** Reads the template of another tool as entries and rules of the codex. Can be aborted. */
    codexTemplate: oc.input(fileHandle).output(codexTemplate),
    /**
     * Imports a file. If `tidiesUp` is true, the app then moves the elements that are hard to read. In
     * each model, moving them is one change that can be undone.
     */
    run: oc
      .input(fileHandle.extend({ collectionId: z.string(), tidiesUp: z.boolean() }))
      .output(z.object({ modelIds: z.array(z.string()), canvasId: z.string().nullable() })),
    /**
     * Compares the model of a file with a local model. The file must have only one model. Can be
     * aborted.
     */
    compare: oc.input(importShapes.intoModel).output(importShapes.comparison),
    /**
     * Merges the compared file into the model. The merge is one change that can be undone. Can be
     * aborted.
     */
    merge: oc.input(importShapes.choices).output(importShapes.merge),
    release: oc.input(fileHandle),
    /**
     * Emits files that do not arrive through the window, but from the command line, from a second start
     * of the app, or from the operating system.
     */
    received: oc.output(eventIterator(fileHandle)),
  },
  exports: exportProcedures,
  prints: printProcedures,
  codex: codexProcedures,
  extensions: extensionProcedures,
  people: peopleProcedures,
  storage: storageProcedures,
  updates: updateProcedures,
  sync: {
    /** Emits the sync status whenever the pending changes or the conflicts may have changed. */
    status: oc.output(eventIterator(syncStatusSchema)),
    /** Emits the threats whose numbers have changed. */
    renumbered: oc.output(eventIterator(renumberedSchema)),
    now: oc,
    /** Returns all pending changes, in the order in which they were made. */
    pendingChanges: oc.output(z.array(pendingChangeSchema)),
    /** Retries one rejected change. `retryAll` retries all of them. */
    retry: oc.input(entrySeqSchema),
    retryAll: oc,
    /**
     * Discards one change. Discarding can be undone. For an update, the changed fields get their last
     * synced values. For a create, the record and its descendants are deleted. For a delete, the record
     * comes back with the next sync.
     */
    discard: oc.input(entrySeqSchema),
    conflicts: oc.output(z.array(conflictSummarySchema)),
    conflict: oc.input(conflictKeySchema).output(conflictSchema),
    /**
     * Resolves the given choices and leaves all other choices open. The resulting changes in the store
     * are sent to the service. They are one undo step with the label `sync.label.resolve`, in the
     * history of the threat model or of the workspace.
     */
    resolve: oc.input(resolutionSchema),
    /**
     * Resolves all choices in the given conflicts to one side. The history of each changed threat model,
     * or of the workspace, gets one undo step, or a few steps if there are very many changes.
     */
    resolveMany: oc.input(resolutionOfManySchema).output(decidedSchema),
    /** Ends the hold `restored` or `unfamiliar` with the person's decision. */
    endHold: oc.input(holdDecisionSchema),
    /**
     * Ends the hold `serviceDamaged`. Adds the date to the file name of the damaged database, so that
     * the service creates a new database. Returns a handle with which the window can show the old file
     * in the file manager.
     */
    renewService: oc.output(savedFile),
    /**
     * Marks a collection for offline use, or removes the mark. The app downloads all models of marked
     * collections. In other collections, it downloads only the models that were opened.
     */
    keepOffline: oc.input(byId.extend({ keep: z.boolean() })),
    /**
     * Downloads a model, unless it is downloaded already. The canvases and components come first, and
     * then the other content. Can be aborted. Fails with SERVICE_UNREACHABLE, SERVICE_FAILED, or
     * SYNC_ON_HOLD.
     */
    fetchModel: oc.input(byId),
  },
  connections: {
    /**
     * Emits the connections at once, and again whenever one of them has changed or another one was
     * opened.
     */
    list: oc.output(eventIterator(connectionList)),
    /** Tries a connection without saving it. Can be aborted. */
    check: oc.input(connectionCandidate).output(connectionCheck),
    save: oc.input(savedConnection).output(connectionSaved),
    /** Opens a connection. After the response, all other procedures use it. */
    open: oc.input(byId),
    /** Deletes the secret. Local data stays, including unsynced changes. */
    signOut: oc.input(byId),
    /** Asks where to save the unsynced changes. Returns `null` if the person cancels. */
    exportUnsent: oc.input(byId).output(z.object({ fileName: z.string() }).nullable()),
    remove: oc.input(connectionRemoval).output(removedConnection),
    /** Tries again to open the store of the open connection. */
    reopen: oc,
    /**
     * Adds the date to the file name of the damaged store of the open connection, creates a new store,
     * and downloads its content from the service. Returns a handle with which the window can show the
     * old file in the file manager.
     */
    startAfresh: oc.output(savedFile),
  },
  /** The version history of a canvas, with named and automatic versions. */
  versions: {
    /** Returns the versions of a canvas, the newest first. */
    list: oc.input(byId).output(z.array(versionShapes.version)),
    read: oc.input(versionShapes.source).output(versionShapes.content),
    /** Counts the differences between a version and the current document. */
    size: oc.input(versionShapes.id).output(versionShapes.size),
    /** Saves the current document as a version. */
    name: oc.input(byId.extend({ title: versionShapes.title })),
    rename: oc.input(versionShapes.id.extend({ title: versionShapes.title })),
    /** Marks a model as reviewed by this person, and saves a version of each of its canvases. */
    review: oc.input(byId.extend({ title: versionShapes.title })),
    /**
     * Returns the last review of a model with the changes since then, or `null` if there is no review.
     */
    reviewState: oc.input(byId).output(versionShapes.review.nullable()),
    /** Deletes a version. For an hour, `bringBack` can restore the version. */
    remove: oc.input(versionShapes.id),
    bringBack: oc.input(versionShapes.id),
    /** Saves the current document as a version, before an earlier version is restored. */
    keepBeforeRestore: oc.input(byId),
    /** Returns the IDs of the given components whose records no longer exist. */
    missingComponents: oc.input(z.object({ ids: z.array(z.string()) })).output(z.array(z.string())),
  },
  /** Emits the kinds of records that changed, so that the window repeats the queries that read them. */
  recordsChanged: oc.output(eventIterator(recordsChangedSchema)),
  preferences: {
    get: oc.output(preferencesSchema),
    set: oc.input(preferencesSchema.partial()),
  },
  menu: {
    show: oc.input(menuSchema),
    chosen: oc.output(eventIterator(z.object({ command: z.string() }))),
  },
};

export type DesktopClient = ContractRouterClient<typeof desktop>;
export type Overview = z.infer<typeof overviewSchema>;
export type OpenCanvas = z.infer<typeof openCanvasSchema>;
export type ComponentBadge = z.infer<typeof componentBadgeSchema>;
export type ComponentDetail = z.infer<typeof componentDetailSchema>;
export type FoundRecord = z.infer<typeof foundRecordSchema>;
export type ModelDrawingsAsked = z.infer<typeof modelDrawingsAsked>;
export type ModelDrawing = z.infer<typeof modelDrawing>;
export type ComponentThreats = z.infer<typeof componentThreats>;
export type ComponentCanvas = z.infer<typeof titled>;
export type { SyncStatus } from './sync.ts';
export type ImportPreview = z.infer<typeof importPreviewSchema>;
export type RecordsChanged = z.infer<typeof recordsChangedSchema>;
