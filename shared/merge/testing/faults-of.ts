import type { CanvasDocument } from '../../canvas/document.ts';

/**
 * Returns the faults of a document, such as a reference to a missing element, or a parent after its
 * child.
 */
export const faultsOf = ({ nodes, edges }: CanvasDocument): string[] => {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const { id, parentId } of nodes) {
    if (seen.has(id)) faults.push(`duplicate node ${id}`);
    if (parentId !== undefined && !seen.has(parentId))
      faults.push(`parent ${parentId} is not before ${id}`);
    seen.add(id);
  }
  const flows = new Set<string>();
  for (const { id, source, target } of edges) {
    if (flows.has(id)) faults.push(`duplicate edge ${id}`);
    for (const end of [source, target])
      if (!seen.has(end)) faults.push(`edge ${id} lacks its end ${end}`);
    flows.add(id);
  }
  return faults;
};
