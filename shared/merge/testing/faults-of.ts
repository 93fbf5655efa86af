import type { CanvasDocument } from '../../canvas/document.ts';

/** Returns what is wrong with a document: it must be possible to draw it in order. */
export const faultsOf = ({ nodes, edges }: CanvasDocument): string[] => {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const { id, parentId } of nodes) {
    if (seen.has(id)) faults.push(`node ${id} is there twice`);
    if (parentId !== undefined && !seen.has(parentId)) faults.push(`${parentId} not before ${id}`);
    seen.add(id);
  }
  const flows = new Set<string>();
  for (const { id, source, target } of edges) {
    if (flows.has(id)) faults.push(`edge ${id} is there twice`);
    for (const end of [source, target]) if (!seen.has(end)) faults.push(`${id} lacks ${end}`);
    flows.add(id);
  }
  return faults;
};
