import {
  SelectionMode,
  useStore,
  useStoreApi,
  type EdgeChange,
  type NodeChange,
  type ReactFlowState,
} from '@xyflow/react';
import { useCallback, useEffect, useState } from 'react';
import { boxOf, holdsBox, isBoundary, type Box } from '#shared/canvas/geometry.ts';
import { elementById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';

type Change = NodeChange<FlowNode> | EdgeChange<FlowEdge>;

const isLeftwards = ({ userSelectionRect, transform: [x, , zoom] }: ReactFlowState): boolean =>
  userSelectionRect !== null && userSelectionRect.x < userSelectionRect.startX * zoom + x;

/**
 * Handles the selection box. As in CAD tools, a box drawn to the right selects the elements
 * completely inside it, and a box drawn to the left also selects the elements that it touches.
 * Shift, Ctrl, or ⌘ keeps the previous selection.
 */
export const useMarquee = (changeNodes: (changes: NodeChange<FlowNode>[]) => void) => {
  const store = useStoreApi<FlowNode, FlowEdge>();
  const [marquee] = useState(createMarquee);
  const leftwards = useStore(isLeftwards);
  useEffect(() => marquee.listen(), [marquee]);
  useEffect(() => (leftwards ? selectTouchedBoundaries(store) : undefined), [leftwards, store]);
  return {
    onNodesChange: useCallback(
      (changes: NodeChange<FlowNode>[]) => changeNodes(marquee.keepSelected(changes)),
      [marquee, changeNodes],
    ),
    onEdgesChange: marquee.changeEdges,
    selectionMode: leftwards ? SelectionMode.Partial : SelectionMode.Full,
  };
};

const createMarquee = () => {
  /**
   * The elements that were selected before the box was drawn and stay selected, or `null` if the box
   * makes a new selection.
   */
  let before: ReadonlySet<string> | null = null;

  const begin = ({ target, button, shiftKey, ctrlKey, metaKey }: PointerEvent): void => {
    const isAdding = shiftKey || ctrlKey || metaKey;
    const isOnPane = target instanceof Element && target.classList.contains('react-flow__pane');
    const { nodes, edges } = useCanvas.getState().selection;
    before = isAdding && isOnPane && button === 0 ? new Set([...nodes, ...edges]) : null;
  };
  const end = (): void => {
    before = null;
  };

  /** Returns the changes without those that would deselect elements of `before`. */
  const keepSelected = <Of extends Change>(changes: Of[]): Of[] => {
    const stays = before;
    if (!stays) return changes;
    return changes.filter(
      (change) => change.type !== 'select' || change.selected || !stays.has(change.id),
    );
  };

  return {
    keepSelected,
    changeEdges: (changes: EdgeChange<FlowEdge>[]): void =>
      useCanvas.getState().changeEdges(keepSelected(changes)),
    listen: (): (() => void) => {
      window.addEventListener('pointerdown', begin, true);
      // The event reaches the window last, so `end` runs after React Flow's handler. This handler may
      // deselect elements, and `keepSelected` still needs `before` to prevent this.
      window.addEventListener('pointerup', end);
      return () => {
        window.removeEventListener('pointerdown', begin, true);
        window.removeEventListener('pointerup', end);
      };
    },
  };
};

type Store = ReturnType<typeof useStoreApi<FlowNode, FlowEdge>>;

/**
 * Deselects boundaries that contain the whole selection box, so that only a box across the outline
 * selects a boundary. React Flow selects every boundary that overlaps the box, but reports each new
 * selection only once. So the boundaries stay deselected.
 */
const selectTouchedBoundaries = (store: Store): (() => void) => {
  const { document } = useCanvas.getState();
  const boundaries = document.nodes
    .filter(isBoundary)
    .map((node) => ({ id: node.id, box: boxOf(document, node) }));
  let rect = store.getState().userSelectionRect;

  return store.subscribe(({ userSelectionRect, transform: [x, y, zoom] }) => {
    if (userSelectionRect === rect) return;
    rect = userSelectionRect;
    if (!rect) return;
    const drawn: Box = {
      x: (rect.x - x) / zoom,
      y: (rect.y - y) / zoom,
      width: rect.width / zoom,
      height: rect.height / zoom,
    };
    const { nodes, changeNodes } = useCanvas.getState();
    const within = boundaries.filter(
      ({ id, box }) => holdsBox(box, drawn) && elementById(nodes, id)?.selected,
    );
    if (within.length === 0) return;
    changeNodes(within.map(({ id }) => ({ type: 'select', id, selected: false })));
  });
};
