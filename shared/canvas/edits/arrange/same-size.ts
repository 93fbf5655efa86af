import { applyOperation } from '../../apply.ts';
import { isCollapsed, type CanvasDocument, type Size } from '../../document.ts';
import { isBoundary } from '../../geometry.ts';
import type { CanvasOperation } from '../../operation.ts';
import { resizeNode } from '../resize-node.ts';
import { arrangedOf, type Arranged } from './arranged.ts';

const lengths = {
  width: ['width'],
  height: ['height'],
  both: ['width', 'height'],
} as const satisfies Record<string, readonly (keyof Size)[]>;

export type SameSize = keyof typeof lengths;

/**
 * Gives nodes the largest width, height, or both among the locked nodes or, if no node is locked, among
 * all nodes. The top left corners stay. Boundaries are resized only if all nodes are boundaries, because
 * the size of a boundary follows from its content. Collapsed boundaries stay unchanged.
 */
export const sameSize = (
  document: CanvasDocument,
  ids: Iterable<string>,
  which: SameSize,
): CanvasOperation => {
  const all = arrangedOf(document, ids);
  const isOnlyBoundaries = [...all.free, ...all.locked].every(({ node }) => isBoundary(node));
  const takesPart = ({ node }: Arranged): boolean =>
    isOnlyBoundaries ? !isCollapsed(node) : !isBoundary(node);
  const free = all.free.filter(takesPart);
  const locked = all.locked.filter(takesPart);
  if (free.length + locked.length < 2) return [];

  const examples = locked.length > 0 ? locked : free;
  const largest = Object.fromEntries(
    lengths[which].map((length) => [length, Math.max(...examples.map(({ box }) => box[length]))]),
  );
  const changed = free.filter(({ box }) => lengths[which].some((key) => box[key] !== largest[key]));
  if (!isOnlyBoundaries) {
    return changed.map(({ node: { id } }) => ({ kind: 'setNode', id, fields: largest }));
  }
  let current = document;
  return changed.flatMap(({ node, box }) => {
    const resized = resizeNode(current, node.id, { ...box, ...largest });
    current = applyOperation(current, resized);
    return resized;
  });
};
