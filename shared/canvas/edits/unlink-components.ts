import type { CanvasDocument } from '../document.ts';
import type { CanvasOperation } from '../operation.ts';

/** Removes the references to some components from the elements that show them. The elements stay. */
export const unlinkComponents = (
  { nodes, edges }: CanvasDocument,
  ids: ReadonlySet<string>,
): CanvasOperation => {
  const changed = <Kind extends 'setNode' | 'setEdge'>(
    kind: Kind,
    { id, data }: { id: string; data?: { componentId?: string | undefined } | undefined },
  ) => (ids.has(data?.componentId ?? '') ? [{ kind, id, unsetData: ['componentId'] }] : []);
  return [
    ...nodes.flatMap((node) => changed('setNode', node)),
    ...edges.flatMap((edge) => changed('setEdge', edge)),
  ];
};
