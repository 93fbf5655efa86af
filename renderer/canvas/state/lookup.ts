import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';

const known = new WeakMap<readonly (CanvasNode | CanvasEdge)[], Map<string, string>>();

/** Returns a map from the ID of each component to the ID of the first element that shows it. */
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

/** Returns the first element of a canvas that shows a component, or `null` if there is none. */
export const elementOfComponent = (
  { nodes, edges }: CanvasDocument,
  componentId: string,
): string | null =>
  firstOfEach(nodes).get(componentId) ?? firstOfEach(edges).get(componentId) ?? null;
