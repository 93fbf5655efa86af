import { isLocked, type Position } from '#shared/canvas/document.ts';
import { moveNodesBy } from '#shared/canvas/edits/move-nodes.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from './canvas-store.ts';
import { noticeLocked } from './elements/notice-locked.ts';
import { outermostOf } from './outermost.ts';
import { carryOnOverview, letGoOnOverview } from './overview/overview-gesture.ts';
import { sayMoved } from './say-moved.ts';

let moved: Position | null = null;

/**
 * Moves what is selected by the arrow keys. Like a drag it is one gesture, however long the key is
 * held: the document changes when the key is let go.
 */
export const nudgeSelected = (by: Position): void => {
  if (!moved) {
    if (movingIds().length === 0) return noticeLocked('move');
    window.addEventListener('keyup', finish);
    window.addEventListener('blur', finish);
  }
  moved = { x: (moved?.x ?? 0) + by.x, y: (moved?.y ?? 0) + by.y };
  const { document, nodes, region, changeNodes } = useCanvas.getState();
  if (!region) return carryOnOverview(document, movingIds(), moved);
  const ids = new Set(movingIds());
  changeNodes(
    nodes
      .filter(({ id }) => ids.has(id))
      .map(({ id, position: { x, y } }) => ({
        type: 'position',
        id,
        position: { x: x + by.x, y: y + by.y },
      })),
  );
};

const finish = (): void => {
  window.removeEventListener('keyup', finish);
  window.removeEventListener('blur', finish);
  if (!moved) return;
  const { document, commit } = useCanvas.getState();
  // A boundary that grew with each press of a key could never be left.
  const ids = movingIds();
  const operation = moveNodesBy(document, ids, moved, { grows: false });
  moved = null;
  letGoOnOverview();
  commit({ label: 'canvas.label.move', operation });
  sayMoved(ids, 'place');
};

/** Not what is locked; what is held by a boundary that moves goes along by itself. */
const movingIds = (): string[] => {
  const { document, selection } = useCanvas.getState();
  const free = selection.nodes.filter((id) => {
    const node = nodeById(document, id);
    return node && !isLocked(node);
  });
  return outermostOf(document, free);
};
