import '@xyflow/react/dist/base.css';
import { ReactFlow, type EdgeTypes, type NodeTypes } from '@xyflow/react';
import type { MouseEvent, ReactNode } from 'react';
import { useMarquee } from './arrange/marquee/use-marquee.ts';
import { useCanvas } from './canvas-store.ts';
import { plainType, type FlowEdge, type FlowNode } from './flow-elements.ts';
import { FlowLine } from './flows/flow-line.tsx';
import { hover } from './gesture.ts';
import { BoundaryNode } from './nodes/boundary-node.tsx';
import { BoxNode } from './nodes/box-node.tsx';
import { NoteNode } from './nodes/note-node.tsx';
import { useNodeDrag } from './use-node-drag.ts';
import { useViewport } from './use-viewport.ts';
import { zoomLimits } from './view-options.ts';

// React Flow sets itself up anew when one of these is another object.
const nodeTypes: NodeTypes = {
  processNode: BoxNode,
  dataStoreNode: BoxNode,
  externalEntityNode: BoxNode,
  trustBoundaryNode: BoundaryNode,
  noteNode: NoteNode,
  [plainType]: BoxNode,
};
const edgeTypes: EdgeTypes = { flow: FlowLine };
const middleButton = [1];
const addToSelection = ['Shift', 'Meta', 'Control'];
const enter = (_event: unknown, { id }: FlowNode | FlowEdge): void => hover(id);
const leave = (): void => hover(null);

/** React Flow keeps several selected when one of them is clicked, because they may be dragged. */
const clickNode = ({ shiftKey, metaKey, ctrlKey }: MouseEvent, { id }: FlowNode): void => {
  if (!shiftKey && !metaKey && !ctrlKey) useCanvas.getState().select([id]);
};

type Props = {
  canvasId: string;
  /** What is drawn besides the elements. */
  children: ReactNode;
};

/**
 * The elements and flows of the open canvas. Apart from the surface with its tools, because what is
 * drawn is another list on each frame of a drag, and whenever other elements come into view.
 */
export const Drawing = ({ canvasId, children }: Props) => {
  const nodes = useCanvas((state) => state.nodes);
  const edges = useCanvas((state) => state.edges);
  const drag = useNodeDrag();
  const marquee = useMarquee(drag.onNodesChange);
  const viewport = useViewport(canvasId);
  return (
    <ReactFlow<FlowNode, FlowEdge>
      {...viewport}
      {...zoomLimits}
      attributionPosition="bottom-left"
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
      selectionKeyCode={null}
      selectionMode={marquee.selectionMode}
      selectionOnDrag
      zoomOnDoubleClick={false}
    >
      {children}
    </ReactFlow>
  );
};
