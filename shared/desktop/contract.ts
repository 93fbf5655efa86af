import { eventIterator, oc as contractBuilder, type ContractRouterClient } from '@orpc/contract';
import { z } from 'zod';
import { importReport } from '../api/threat-models.ts';
import { changeSchema, drawnSchema, historySchema, historyStepSchema } from './change.ts';
import { componentCopySchema, componentsAtOnce, standingSchema } from './clip.ts';
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
import { exportSource } from './exports.ts';
import { recordKindSchema, recordSchemas } from './records.ts';
import {
  conflictKeySchema,
  conflictSchema,
  conflictSummarySchema,
  entrySeqSchema,
  resolutionSchema,
  settlementSchema,
  syncStatusSchema,
  waitingEntrySchema,
} from './sync.ts';
import { versionShapes } from './versions.ts';
import { clipboardActions, menuSchema, preferencesSchema } from './window.ts';

/**
 * Everything the window can ask of the main process, spoken over a MessagePort. No procedure takes
 * a URL or a path: files are named by a handle that a dialog, a drop or the command line gave.
 */
const oc = contractBuilder.errors(desktopErrors);
const byId = z.object({ id: z.string() });
const byIds = z.object({ ids: z.array(z.string()).max(componentsAtOnce) });

const count = z.number().int();
const titled = z.object({ id: z.string(), title: z.string() });

/**
 * Sidebar and home: everything down to the canvases, without their drawings. A model's `updated_at`
 * is the time of the last change to anything in it.
 */
const overviewSchema = z.array(
  recordSchemas.collection.extend({
    keptOffline: z.boolean(),
    models: z.array(
      recordSchemas.threatModel.extend({
        /** Whether what it holds was fetched; otherwise its counts are 0 and it has no canvases. */
        isHere: z.boolean(),
        canvases: z.array(titled),
        componentCount: count,
        openThreatCount: count,
      }),
    ),
  }),
);

/** `document` is the drawing as JSON: it is stored so, and a large one is then read only once. */
const openCanvasSchema = z.object({
  canvas: titled,
  model: titled,
  collection: titled,
  siblings: z.array(titled),
  document: z.string(),
});

/** Nodes that go to another canvas of the model, or to a new one, with what they hold. */
const moveElementsSchema = z.object({
  canvasId: z.string(),
  nodeIds: z.array(z.string()),
  to: z.union([z.object({ canvasId: z.string() }), z.object({ title: z.string() })]),
});

const movedElementsSchema = z.object({
  /** Where they went, and what to select there. */
  canvasId: z.string(),
  elementIds: z.array(z.string()),
  /** How many flows to what stays came to an end. */
  cutFlows: count,
  /** What was done to canvases that were there before. */
  drawings: z.array(drawnSchema),
});

/**
 * What the canvas shows of each component: its open threats, and how many of each priority. Those
 * of other canvases that it shows are among them, and say by `parentId` which canvas has them.
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

/** A file that was chosen, dropped or named on the command line, and what reading it gave. */
export const importPreviewSchema = z.object({
  fileName: z.string(),
  sizeBytes: count,
  result: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      models: z.array(z.object({ title: z.string(), report: importReport })),
    }),
    z.object({ ok: z.literal(false), place: z.string(), reason: z.string() }),
  ]),
});

/** `person`: a change, undo or redo asked for by this window; `sync`: brought by the service. */
const newsSchema = z.object({
  kinds: z.array(recordKindSchema),
  origin: z.enum(['person', 'sync']),
});

const fileHandle = z.object({ handle: z.string() });
const keptFile = fileHandle.extend({ fileName: z.string() });

