import { useStoreApi, type NodeChange, type ReactFlowState } from '@xyflow/react';
import { useEffect, useState } from 'react';
import type { Box } from '#shared/canvas/geometry.ts';
import { withDescendants } from '#shared/canvas/lookup.ts';
import { gridStep } from '../edits/element-edits.ts';
import { useArrangeSettings } from '../state/arrange-settings.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import { boxesInView, drawnBoxOf } from '../viewport/boxes-in-view.ts';
import { clearHints, useHints, type Hints } from './guides.ts';
import type { SnapTargets } from './snap.ts';
import {
  dragOf,
  snappedDrag,
  snappedResize,
  type Drag,
  type DraggedNode,
  type Resize,
} from './snapped-changes.ts';

const nowhere: SnapTargets = { reach: 0, grid: null, others: [] };

type Changes = NodeChange<FlowNode>[];
type Store = ReturnType<typeof useStoreApi<FlowNode, FlowEdge>>;

/** Snaps nodes to the grid or to other elements while the pointer drags or resizes them. */
export const useSnapping = () => {
  const store = useStoreApi<FlowNode, FlowEdge>();
  const [snapping] = useState(() => createSnapping(store));
  useEffect(() => snapping.listen(), [snapping]);
  return snapping;
};

const createSnapping = (store: Store) => {
  let drag: Drag | null = null;
  let resize: Resize | null = null;
  let others: { boxes: Box[]; at: string } | null = null;
  /** True while Alt or Ctrl is held, which turns off snapping. */
  let isFree = false;
  /**
   * True while Shift is held: a drag is straight, and a resize keeps the aspect ratio without
   * snapping.
   */
  let isEven = false;
  /** True after Escape: the rest of the gesture is ignored until the pointer is released. */
  let isGivenUp = false;

  const draggedOf = (id: string): DraggedNode[] => {
    const box = drawnBoxOf(store.getState(), id);
    const node = store.getState().nodeLookup.get(id);
    return box && node ? [{ id, position: node.position, box }] : [];
  };

  const targetsFor = (ids: Iterable<string>): SnapTargets => {
    const { transform } = store.getState();
    const at = transform.join();
    if (others?.at !== at) {
      const except = withDescendants(useCanvas.getState().document, ids);
      others = { boxes: boxesInView(store.getState(), except), at };
    }
    return currentSnapTargets(store.getState(), others.boxes, isFree);
  };

  const show = ({ guides, gaps }: Hints): void =>
    useHints.setState({ guides, gaps, zoom: store.getState().transform[2] });

  const stop = (): void => {
    drag = null;
    resize = null;
    isGivenUp = false;
    others = null;
    clearHints();
  };

  /** On Escape, restores all nodes, although the pointer is still down. */
  const giveUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isGivenUp || !(drag ?? resize)) return;
    event.preventDefault();
    event.stopPropagation();
    isGivenUp = true;
    clearHints();
    useCanvas.getState().commit({ label: 'canvas.label.move' });
  };

  /**
   * Removes positions and sizes from the changes of a canceled gesture. The remaining changes only show
   * React Flow whether the gesture is still in progress.
   */
  const ended = (changes: Changes): Changes => {
    const remaining = changes.flatMap((change): Changes => {
      const { type } = change;
      if (type === 'position') return [{ type, id: change.id, dragging: change.dragging ?? false }];
      if (type !== 'dimensions') return [change];
      return [{ type, id: change.id, resizing: change.resizing ?? false }];
    });
    if (changes.some((change) => change.type === 'dimensions' && change.resizing === false)) stop();
    return remaining;
  };

  const ofResize = (changes: Changes): Changes | null => {
    const own = changes.find((change) => change.type === 'dimensions' && 'resizing' in change);
    if (own?.type !== 'dimensions') return null;
    if (own.resizing !== true) {
      stop();
      return changes;
    }
    const [dragged] = resize?.id === own.id ? [] : draggedOf(own.id);
    if (dragged) resize = { ...dragged, wanted: dragged.box };
    if (!resize) return changes;
    const where = isEven ? nowhere : targetsFor([own.id]);
    const { changes: rested, ...hints } = snappedResize(resize, changes, where);
    show(hints);
    return rested;
  };

  return {
    onNodesChange: (changes: Changes): void => {
      const { changeNodes } = useCanvas.getState();
      if (isGivenUp) return changeNodes(ended(changes));
      if (!drag) return changeNodes(ofResize(changes) ?? changes);
      const dragged = drag.dragged.keys();
      const snapped = snappedDrag(drag, changes, () => targetsFor(dragged), isEven);
      if (!snapped) return undefined;
      changeNodes(snapped.changes);
      return show(snapped);
    },
    start: (ids: readonly string[]): void => {
      stop();
      drag = dragOf(ids.flatMap(draggedOf));
    },
    /** The canvas positions of the dragged nodes, by ID. */
    positions: () =>
      [...(drag?.dragged.values() ?? [])].map(({ id, box }) => {
        const { x, y } = drag?.by ?? { x: 0, y: 0 };
        return [id, { x: box.x + x, y: box.y + y }] as const;
      }),
    isGivenUp: () => isGivenUp,
    stop,
    listen: (): (() => void) => {
      const end = new AbortController();
      const options = { capture: true, signal: end.signal };
      const note = ({ altKey, ctrlKey, shiftKey }: PointerEvent): void => {
        isFree = altKey || ctrlKey;
        isEven = shiftKey;
      };
      window.addEventListener('pointermove', note, options);
      window.addEventListener('keydown', giveUp, options);
      return () => end.abort();
    },
  };
};

/** The snap distance, in screen pixels. */
const reach = 6;

/** Returns the snap targets that the settings allow, or none while a key turns off snapping. */
export const currentSnapTargets = (
  { transform: [, , zoom] }: Pick<ReactFlowState, 'transform'>,
  others: readonly Box[],
  isFree: boolean,
): SnapTargets => {
  const { snapsToGrid, snapsToElements } = useArrangeSettings.getState();
  return {
    reach: reach / zoom,
    grid: snapsToGrid && !isFree ? gridStep : null,
    others: snapsToElements && !isFree ? others : [],
  };
};
