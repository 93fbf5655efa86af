import { isLocked, type CanvasDocument, type CanvasNode } from '../../document.ts';
import { boxOf, type Box } from '../../geometry.ts';
import { ancestorsOf, nodeById } from '../../lookup.ts';

export type Arranged = { node: CanvasNode; box: Box };

/**
 * Returns the nodes to arrange. A node is left out if one of its ancestors is arranged too, because the
 * node moves with the ancestor. The nodes in `locked` stay, and the nodes in `free` are arranged
 * relative to them.
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
