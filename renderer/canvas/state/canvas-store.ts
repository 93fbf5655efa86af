import {
  applyEdgeChanges,
  applyNodeChanges,
  type EdgeChange,
  type NodeChange,
} from '@xyflow/react';
import i18next from 'i18next';
import { create } from 'zustand';
import { applyReversibly } from '#shared/canvas/apply.ts';
import {
  emptyDocument,
  storedDocumentSchema,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
} from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { DrawingChange, HistoryStep, RecordChange } from '#shared/desktop/change.ts';
import type { ComponentBadge, OpenCanvas } from '#shared/desktop/contract.ts';
import { desktop } from '../../kernel/desktop/desktop.ts';
import { isGone, showError } from '../../kernel/desktop/errors.tsx';
import { saveInTurn } from '../../kernel/desktop/in-turn.ts';
import { readCanvas, takeEarlyCanvas } from '../../kernel/workspace/early-canvas.ts';
import {
  followStep,
  noteChange,
  noticeStepHere,
  takeStep,
} from '../../kernel/workspace/history.tsx';
import { isCanvasShown, offerCanvas } from '../../kernel/workspace/location.ts';
import { isPointerDown } from '../viewport/pointer.ts';
import { announce } from './announcements.ts';
import { badgesAfter, type Badges } from './badges.ts';
import {
  withDocument,
  drawnDuringGesture,
  noElements,
  drawnElements,
  nodesInGesture,
  type Region,
} from './drawn-elements.ts';
import type { FlowEdge, FlowNode } from './flow-elements.ts';
import {
  dropLostConnection,
  noticeDeletedElsewhere,
  lostFromGesture,
  useGesture,
} from './gesture.ts';
import { noSelection, selectionIn, selectionOf, type Selection } from './selection.ts';

/** A finished gesture. `label` is the text key of its name ("Undo *move*"). */
export type Edit = {
  label: string;
  operation?: CanvasOperation;
  records?: RecordChange[];
  /**
   * Changes of the same gesture to other canvases, even of other models. There is one entry per
   * canvas.
   */
  elsewhere?: DrawingChange[];
};

type AppliedDrawing = { canvasId: string; operation: CanvasOperation };

type CanvasState = {
  canvasId: string | null;
  /** The threat model of the canvas. Changes to the canvas enter the history of this model. */
  modelId: string | null;
  /** The document as it was when the canvas was opened. */
  opened: CanvasDocument | null;
  /** The number of times that a canvas was opened. */
  openings: number;
  /**
   * The number of times that a canvas was opened in a newly mounted editor, because the person was in the
   * middle of a gesture with the pointer. Such a gesture ends only when its part of the page disappears.
   */
  mountings: number;
  /** The document after the last finished gesture, or the previewed document. */
  document: CanvasDocument;
  /** The stored document during a preview, or `null` if there is no preview. */
  previewOf: CanvasDocument | null;
  /**
   * The elements that React Flow draws: those in the region and all selected ones. During a
   * gesture, they are at their dragged positions. The document has all elements.
   */
  nodes: FlowNode[];
  edges: FlowEdge[];
  /**
   * The part of the canvas whose elements React Flow draws. It is `null` while the canvas is shown from
   * so far away that React Flow draws no elements.
   */
  region: Region;
  /**
   * The region that React Flow is given in steps. It is the same as `region` when React Flow has all of its
   * elements.
   */
  wanted: Region;
  selection: Selection;
  /** The components that this canvas lists, `null` until they are loaded. */
  badges: Badges | null;
  /**
   * The number of local changes. If it changes while the document is read, the document is read again.
   */
  revision: number;

  open: (canvasId: string, document: CanvasDocument, modelId: string) => void;
  /** Reads the document again, after all local changes have been stored. */
  readAgain: () => Promise<void>;
  showBadges: (badges: readonly ComponentBadge[]) => void;
  showRegion: (region: Region, wanted: Region) => void;
  changeNodes: (changes: NodeChange<FlowNode>[]) => void;
  changeEdges: (changes: EdgeChange<FlowEdge>[]) => void;
  select: (ids: Iterable<string>) => void;
  /** Previews a document without changing the stored one. `null` or any edit ends the preview. */
  preview: (document: CanvasDocument | null) => void;
  commit: (edit: Edit) => void;
  /** Shows the changes to the open canvas that the store has already made. */
  showApplied: (drawings: readonly AppliedDrawing[]) => void;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
};

