import type { CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from './canvas-store.ts';

export type SelectedElement = (
  | { kind: 'node'; element: CanvasNode }
  | { kind: 'edge'; element: CanvasEdge }
) & { componentId: string | null };

/** The one selected element, as the document has it; `null` when none or several are selected. */
export const useSelectedElement = (): SelectedElement | null => {
  const { nodes, edges } = useCanvas((state) => state.selection);
  const single = nodes.length + edges.length === 1;
  const node = useCanvas((state) => (single ? nodeById(state.document, nodes[0]) : undefined));
  const edge = useCanvas((state) => (single ? edgeById(state.document, edges[0]) : undefined));
  if (node) return { kind: 'node', element: node, componentId: node.data.componentId ?? null };
  if (edge) return { kind: 'edge', element: edge, componentId: edge.data?.componentId ?? null };
  return null;
};

export const useSelectedCount = (): number =>
  useCanvas((state) => state.selection.nodes.length + state.selection.edges.length);

export { ensureComponent } from './changes/ensure-component.ts';
