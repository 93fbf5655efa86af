import { useEffect } from 'react';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { announce } from '../announcements.ts';
import { useCanvas } from '../canvas-store.ts';
import { spokenFlow, spokenNode, type Threats } from '../spoken.ts';

/** On the overview nothing can have the focus: what is selected alone is said instead. */
export const useAnnounceSelected = (): void => {
  const id = useCanvas(({ selection: { nodes, edges } }) =>
    nodes.length + edges.length === 1 ? (nodes[0] ?? edges[0] ?? null) : null,
  );
  useEffect(() => {
    if (id !== null) announce(spokenName(id));
  }, [id]);
};

const spokenName = (id: string): string => {
  const { document } = useCanvas.getState();
  const node = nodeById(document, id);
  if (node) return spokenNode(node, threatsOf(node.data.componentId));
  const edge = edgeById(document, id);
  if (!edge) return '';
  const labelOf = (end: string): string | undefined => nodeById(document, end)?.data.label;
  const ends = { source: labelOf(edge.source), target: labelOf(edge.target) };
  return spokenFlow(edge.data ?? {}, ends, threatsOf(edge.data?.componentId));
};

const threatsOf = (componentId = ''): Threats => {
  const badge = useCanvas.getState().badges?.get(componentId);
  return { count: badge?.openThreatCount ?? 0, priority: badge?.worstPriority ?? null };
};