export const useCanvas = create<CanvasState>()((set, get) => {
  /** Shows a document. `more` is set in the same update, because each update runs all selectors. */
  const show = (
    document: CanvasDocument,
    selected?: Iterable<string>,
    more: (state: CanvasState) => Partial<CanvasState> = nothingMore,
  ): void =>
    set((state) => {
      const { selection: before, region } = state;
      const ids = selected ?? [...before.nodes, ...before.edges];
      const selection = selectionIn(document, ids, before);
      return {
        ...more(state),
        document,
        selection,
        ...drawnElements(document, state, selection, region),
      };
    });

  const isTaken = (incoming: CanvasDocument): boolean =>
    lostFromGesture(
      incoming,
      nodesInGesture(get()).map(({ id }) => id),
    ).length > 0;

  const reload = async (canvasId: string): Promise<void> => {
    const { revision } = get();
    const { document } = await readDrawing(canvasId);
    if (get().canvasId !== canvasId) return;
    if (isTaken(document)) {
      await gestureEnd(() => get().canvasId !== canvasId || !isTaken(document));
      noticeDeletedElsewhere();
      await reload(canvasId);
    } else if (get().revision === revision) {
      set((state) => ({ ...withDocument(state, document), previewOf: null }));
      dropLostConnection(document);
    } else await reload(canvasId);
  };

  /**
   * Resolves when the person has ended the gesture. Only then can the app remove the elements of the
   * gesture that were deleted elsewhere.
   */
  const gestureEnd = (hasEnded: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!hasEnded()) return;
        for (const stop of stops) stop();
        resolve();
      };
      const stops = [useCanvas.subscribe(check), useGesture.subscribe(check)];
    });

  const step = async (direction: 'undo' | 'redo'): Promise<void> => {
    const { modelId } = get();
    if (modelId === null) return;
    const historyStep = await takeStep(modelId, direction);
    if (historyStep === 'records gone' || get().modelId !== modelId) return;
    if (historyStep) get().showApplied(historyStep.drawings);
    if (!historyStep) announce(i18next.t(`nothing-to.${direction}`, { ns: 'canvas' }));
    else if (isSeenHere(historyStep, get())) noticeStepHere(historyStep, direction);
    else followStep(modelId, historyStep, direction);
  };

  return {
    canvasId: null,
    opened: null,
    openings: 0,
    mountings: 0,
    modelId: null,
    document: emptyDocument,
    previewOf: null,
    nodes: [],
    edges: [],
    region: null,
    wanted: null,
    selection: noSelection,
    badges: null,
    revision: 0,

    open: (canvasId, document, modelId) => {
      // The elements to draw depend on the visible part, which is not known yet, so there are none
      // (use-mounted-region.ts).
      const empty = {
        ...noElements,
        region: null,
        wanted: null,
        selection: noSelection,
        badges: null,
      };
      set(({ openings, mountings }) => ({
        canvasId,
        modelId,
        document,
        opened: document,
        openings: openings + 1,
        mountings: mountings + (isPointerDown() ? 1 : 0),
        previewOf: null,
        ...empty,
      }));
    },
    readAgain: async () => {
      const { canvasId } = get();
      if (canvasId !== null) await reload(canvasId).catch(showUnlessGone);
    },
    showBadges: (badges) => set({ badges: new Map(badges.map((badge) => [badge.id, badge])) }),
    showRegion: (region, wanted) =>
      set((state) => ({ ...drawnDuringGesture(state, { region }), wanted })),
    changeNodes: (changes) =>
      set((state) => {
        const nodes = applyNodeChanges(changes, state.nodes);
        if (!changes.some((change) => change.type === 'select')) return { nodes };
        return { nodes, selection: selectionOf({ nodes, edges: state.edges }, state.selection) };
      }),
    changeEdges: (changes) =>
      set((state) => {
        const edges = applyEdgeChanges(changes, state.edges);
        return { edges, selection: selectionOf({ nodes: state.nodes, edges }, state.selection) };
      }),
    select: (ids) => show(get().document, ids),

    preview: (previewed) => {
      const { document, previewOf } = get();
      const stored = previewOf ?? document;
      if (previewed) show(previewed, undefined, () => ({ previewOf: stored }));
      else if (previewOf) show(stored, undefined, endOfPreview);
    },
    commit: ({ label, operation = [], records = [], elsewhere = [] }) => {
      const { canvasId, modelId } = get();
      const document = get().previewOf ?? get().document;
      if (canvasId === null || modelId === null) return;
      const applied = applyReversibly(document, operation);
      const own = operation.length > 0 ? [{ canvasId, operation, inverse: applied.inverse }] : [];
      const drawings = [...own, ...elsewhere];
      // The edit has no changes, so this only restores elements that a gesture has moved.
      if (drawings.length === 0 && records.length === 0) {
        return show(applied.document, undefined, endOfPreview);
      }
      show(applied.document, undefined, ({ revision, badges }) => ({
        ...endOfPreview(),
        revision: revision + 1,
        badges: badgesAfter(badges, records, new Date().toISOString()),
      }));
      noteChange(modelId, label);
      saveInTurn(() => desktop.changes.apply({ scope: modelId, label, drawings, records })).catch(
        async (error: unknown) => {
          showError(error);
          await reload(canvasId).catch(showError);
        },
      );
    },
    showApplied: (drawings) => {
      const drawing = drawings.find(({ canvasId }) => canvasId === get().canvasId);
      if (!drawing) return;
      const { document } = applyReversibly(get().previewOf ?? get().document, drawing.operation);
      show(document, undefined, ({ revision }) => ({ ...endOfPreview(), revision: revision + 1 }));
    },
    undo: () => step('undo').catch(showError),
    redo: () => step('redo').catch(showError),
  };
});

