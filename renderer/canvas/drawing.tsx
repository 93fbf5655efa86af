import { ReactFlow, type EdgeTypes, type NodeProps, type NodeTypes } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import i18next from 'i18next';
import { useEffect, type ComponentType, type MouseEvent, type ReactNode } from 'react';
import { elementKindNames, elementKinds, type ElementRole } from '#shared/canvas/element-kinds.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { FlowLine } from './flows/flow-line.tsx';
import { BoundaryNode } from './nodes/boundary-node.tsx';
import { BoxNode } from './nodes/box-node.tsx';
import { ContainerNode } from './nodes/container-node.tsx';
import { NoteNode } from './nodes/note-node.tsx';
import { Opening } from './opening.tsx';
import { useMarquee } from './pointer/use-marquee.ts';
import { useNodeDrag } from './pointer/use-node-drag.ts';
import { useCanvas } from './state/canvas-store.ts';
import { onLateTextPositions } from './state/drawn-text-positions.ts';
import { containerType, plainType, type FlowEdge, type FlowNode } from './state/flow-elements.ts';
import { hover } from './state/gesture.ts';
import { useViewport } from './viewport/use-viewport.ts';
import { zoomLimits } from './viewport/view-box.ts';

const nodeOfRole: Record<ElementRole, ComponentType<NodeProps<FlowNode>>> = {
  component: BoxNode,
  boundary: BoundaryNode,
  note: NoteNode,
};

// These objects never change, because React Flow reinitializes if one of them does.
const nodeTypes: NodeTypes = {
  ...Object.fromEntries(
    elementKindNames.map((kind) => [kind, nodeOfRole[elementKinds[kind].role]]),
  ),
  [plainType]: BoxNode,
  [containerType]: ContainerNode,
};
const edgeTypes: EdgeTypes = { flow: FlowLine };
/** Hides the credit of React Flow on the canvas, because Help › About shows it. */
const proOptions = { hideAttribution: true };
const middleButton = [1];
const addToSelection = ['Shift', 'Meta', 'Control'];
const enter = (_event: unknown, { id }: FlowNode | FlowEdge): void => hover(id);
const leave = (): void => hover(null);

/**
 * Selects only the clicked node. If the node is one of several selected nodes, React Flow would
 * keep all of them selected, because a drag may follow.
 */
const clickNode = ({ shiftKey, metaKey, ctrlKey }: MouseEvent, { id }: FlowNode): void => {
  if (!shiftKey && !metaKey && !ctrlKey) useCanvas.getState().select([id]);
};

type Props = {
  canvasId: string;
  /** The number of times that a canvas was opened. */
  openings: number;
  children: ReactNode;
};

/**
 * Draws the elements of the open canvas. The list of drawn elements changes on each frame of a drag
 * or a pan. So this component is separate from the surface and its tools, which need not render
 * again.
 */
export const Drawing = ({ canvasId, openings, children }: Props) => {
  const { t } = useTranslation('canvas');
  // Flows get their texts through the store, which notices neither a new language nor late positions of
  // texts. So an empty change of the store makes the flows read their texts again.
  useEffect(() => {
    const drawAgain = (): void => useCanvas.setState({});
    i18next.on('languageChanged', drawAgain);
    const stop = onLateTextPositions(drawAgain);
    return () => {
      i18next.off('languageChanged', drawAgain);
      stop();
    };
  }, []);
  const nodes = useCanvas((state) => state.nodes);
  const edges = useCanvas((state) => state.edges);
  const drag = useNodeDrag();
  const marquee = useMarquee(drag.onNodesChange);
  const { arrive, ...viewport } = useViewport(canvasId);
  return (
    <ReactFlow<FlowNode, FlowEdge>
      {...viewport}
      {...zoomLimits}
      aria-label={t('drawing')}
      connectOnClick={false}
      data-marquee={marquee.selectionMode}
      deleteKeyCode={null}
      disableKeyboardA11y
      edgeTypes={edgeTypes}
      edges={edges}
      elevateEdgesOnSelect={false}
      elevateNodesOnSelect={false}
      multiSelectionKeyCode={addToSelection}
      nodeTypes={nodeTypes}
      nodes={nodes}
      nodesConnectable={false}
      onEdgeMouseEnter={enter}
      onEdgeMouseLeave={leave}
      onEdgesChange={marquee.onEdgesChange}
      onNodeClick={clickNode}
      onNodeDrag={drag.onNodeDrag}
      onNodeDragStart={drag.onNodeDragStart}
      onNodeDragStop={drag.onNodeDragStop}
      onNodeMouseEnter={enter}
      onNodeMouseLeave={leave}
      onNodesChange={marquee.onNodesChange}
      onlyRenderVisibleElements
      panOnDrag={middleButton}
      panOnScroll
      panOnScrollSpeed={1}
      proOptions={proOptions}
      selectionKeyCode={null}
      selectionMode={marquee.selectionMode}
      selectionOnDrag
      zoomOnDoubleClick={false}
    >
      <Opening canvasId={canvasId} arrive={arrive} key={openings} />
      {children}
    </ReactFlow>
  );
};
