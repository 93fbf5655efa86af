import { useStore, useStoreApi, type ReactFlowState } from '@xyflow/react';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { shallow } from 'zustand/shallow';
import { bendBoxesOf } from '#shared/canvas/bend-boxes.ts';
import { boxOfBent } from '#shared/canvas/flow-ends.ts';
import { boxAround, meet, type Box } from '#shared/canvas/geometry.ts';
import { indexOfElement } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import { hover } from '../state/gesture.ts';
import { drawnBoxOf } from '../viewport/boxes-in-view.ts';
import { viewOf } from '../viewport/view-box.ts';
import { FlowLine } from './flow-line.tsx';

/**
 * Renders flows of which only bends are in view. React Flow renders a flow only if the box around
 * its two ends is in view, whatever its route.
 */
export const FarFlows = () => {
  const edges = useCanvas((state) => state.edges);
  const document = useCanvas((state) => state.document);
  const bent = useMemo(() => {
    const bends = bendBoxesOf(document.edges);
    return edges.flatMap((edge) => {
      const at = indexOfElement(document.edges, edge.id);
      return bends.has(at) ? [{ edge, box: boxOfBent(document, at) }] : [];
    });
  }, [edges, document]);
  const ids = useStore(
    (state) => bent.flatMap((each) => (isFar(state, each) ? [each.edge.id] : [])),
    shallow,
  );
  const layer = useStore(({ domNode }) => domNode?.querySelector('.react-flow__edges'));
  const far = bent.filter(({ edge }) => ids.includes(edge.id));
  return layer
    ? createPortal(
        far.map(({ edge }) => <FarFlow edge={edge} key={edge.id} />),
        layer,
      )
    : null;
};

const isFar = (state: ReactFlowState, { edge, box }: { edge: FlowEdge; box: Box }): boolean => {
  const { transform, width, height } = state;
  const [x, y, zoom] = transform;
  const view = viewOf({ x, y, zoom }, { width, height });
  if (!meet(box, view)) return false;
  const ends = boxAround([edge.source, edge.target].flatMap((id) => drawnBoxOf(state, id) ?? []));
  return ends !== null && !drawsBetween(ends, view);
};

/**
 * Tells if React Flow draws a flow between these ends. For React Flow, a box that only touches the
 * view is outside.
 */
const drawsBetween = (ends: Box, view: Box): boolean =>
  ends.x < view.x + view.width &&
  view.x < ends.x + ends.width &&
  ends.y < view.y + view.height &&
  view.y < ends.y + ends.height;

/**
 * A flow with the same DOM elements and classes as React Flow's edges, so that the same styles and
 * events apply.
 */
const FarFlow = ({ edge }: { edge: FlowEdge }) => {
  const { id, selected = false, domAttributes } = edge;
  const store = useStoreApi<FlowNode, FlowEdge>();
  const select = (): void => {
    const { multiSelectionActive, addSelectedEdges, unselectNodesAndEdges } = store.getState();
    if (selected && multiSelectionActive) unselectNodesAndEdges({ nodes: [], edges: [edge] });
    else addSelectedEdges([id]);
  };
  return (
    <svg>
      <g
        {...domAttributes}
        className="react-flow__edge nopan selectable"
        data-id={id}
        onClick={select}
        onMouseEnter={() => hover(id)}
        onMouseLeave={() => hover(null)}
        role="group"
      >
        <FlowLine id={id} selected={selected} />
      </g>
    </svg>
  );
};