offerCanvas(useCanvas.getState);

/** Calls `act` whenever a canvas is opened. Returns a function that ends this. */
export const onOpening = (act: () => void): (() => void) =>
  useCanvas.subscribe(({ openings }, before) => {
    if (openings !== before.openings) act();
  });

const endOfPreview = (): Partial<CanvasState> => ({ previewOf: null });

const nothingMore = (): Partial<CanvasState> => ({});

/** Shows an error. If the canvas was deleted, does nothing, because the page already says so. */
const showUnlessGone = (error: unknown): void => {
  if (!isGone(error)) showError(error);
};

/** Tells if an undo or redo is visible on the open canvas or concerns no canvas at all. */
const isSeenHere = (
  { canvasIds, deletedCanvasIds, componentIds }: NonNullable<HistoryStep>,
  { canvasId, badges }: CanvasState,
): boolean =>
  canvasId !== null &&
  isCanvasShown(canvasId) &&
  (canvasIds.length + deletedCanvasIds.length === 0 ||
    canvasIds.includes(canvasId) ||
    componentIds.some((id) => badges?.has(id)));

type OpenDrawing = Omit<OpenCanvas, 'document'> & {
  document: CanvasDocument;
  /** `drawingsChanged` when the canvas was asked for. */
  asOf: number;
};

/**
 * Reads a canvas that is being opened. Usually it was asked for before. Input and frames come between the
 * reading of a large document and its rendering.
 */
export const openDrawing = async (id: string): Promise<OpenDrawing> => {
  const drawing = drawingOf(await (takeEarlyCanvas(id) ?? read(id)));
  const { revision } = useCanvas.getState();
  await scheduler.yield();
  // A change made on another canvas may concern this one.
  return useCanvas.getState().revision === revision ? drawing : await readDrawing(id);
};

const readDrawing = async (id: string): Promise<OpenDrawing> => drawingOf(await read(id));

const read = async (id: string) =>
  await readCanvas(id, () => isCanvasShown(id) && useCanvas.getState().canvasId === id);

const drawingOf = <Read extends { document: string }>(opened: Read) => ({
  ...opened,
  document: storedDocumentSchema.parse(JSON.parse(opened.document)),
});

export type SelectedElement = (
  | { kind: 'node'; element: CanvasNode }
  | { kind: 'edge'; element: CanvasEdge }
) & { componentId: string | null };

/** Returns the selected element from the document, or `null` if none or several are selected. */
export const useSelectedElement = (): SelectedElement | null => {
  const { nodes, edges } = useCanvas((state) => state.selection);
  const single = nodes.length + edges.length === 1;
  const node = useCanvas((state) => (single ? nodeById(state.document, nodes[0]) : undefined));
  const edge = useCanvas((state) => (single ? edgeById(state.document, edges[0]) : undefined));
  if (node) return { kind: 'node', element: node, componentId: node.data.componentId ?? null };
  if (edge) return { kind: 'edge', element: edge, componentId: edge.data?.componentId ?? null };
  return null;
};

export const useSelectedCount = (): number =>
  useCanvas((state) => state.selection.nodes.length + state.selection.edges.length);
