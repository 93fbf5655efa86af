import {
  SelectionMode,
  useStore,
  useStoreApi,
  type EdgeChange,
  type NodeChange,
  type ReactFlowState,
} from '@xyflow/react';
import { useCallback, useEffect, useState } from 'react';
import { useCanvas } from '../../canvas-store.ts';
import type { FlowEdge, FlowNode } from '../../flow-elements.ts';
import { selectTouchedBoundaries } from './touched-boundaries.ts';

type Change = NodeChange<FlowNode> | EdgeChange<FlowEdge>;

const isLeftwards = ({ userSelectionRect, transform: [x, , zoom] }: ReactFlowState): boolean =>
  userSelectionRect !== null && userSelectionRect.x < userSelectionRect.startX * zoom + x;

/**
 * The selection box. As in CAD tools: drawn to the right, it takes what lies wholly inside it;
 * drawn to the left, also what it touches. With Shift, Ctrl or ⌘ what was selected stays so.
 */
export const useMarquee = (changeNodes: (changes: NodeChange<FlowNode>[]) => void) => {
  const store = useStoreApi<FlowNode, FlowEdge>();
  const [marquee] = useState(createMarquee);
  const leftwards = useStore(isLeftwards);
  useEffect(() => marquee.listen(), [marquee]);
  useEffect(() => (leftwards ? selectTouchedBoundaries(store) : undefined), [leftwards, store]);
  return {
    onNodesChange: useCallback(
      (changes: NodeChange<FlowNode>[]) => changeNodes(marquee.kept(changes)),
      [marquee, changeNodes],
    ),
    onEdgesChange: marquee.changeEdges,
    selectionMode: leftwards ? SelectionMode.Partial : SelectionMode.Full,
  };
};

const createMarquee = () => {
  /** What was selected before and stays so; `null` while nothing is added to. */
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

  /** Changes without those that would take away what stays. */
  const kept = <Of extends Change>(changes: Of[]): Of[] => {
    const stays = before;
    if (!stays) return changes;
    return changes.filter(
      (change) => change.type !== 'select' || change.selected || !stays.has(change.id),
    );
  };

  return {
    kept,
    changeEdges: (changes: EdgeChange<FlowEdge>[]): void =>
      useCanvas.getState().changeEdges(kept(changes)),
    listen: (): (() => void) => {
      window.addEventListener('pointerdown', begin, true);
      // After React Flow, which hears of it below.
      window.addEventListener('pointerup', end);
      return () => {
        window.removeEventListener('pointerdown', begin, true);
        window.removeEventListener('pointerup', end);
      };
    },
  };
};
