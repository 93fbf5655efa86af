import {
  applyEdgeChanges,
  applyNodeChanges,
  type EdgeChange,
  type NodeChange,
} from '@xyflow/react';
import { create } from 'zustand';
import { applyReversibly } from '#shared/canvas/apply.ts';
import { emptyDocument, type CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { HistoryStep, RecordChange } from '#shared/desktop/change.ts';
import type { ComponentBadge } from '#shared/desktop/contract.ts';
import { desktop } from '../app/desktop.ts';
import { isGone } from '../app/error-text.ts';
import { saveInTurn } from '../app/in-turn.ts';
import { isCanvasShown } from '../app/open-canvas.ts';
import { showError } from '../app/show-error.tsx';
import { followStep } from '../collections/follow-step.ts';
import { announceStep } from './announcements.ts';
import { arrive, drawnAroundHand, underHand } from './arrival.ts';
import { badgesAfter, type Badges } from './badges.ts';
import type { FlowEdge, FlowNode } from './flow-elements.ts';
import { useGesture } from './gesture.ts';
import { dropLostConnection, noticeGone, takenFromHand } from './hand.ts';
import { noteDone, takeStep } from './history.ts';
import { openDrawing } from './open-drawing.ts';
import { noSelection, selectionIn, selectionOf, type Selection } from './select.ts';
import { nothing, shown, type Region } from './shown.ts';

/** A finished gesture. `label` is the key of the text that names it ("Undo *move*"). */
export type Edit = {
  label: string;
  operation?: CanvasOperation;
  records?: RecordChange[];
};

type DoneDrawing = { canvasId: string; operation: CanvasOperation };

type CanvasState = {
  canvasId: string | null;
  /** The threat model of the canvas: what is done here enters its history. */
  modelId: string | null;
  /** As of the last finished gesture. */
  document: CanvasDocument;
  /**
   * What React Flow draws: of the document what lies in the region, the selection, and a gesture
   * that is under way. What the canvas holds is in the document.
   */
  nodes: FlowNode[];
  edges: FlowEdge[];
  /** `null` while the canvas is seen from so far that React Flow draws nothing of it. */
  region: Region;
  selection: Selection;
  /** The component records of this canvas; `null` until they are known. */
  badges: Badges | null;
  /** Counts the changes made here, so that a document read before one is known to be old. */
  revision: number;

  open: (canvasId: string, document: CanvasDocument, modelId: string) => void;
  /** Reads the drawing again, after all that was done here has been stored. */
  readAgain: () => Promise<void>;
  showBadges: (badges: readonly ComponentBadge[]) => void;
  showRegion: (region: Region) => void;
  changeNodes: (changes: NodeChange<FlowNode>[]) => void;
  changeEdges: (changes: EdgeChange<FlowEdge>[]) => void;
  select: (ids: Iterable<string>) => void;
  commit: (edit: Edit) => void;
  /** Shows what the store has already done to drawings, as far as it is about this one. */
  showDone: (drawings: readonly DoneDrawing[]) => void;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
};

export const useCanvas = create<CanvasState>()((set, get) => {
  /** `more` at the same time, because each change is compared with by all that is drawn. */
  const show = (
    document: CanvasDocument,
    selected?: Iterable<string>,
    more: (state: CanvasState) => Partial<CanvasState> = nothingMore,
  ): void =>
    set((state) => {
      const { selection: before, region } = state;
      const ids = selected ?? [...before.nodes, ...before.edges];
      const selection = selectionIn(document, ids, before);
      return { ...more(state), document, selection, ...shown(document, state, selection, region) };
    });

  const isTaken = (arriving: CanvasDocument): boolean =>
    takenFromHand(
      arriving,
      underHand(get()).map(({ id }) => id),
    ).length > 0;

  const reload = async (canvasId: string): Promise<void> => {
    const { revision } = get();
    const { document } = await openDrawing(canvasId);
    if (get().canvasId !== canvasId) return;
    if (isTaken(document)) {
      await handEmpty(() => get().canvasId !== canvasId || !isTaken(document));
      noticeGone();
      await reload(canvasId);
    } else if (get().revision === revision) {
      set((state) => arrive(state, document));
      dropLostConnection(document);
    } else await reload(canvasId);
  };

  /** Nothing is pulled out of the hand: what is gone goes when it has let go. */
  const handEmpty = (isEmpty: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isEmpty()) return;
        for (const stop of stops) stop();
        resolve();
      };
      const stops = [useCanvas.subscribe(look), useGesture.subscribe(look)];
    });

  const step = async (direction: 'undo' | 'redo'): Promise<void> => {
    const { modelId } = get();
    if (modelId === null) return;
    const done = await takeStep(modelId, direction);
    if (done === 'ground gone' || get().modelId !== modelId) return;
    if (done) get().showDone(done.drawings);
    if (done && !isSeenHere(done, get())) followStep(modelId, done, direction);
    else announceStep(direction, done && done.label);
  };

  return {
    canvasId: null,
    modelId: null,
    document: emptyDocument,
    nodes: [],
    edges: [],
    region: null,
    selection: noSelection,
    badges: null,
    revision: 0,

    open: (canvasId, document, modelId) => {
      // What of it is drawn is known when it is known what of it is seen (use-stage.ts).
      const empty = { ...nothing, region: null, selection: noSelection, badges: null };
      set({ canvasId, modelId, document, ...empty });
    },
    readAgain: async () => {
      const { canvasId } = get();
      if (canvasId !== null) await reload(canvasId).catch(showUnlessGone);
    },
    showBadges: (badges) => set({ badges: new Map(badges.map((badge) => [badge.id, badge])) }),
    showRegion: (region) => set((state) => drawnAroundHand(state, { region })),
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

    commit: ({ label, operation = [], records = [] }) => {
      const { canvasId, modelId, document } = get();
      if (canvasId === null || modelId === null) return;
      const applied = applyReversibly(document, operation);
      const drawings =
        operation.length > 0 ? [{ canvasId, operation, inverse: applied.inverse }] : [];
      // What a gesture has moved goes back to its place.
      if (drawings.length === 0 && records.length === 0) return show(applied.document);
      show(applied.document, undefined, ({ revision, badges }) => ({
        revision: revision + 1,
        badges: badgesAfter(badges, records, new Date().toISOString()),
      }));
      noteDone(modelId, label);
      saveInTurn(() => desktop.changes.apply({ scope: modelId, label, drawings, records })).catch(
        async (error: unknown) => {
          showError(error);
          await reload(canvasId).catch(showError);
        },
      );
    },
    showDone: (drawings) => {
      const here = drawings.find(({ canvasId }) => canvasId === get().canvasId);
      if (!here) return;
      const { document } = applyReversibly(get().document, here.operation);
      show(document, undefined, ({ revision }) => ({ revision: revision + 1 }));
    },
    undo: () => step('undo').catch(showError),
    redo: () => step('redo').catch(showError),
  };
});

const nothingMore = (): Partial<CanvasState> => ({});

/** Where the canvas was deleted, the page says so. */
const showUnlessGone = (error: unknown): void => {
  if (!isGone(error)) showError(error);
};

/** Whether what an undo or redo did can be seen on the open canvas, or is about no canvas at all. */
const isSeenHere = (
  { canvasIds, goneCanvasIds, componentIds }: NonNullable<HistoryStep>,
  { canvasId, badges }: CanvasState,
): boolean =>
  canvasId !== null &&
  isCanvasShown(canvasId) &&
  (canvasIds.length + goneCanvasIds.length === 0 ||
    canvasIds.includes(canvasId) ||
    componentIds.some((id) => badges?.has(id)));
