import { isLocked, type CanvasDocument, type CanvasNode } from '../../document.ts';
import { boxOf, type Box } from '../../geometry.ts';
import { ancestorsOf, nodeById } from '../../lookup.ts';

/** A node and where it stands on the canvas. */
export type Arranged = { node: CanvasNode; box: Box };

/**
 * The nodes that are arranged among each other. What is held by a boundary among them rides along
 * with it. A locked node stays, and the others go by it.
 */
export const arrangedOf = (
  document: CanvasDocument,
  ids: Iterable<string>,
): { free: Arranged[]; locked: Arranged[] } => {
  const wanted = new Set(ids);
  const free: Arranged[] = [];
  const locked: Arranged[] = [];
  for (const id of wanted) {
    const node = nodeById(document, id);
    if (!node || ancestorsOf(document, node).some((each) => wanted.has(each.id))) continue;
    (isLocked(node) ? locked : free).push({ node, box: boxOf(document, node) });
  }
  return { free, locked };
};
