import type { CanvasDocument } from '../document.ts';
import type { CanvasOperation } from '../operation.ts';

/** Replaces the component IDs of elements. `newIds` maps old IDs to new ones. */
export const replaceComponents = (
  { nodes, edges }: CanvasDocument,
  newIds: ReadonlyMap<string, string>,
): CanvasOperation => {
  const changed = <Kind extends 'setNode' | 'setEdge'>(
    kind: Kind,
    { id, data }: { id: string; data?: { componentId?: string | undefined } | undefined },
  ) => {
    const componentId = newIds.get(data?.componentId ?? '');
    return componentId === undefined ? [] : [{ kind, id, data: { componentId } }];
  };
  return [
    ...nodes.flatMap((node) => changed('setNode', node)),
    ...edges.flatMap((edge) => changed('setEdge', edge)),
  ];
};
