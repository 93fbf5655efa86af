import type { NodeChange } from '@xyflow/react';
import type { Position } from '#shared/canvas/document.ts';
import { boxAround, type Box } from '#shared/canvas/geometry.ts';
import type { FlowNode } from '../state/flow-elements.ts';
import { noHints, type Hints } from './guides.ts';
import { snapMove, snapResize, type SnapTargets } from './snap.ts';

type Changes = NodeChange<FlowNode>[];
type Snapped = Hints & { changes: Changes };

/** A dragged node: its position in the parent and its box on the canvas when the drag began. */
export type DraggedNode = { id: string; position: Position; box: Box };

/**
 * `around` is the box around the dragged nodes when the drag began. `by` is the drag offset, or `null`
 * before the first change.
 */
export type Drag = { dragged: ReadonlyMap<string, DraggedNode>; around: Box; by: Position | null };

export const dragOf = (dragged: readonly DraggedNode[]): Drag | null => {
  const around = boxAround(dragged.map(({ box }) => box));
  return around && { dragged: new Map(dragged.map((each) => [each.id, each])), around, by: null };
};

/**
 * Returns React Flow's drag changes after snapping. All nodes move by the same offset. Returns `null` if
 * the offset is the same as in the last call, so that nothing is rendered again.
 */
export const snappedDrag = (
  drag: Drag,
  changes: Changes,
  targets: () => SnapTargets,
  isStraight: boolean,
): Snapped | null => {
  const wanted = distanceOf(drag, changes);
  if (!wanted) return { changes: changes.map((change) => moved(drag, change)), ...noHints };
  const { x, y } = drag.around;
  const around = { ...drag.around, x: x + wanted.x, y: y + wanted.y };
  const { by, ...snapped } = snapMove(around, targets());
  const free = { x: wanted.x + by.x, y: wanted.y + by.y };
  const rested = isStraight ? alongOneAxis(free) : free;
  // A straight drag shows no hints, because the hints are about both axes and the nodes move along only
  // one.
  const { guides, gaps } = isStraight ? noHints : snapped;
  const isSame = rested.x === drag.by?.x && rested.y === drag.by.y;
  drag.by = rested;
  return isSame ? null : { changes: changes.map((change) => moved(drag, change)), guides, gaps };
};

/** Returns the movement along one axis only: the axis with the longer movement. */
const alongOneAxis = ({ x, y }: Position): Position =>
  Math.abs(x) >= Math.abs(y) ? { x, y: 0 } : { x: 0, y };

const distanceOf = ({ dragged }: Drag, changes: Changes): Position | null => {
  for (const change of changes) {
    const from = change.type === 'position' && change.dragging ? dragged.get(change.id) : undefined;
    if (!from || change.type !== 'position' || !change.position) continue;
    const { x, y } = change.position;
    return { x: x - from.position.x, y: y - from.position.y };
  }
  return null;
};

/**
 * Applies the snapped offset to a position change. React Flow's change on release has the position of
 * the pointer, so it needs the offset too.
 */
const moved = ({ dragged, by }: Drag, change: NodeChange<FlowNode>): NodeChange<FlowNode> => {
  const from = change.type === 'position' ? dragged.get(change.id) : undefined;
  if (!from || !by || change.type !== 'position') return change;
  const { positionAbsolute: _, ...rest } = change;
  return { ...rest, position: { x: from.position.x + by.x, y: from.position.y + by.y } };
};

/**
 * `wanted` is the box without snapping. It is kept between calls, because React Flow reports only
 * the values that have changed.
 */
export type Resize = DraggedNode & { wanted: Box };

/**
 * Returns React Flow's resize changes after snapping. If snapping moves the node, its children move
 * the opposite way, so that they keep their position on the canvas.
 */
export const snappedResize = (start: Resize, changes: Changes, targets: SnapTargets): Snapped => {
  const wanted = wantedBox(start, changes);
  start.wanted = wanted;
  const { box, ...hints } = snapResize(start.box, wanted, targets);
  const by = { x: box.x - wanted.x, y: box.y - wanted.y };
  const shifted = ({ x, y }: Position, sign: 1 | -1): Position => ({
    x: x + sign * by.x,
    y: y + sign * by.y,
  });
  return {
    ...hints,
    changes: changes.map((change) => {
      if (change.type === 'position' && change.position) {
        const sign = change.id === start.id ? 1 : -1;
        return { ...change, position: shifted(change.position, sign) };
      }
      if (change.type !== 'dimensions' || change.id !== start.id) return change;
      return { ...change, dimensions: { width: box.width, height: box.height } };
    }),
  };
};

const wantedBox = ({ id, position, box, wanted: before }: Resize, changes: Changes): Box => {
  const wanted = { ...before };
  for (const change of changes) {
    if (!('id' in change) || change.id !== id) continue;
    if (change.type === 'position' && change.position) {
      wanted.x = box.x + change.position.x - position.x;
      wanted.y = box.y + change.position.y - position.y;
    }
    if (change.type === 'dimensions') Object.assign(wanted, change.dimensions);
  }
  return wanted;
};
