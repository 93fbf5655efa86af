import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';

const known = new WeakMap<readonly (CanvasNode | CanvasEdge)[], Map<string, string>>();

/** The first element that shows each component, by component ID. */
const firstOfEach = (elements: readonly (CanvasNode | CanvasEdge)[]): Map<string, string> => {
  const before = known.get(elements);
  if (before) return before;
  const first = new Map<string, string>();
  for (const { id, data } of elements) {
    const component = data?.componentId;
    if (component !== undefined && !first.has(component)) first.set(component, id);
  }
  known.set(elements, first);
  return first;
};

/** Returns the first element of a canvas that shows a component, if there is one. */
export const elementOfComponent = (
  { nodes, edges }: CanvasDocument,
  componentId: string,
): string | null =>
  firstOfEach(nodes).get(componentId) ?? firstOfEach(edges).get(componentId) ?? null;
