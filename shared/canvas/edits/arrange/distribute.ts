import { isLocked, type CanvasDocument, type Position } from '../../document.ts';
import type { CanvasOperation } from '../../operation.ts';
import { moveNodes } from '../move-nodes.ts';
import { arrangedOf, type Arranged } from './arranged.ts';

const axes = {
  across: { start: 'x', length: 'width' },
  down: { start: 'y', length: 'height' },
} as const;

export type Axis = keyof typeof axes;
type NodePosition = readonly [id: string, at: Position];

/**
 * Spaces nodes evenly, at whole pixels. The first node, the last node, and locked nodes stay. Between
 * one node that stays and the next node that stays, all gaps are equal. If there is not enough room,
 * nodes overlap by equal amounts.
 */
export const distribute = (
  document: CanvasDocument,
  ids: Iterable<string>,
  axis: Axis,
): CanvasOperation => {
  const { start, length } = axes[axis];
  const { free, locked } = arrangedOf(document, ids);
  const inOrder = [...free, ...locked].toSorted(
    ({ box: one }, { box: other }) =>
      one[start] + one[length] / 2 - other[start] - other[length] / 2,
  );
  const positions: NodePosition[] = [];
  let run: Arranged[] = [];
  for (const [at, each] of inOrder.entries()) {
    run.push(each);
    const stays = at === 0 || at === inOrder.length - 1 || isLocked(each.node);
    if (!stays) continue;
    positions.push(...spread(run, axis));
    run = [each];
  }
  return moveNodes(document, positions);
};

/** Returns evenly spaced positions for all nodes except the first and the last. */
const spread = (run: readonly Arranged[], axis: Axis): NodePosition[] => {
  const { start, length } = axes[axis];
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || run.length < 3) return [];
  const between = run.slice(1, -1);
  const taken = between.reduce((sum, { box }) => sum + box[length], 0);
  const from = first.box[start] + first.box[length];
  const gap = (last.box[start] - from - taken) / (run.length - 1);
  let at = from;
  return between.map(({ node, box }) => {
    at += gap;
    const position = { x: box.x, y: box.y, [start]: Math.round(at) };
    at += box[length];
    return [node.id, position];
  });
};
