import { useMediaQuery } from '@mantine/hooks';
import '@xyflow/react/dist/base.css';
import { ReactFlow, type EdgeTypes, type NodeTypes } from '@xyflow/react';
import { useEffect, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarquee } from './arrange/marquee/use-marquee.ts';
import { SnapHints } from './arrange/snapping/hints.tsx';
import { useArrangeCommands } from './arrange/use-arrange-commands.ts';
import { useCanvas } from './canvas-store.ts';
import { CopyGhosts } from './copy-drag/copy-ghosts.tsx';
import { ElementCommands } from './elements/element-commands.tsx';
import { KindPicker } from './elements/kind-picker.tsx';
import { FindBar } from './find/find-bar.tsx';
import { FindMarks } from './find/find-marks.tsx';
import { plainType, type FlowEdge, type FlowNode } from './flow-elements.ts';
import { ArrowDefinition } from './flows/arrow.tsx';
import { FarFlows } from './flows/far-flows.tsx';
import { FlowLine } from './flows/flow-line.tsx';
import { FlowPreview } from './flows/flow-preview.tsx';
import { useFlowCommands } from './flows/use-flow-commands.ts';
import { hover, useGesture } from './gesture.ts';
import { Ground } from './ground.tsx';
import { LiveRegion } from './live-region.tsx';
import { MoveElements } from './move-across/move-elements.tsx';
import { BoundaryNode } from './nodes/boundary-node.tsx';
import { BoxNode } from './nodes/box-node.tsx';
import { NoteNode } from './nodes/note-node.tsx';
import { Overview } from './overview/overview.tsx';
import { ElementPicker } from './places/element-picker.tsx';
import { usePickingCommands } from './places/use-picking-commands.tsx';
import { useSpacePan } from './places/use-space-pan.ts';
import { useViewCommands } from './places/use-view-commands.ts';
import { FirstSteps } from './tools/first-steps.tsx';
import { GestureHint } from './tools/gesture-hint.tsx';
import { OverviewMap } from './tools/overview-map.tsx';
import { Palette } from './tools/palette.tsx';
import { ZoomBar } from './tools/zoom-bar.tsx';
import { useCanvasCommands } from './use-canvas-commands.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useCanvasMenu } from './use-canvas-menu.tsx';
import { useCanvasPointer } from './use-canvas-pointer.ts';
import { useConnection } from './use-connection.ts';
import { useGoToWanted } from './use-go-to-wanted.ts';
import { useNodeDrag } from './use-node-drag.ts';
import { useViewport } from './use-viewport.ts';
import { zoomLimits } from './view-options.ts';
import classes from './canvas-surface.module.css';

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

/** For the benchmark of the start: the first frame that shows the drawing. */
const markDrawn = (): void => void requestAnimationFrame(() => performance.mark('canvas-drawn'));

/** The drawing of the open canvas and the tools around it. */
export const CanvasSurface = ({ canvasId }: { canvasId: string }) => {
  const { t } = useTranslation('canvas');
  const nodes = useCanvas((state) => state.nodes);
  const edges = useCanvas((state) => state.edges);
  const count = useCanvas(({ document }) => document.nodes.length + document.edges.length);
  const isEmpty = useCanvas(({ document }) => document.nodes.length === 0);
  const isPlacing = useGesture(({ placing }) => placing !== null);
  const isAiming = useGesture(
    ({ isConnecting, connection }) => isConnecting || connection !== null,
  );
  const hasRoom = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const [mapChosen, chooseMap] = useState<boolean | null>(null);
  const onKeyDown = useCanvasKeys();
  const pointer = useCanvasPointer();
  const drag = useNodeDrag();
  const marquee = useMarquee(drag.onNodesChange);
  const viewport = useViewport(canvasId);
  const isPanning = useSpacePan();
  const { onContextMenu, menu } = useCanvasMenu();
  useCanvasCommands();
  useFlowCommands();
  useArrangeCommands();
  useViewCommands(canvasId);
  usePickingCommands();
  useConnection();
  useGoToWanted(canvasId);
  useEffect(markDrawn, []);

  const isMapOn = !isEmpty && (mapChosen ?? hasRoom);

  return (
    // A drawing is operated like an application: it has the keys of one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      aria-label={t('name', { count })}
      className={classes.surface}
      data-canvas-start
      data-marquee={marquee.selectionMode}
      data-panning={isPanning || undefined}
      data-tool={isPlacing ? 'place' : isAiming ? 'connect' : undefined}
      dir="ltr"
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      {...pointer}
    >
      <ReactFlow<FlowNode, FlowEdge>
        {...viewport}
        {...zoomLimits}
        attributionPosition="bottom-left"
        connectOnClick={false}
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
        <Ground />
        <Overview />
        <FlowPreview />
        <FarFlows />
        <SnapHints />
        <CopyGhosts />
        <FindMarks />
      </ReactFlow>
      <span data-canvas-end tabIndex={-1} />
      <ArrowDefinition />
      <Palette />
      <GestureHint />
      {isEmpty && <FirstSteps />}
      {isMapOn && <OverviewMap />}
      <ElementCommands />
      <KindPicker />
      <ZoomBar isMapOn={isMapOn} toggleMap={isEmpty ? null : () => chooseMap(!isMapOn)} />
      <FindBar />
      <ElementPicker />
      <LiveRegion />
      <MoveElements canvasId={canvasId} />
      {menu}
    </div>
  );
};
