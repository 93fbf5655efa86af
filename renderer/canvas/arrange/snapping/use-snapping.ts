import { useStoreApi, type NodeChange } from '@xyflow/react';
import { useEffect, useState } from 'react';
import type { Box } from '#shared/canvas/geometry.ts';
import { withDescendants } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../../canvas-store.ts';
import type { FlowEdge, FlowNode } from '../../flow-elements.ts';
import { boxesInView, drawnBoxOf } from './boxes-in-view.ts';
import { clearHints, useHints, type Hints } from './guides.ts';
import type { Ways } from './snap.ts';
import {
  dragOf,
  snappedDrag,
  snappedResize,
  type Drag,
  type Held,
  type Resize,
} from './snapped-changes.ts';
import { waysNow } from './ways-now.ts';

type Changes = NodeChange<FlowNode>[];
type Store = ReturnType<typeof useStoreApi<FlowNode, FlowEdge>>;

/** Changes of nodes by the pointer come to rest at the grid or in line with others. */
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
  /** Alt or Ctrl is held: the hand knows better. */
  let isFree = false;

  const heldOf = (id: string): Held[] => {
    const box = drawnBoxOf(store.getState(), id);
    const node = store.getState().nodeLookup.get(id);
    return box && node ? [{ id, position: node.position, box }] : [];
  };

  const ways = (ids: Iterable<string>): Ways => {
    const { transform } = store.getState();
    const at = transform.join();
    if (others?.at !== at) {
      const except = withDescendants(useCanvas.getState().document, ids);
      others = { boxes: boxesInView(store.getState(), except), at };
    }
    return waysNow(store.getState(), others.boxes, isFree);
  };

  const show = ({ guides, gaps }: Hints): void =>
    useHints.setState({ guides, gaps, zoom: store.getState().transform[2] });

  const stop = (): void => {
    drag = null;
    resize = null;
    others = null;
    clearHints();
  };

  const ofResize = (changes: Changes): Changes | null => {
    const own = changes.find((change) => change.type === 'dimensions' && 'resizing' in change);
    if (own?.type !== 'dimensions') return null;
    if (own.resizing !== true) {
      stop();
      return changes;
    }
    const [held] = resize?.id === own.id ? [] : heldOf(own.id);
    if (held) resize = { ...held, wanted: held.box };
    if (!resize) return changes;
    const { changes: rested, ...hints } = snappedResize(resize, changes, ways([own.id]));
    show(hints);
    return rested;
  };

  return {
    onNodesChange: (changes: Changes): void => {
      const { changeNodes } = useCanvas.getState();
      if (!drag) return changeNodes(ofResize(changes) ?? changes);
      const held = drag.held.keys();
      const snapped = snappedDrag(drag, changes, () => ways(held));
      if (!snapped) return undefined;
      changeNodes(snapped.changes);
      return show(snapped);
    },
    start: (ids: readonly string[]): void => {
      stop();
      drag = dragOf(ids.flatMap(heldOf));
    },
    /** Where on the canvas the dragged nodes are, by their ids. */
    places: () =>
      [...(drag?.held.values() ?? [])].map(({ id, box }) => {
        const { x, y } = drag?.by ?? { x: 0, y: 0 };
        return [id, { x: box.x + x, y: box.y + y }] as const;
      }),
    stop,
    listen: (): (() => void) => {
      const note = ({ altKey, ctrlKey }: PointerEvent): void => {
        isFree = altKey || ctrlKey;
      };
      window.addEventListener('pointermove', note, true);
      return () => window.removeEventListener('pointermove', note, true);
    },
  };
};
