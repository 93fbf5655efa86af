import { useEffect } from 'react';
import { announce } from '../announcements.ts';
import { useCanvas } from '../canvas-store.ts';
import { spokenElement } from '../spoken.ts';

/** On the overview nothing can have the focus: what is selected alone is said instead. */
export const useAnnounceSelected = (): void => {
  const id = useCanvas(({ selection: { nodes, edges } }) =>
    nodes.length + edges.length === 1 ? (nodes[0] ?? edges[0] ?? null) : null,
  );
  useEffect(() => {
    if (id !== null) announce(spokenElement(useCanvas.getState(), id));
  }, [id]);
};
