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
import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentBadge } from '#shared/desktop/contract.ts';
import { desktop } from '../app/desktop.ts';
import { inTurn, saveInTurn } from '../app/in-turn.ts';
import { showError } from '../app/show-error.tsx';
import { noticeGroundGone } from '../ui/notice-ground-gone.ts';
import { announceStep } from './announcements.ts';
import { arrive, underHand } from './arrival.ts';
import { badgesAfter, type Badges } from './badges.ts';
import type { FlowEdge, FlowNode } from './flow-elements.ts';
import { useGesture } from './gesture.ts';
import { dropLostConnection, noticeGone, takenFromHand } from './hand.ts';
import { askAgain, noteDone, noteRedone, noteUndone } from './history.ts';
import { noSelection, selectionOf, type Selection } from './select.ts';
import { shown } from './shown.ts';

/** A finished gesture. `label` is the key of the text that names it ("Undo *move*"). */
export type Edit = {
  label: string;
  operation?: CanvasOperation;
  records?: RecordChange[];
};

type CanvasState = {
  canvasId: string | null;
  /** As of the last finished gesture. */
  document: CanvasDocument;
  /** What React Flow draws: the document, the selection, and a gesture that is under way. */
  nodes: FlowNode[];
  edges: FlowEdge[];
  selection: Selection;
  /** The component records of this canvas; `null` until they are known. */
  badges: Badges | null;
  /** Counts the changes made here, so that a document read before one is known to be old. */
  revision: number;

  open: (canvasId: string, document: CanvasDocument) => void;
  /** Reads the drawing again, after all that was done here has been stored. */
  readAgain: () => Promise<void>;
  showBadges: (badges: readonly ComponentBadge[]) => void;
  changeNodes: (changes: NodeChange<FlowNode>[]) => void;
  changeEdges: (changes: EdgeChange<FlowEdge>[]) => void;
  select: (ids: Iterable<string>) => void;
  commit: (edit: Edit) => void;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
};

export const useCanvas = create<CanvasState>()((set, get) => {
  const show = (document: CanvasDocument, selected?: ReadonlySet<string>): void =>
    set((state) => {
      const drawn = shown(document, state, selected);
      return { document, ...drawn, selection: selectionOf(drawn, state.selection) };
    });

  const isTaken = (arriving: CanvasDocument): boolean =>
    takenFromHand(
      arriving,
      underHand(get()).map(({ id }) => id),
    ).length > 0;

  const reload = async (canvasId: string): Promise<void> => {
    const { revision } = get();
    const { document } = await inTurn(() => desktop.canvas.open({ id: canvasId }));
    if (get().canvasId !== canvasId) return;
    if (isTaken(document)) {
      await handEmpty(() => get().canvasId !== canvasId || !isTaken(document));
      noticeGone();
      await reload(canvasId);
    } else if (get().revision === revision) {
      set((state) => {
        const arrived = arrive(state, document);
        return { ...arrived, selection: selectionOf(arrived, state.selection) };
      });
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
    const { canvasId } = get();
    if (canvasId === null) return;
    const done = await saveInTurn(() => desktop.changes[direction]({ scope: canvasId }));
    if (done?.groundGone) {
      noticeGroundGone(direction);
      askAgain(canvasId);
      return;
    }
    if (done) (direction === 'undo' ? noteUndone : noteRedone)(canvasId, done.label);
    if (get().canvasId !== canvasId) return;
    if (done?.canvas) {
      const { document } = applyReversibly(get().document, done.canvas.operation);
      set(({ revision }) => ({ revision: revision + 1 }));
      show(document);
    }
    announceStep(direction, done && done.label);
  };

  return {
    canvasId: null,
    document: emptyDocument,
    nodes: [],
    edges: [],
    selection: noSelection,
    badges: null,
    revision: 0,

    open: (canvasId, document) => {
      set({ canvasId, nodes: [], edges: [], selection: noSelection, badges: null });
      show(document);
    },
    readAgain: async () => {
      const { canvasId } = get();
      if (canvasId !== null) await reload(canvasId).catch(showError);
    },
    showBadges: (badges) => set({ badges: new Map(badges.map((badge) => [badge.id, badge])) }),
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
    select: (ids) => show(get().document, new Set(ids)),

    commit: ({ label, operation = [], records = [] }) => {
      const { canvasId, document } = get();
      if (canvasId === null) return;
      const applied = applyReversibly(document, operation);
      // Also where nothing was changed: what a gesture has moved goes back to its place.
      show(applied.document);
      const drawing = operation.length > 0 && {
        canvas: { canvasId, operation, inverse: applied.inverse },
      };
      if (!drawing && records.length === 0) return;
      noteDone(canvasId, label);
      set(({ revision, badges }) => ({
        revision: revision + 1,
        badges: badgesAfter(badges, records, new Date().toISOString()),
      }));
      saveInTurn(() =>
        desktop.changes.apply({ scope: canvasId, label, ...drawing, records }),
      ).catch(async (error: unknown) => {
        showError(error);
        await reload(canvasId).catch(showError);
      });
    },
    undo: () => step('undo').catch(showError),
    redo: () => step('redo').catch(showError),
  };
});
