import { useStore } from '@xyflow/react';
import { useMemo, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Puts labels above the flows, as React Flow's EdgeLabelRenderer does. That looks for their place in
 * the page with each flow and on each frame of panning; this one when the flow is mounted.
 */
export const LabelLayer = ({ children }: { children: ReactNode }) => {
  const domNode = useStore((store) => store.domNode);
  const layer = useMemo(() => domNode?.querySelector('.react-flow__edgelabel-renderer'), [domNode]);
  return layer ? createPortal(children, layer) : null;
};
