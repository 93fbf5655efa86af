import type { CanvasDocument, Position } from '../../document.ts';
import { boxAround, type Box } from '../../geometry.ts';
import type { CanvasOperation } from '../../operation.ts';
import { moveNodes } from '../move-nodes.ts';
import { arrangedOf } from './arranged.ts';

const middleOf = (start: number, length: number, own: number): number =>
  Math.round(start + (length - own) / 2);

const alignments = {
  left: (box, around) => ({ x: around.x, y: box.y }),
  centre: (box, around) => ({ x: middleOf(around.x, around.width, box.width), y: box.y }),
  right: (box, around) => ({ x: around.x + around.width - box.width, y: box.y }),
  top: (box, around) => ({ x: box.x, y: around.y }),
  middle: (box, around) => ({ x: box.x, y: middleOf(around.y, around.height, box.height) }),
  bottom: (box, around) => ({ x: box.x, y: around.y + around.height - box.height }),
} as const satisfies Record<string, (box: Box, around: Box) => Position>;

export type Alignment = keyof typeof alignments;

/**
 * Aligns nodes with an edge or the center of a box: the box around the locked nodes or, if no node is
 * locked, the box around all nodes.
 */
export const align = (
  document: CanvasDocument,
  ids: Iterable<string>,
  alignment: Alignment,
): CanvasOperation => {
  const { free, locked } = arrangedOf(document, ids);
  const around = boxAround((locked.length > 0 ? locked : free).map(({ box }) => box));
  if (!around || free.length + locked.length < 2) return [];
  return moveNodes(
    document,
    free.map(({ node, box }) => [node.id, alignments[alignment](box, around)] as const),
  );
};