export const desktop = {
  workspace: {
    overview: oc.output(overviewSchema),
    addSample: oc.output(z.object({ canvasId: z.string() })),
  },
  canvas: {
    open: oc.input(byId).output(openCanvasSchema),
    components: oc.input(byId).output(z.array(componentBadgeSchema)),
    /** A copy of a canvas behind it, with components of its own that have the same threats. */
    duplicate: oc.input(titled).output(z.object({ canvasId: z.string() })),
    moveElements: oc.input(moveElementsSchema).output(movedElementsSchema),
  },
  component: {
    detail: oc.input(byId).output(componentDetailSchema),
    /** The canvases that show it, in the order of their tabs. */
    places: oc.input(byId).output(z.array(titled)),
    /** Those that are here, as copies are made of them. */
    copies: oc.input(byIds).output(z.array(componentCopySchema)),
    /**
     * Of components that are about to be pasted: those that belong to the model of the canvas, and
     * those that were deleted from the canvas and can be restored.
     */
    standings: oc.input(byIds.extend({ canvasId: z.string() })).output(z.array(standingSchema)),
  },
  clipboard: {
    /**
     * Has what has the focus copy, cut or paste, as by its keys. Pasting is refused unless the
     * person has just pressed a key or a button: the page cannot look at the clipboard by itself.
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
    /** Asks for a file; `null` when the person cancels. */
    choose: oc.output(fileHandle.nullable()),
    preview: oc.input(fileHandle).output(importPreviewSchema),
    run: oc
      .input(fileHandle.extend({ collectionId: z.string() }))
      .output(z.object({ modelIds: z.array(z.string()), canvasId: z.string().nullable() })),
    release: oc.input(fileHandle),
    /** Files that arrive from outside the window: the command line, a second start, the system. */
    arrivals: oc.output(eventIterator(fileHandle)),
  },
  exports: {
    /** Asks where to save; `null` when the person cancels. */
    choose: oc.input(exportSource).output(fileHandle.extend({ fileName: z.string() }).nullable()),
    /** Has the file made and writes it where `choose` was told; an abort leaves no file. */
    save: oc.input(exportSource.extend(fileHandle.shape)),
    /** Shows a saved file in the system's file manager. */
    reveal: oc.input(fileHandle),
  },
  sync: {
    /** Announced again whenever what waits or conflicts may have changed. */
    status: oc.output(eventIterator(syncStatusSchema)),
    now: oc,
    /** Every change that the service has not taken, in the order in which they were made. */
    waiting: oc.output(z.array(waitingEntrySchema)),
    /** Sends again what was set aside: one entry, or all. */
    retry: oc.input(entrySeqSchema),
    retryAll: oc,
    /**
     * Gives one change up, undoably. An update: its fields are again as the service last had them.
     * A create: the record is deleted here with everything it holds. A delete: the record comes
     * back with the next sync.
     */
    discard: oc.input(entrySeqSchema),
    conflicts: oc.output(z.array(conflictSummarySchema)),
    conflict: oc.input(conflictKeySchema).output(conflictSchema),
    /**
     * Settles the choices that are named; the rest stays open. What changes here by it is one
     * undoable change (label `sync.label.resolve`, in the history of the threat model it is in, else
     * of the workspace), and is sent. For deletions: `deletedThere` with `mine` makes the record
     * again with all it holds, `theirs` deletes it here; `accessLost` with `mine` makes a copy of it;
     * `editedThere` with `mine` deletes it there all the same, `theirs` brings it back here.
     */
    resolve: oc.input(resolutionSchema),
    /** Ends the hold `restored` or `unfamiliar`. */
    settle: oc.input(settlementSchema),
    /**
     * Ends the hold `serviceDamaged`: puts the damaged database aside, under a name with the date,
     * and has the service begin a new one. The handle shows the old one in the file manager.
     */
    renewService: oc.output(keptFile),
    /** A collection that is marked is fetched whole; of the others, the models that were opened. */
    keepOffline: oc.input(byId.extend({ keep: z.boolean() })),
    /**
     * Has a model's drawings and components fetched if they are not here yet, and whatever else it
     * holds after that. Can be aborted. Fails with SERVICE_UNREACHABLE, SERVICE_FAILED or
     * SYNC_ON_HOLD.
     */
    fetchModel: oc.input(byId),
  },
  connections: {
    /** At once, and again whenever one of them, or which one is open, has changed. */
    list: oc.output(eventIterator(connectionList)),
    /** Tries a connection as it would be, without saving anything; can be aborted. */
    check: oc.input(connectionCandidate).output(connectionCheck),
    save: oc.input(savedConnection).output(connectionSaved),
    /** From its answer on, every other procedure is about this connection. */
    open: oc.input(byId),
    /** Forgets the secret; what is here stays, sent or not. */
    signOut: oc.input(byId),
    /** Asks where to save what was not sent; `null` when the person cancels. */
    exportUnsent: oc.input(byId).output(z.object({ fileName: z.string() }).nullable()),
    remove: oc.input(connectionRemoval).output(removedConnection),
    /** Tries again to open the copy of the open connection, which could not be used. */
    reopen: oc,
    /**
     * Puts the damaged copy of the open connection aside, under a name with the date, and begins a
     * new one, which is fetched from the service. The handle shows it in the file manager.
     */
    startAfresh: oc.output(keptFile),
  },
  /** The history of a canvas: named points and automatic ones. */
  versions: {
    /** The newest first. */
    list: oc.input(byId).output(z.array(versionShapes.version)),
    read: oc.input(versionShapes.source).output(versionShapes.content),
    /** What has become of a point's elements until now. */
    size: oc.input(versionShapes.id).output(versionShapes.size),
    /** The drawing as it is now becomes a point. */
    name: oc.input(byId.extend({ title: versionShapes.title })),
    rename: oc.input(versionShapes.id.extend({ title: versionShapes.title })),
    /** Can be brought back for an hour. */
    remove: oc.input(versionShapes.id),
    bringBack: oc.input(versionShapes.id),
    /** To be asked for before an earlier version is restored. */
    keepBeforeRestore: oc.input(byId),
    /** Which of these components have no record any more. */
    goneComponents: oc.input(z.object({ ids: z.array(z.string()) })).output(z.array(z.string())),
  },
  /** Announces which kinds of record changed, so that the queries that read them are made again. */
  news: oc.output(eventIterator(newsSchema)),
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
export type MoveElements = z.infer<typeof moveElementsSchema>;
export type ComponentPlace = z.infer<typeof titled>;
export type { SyncStatus } from './sync.ts';
export type ImportPreview = z.infer<typeof importPreviewSchema>;
export type RecordNews = z.infer<typeof newsSchema>;
