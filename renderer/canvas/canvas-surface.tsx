import { useMediaQuery } from '@mantine/hooks';
import { Fragment, memo, useCallback, useEffect } from 'react';
import { useAfterDrawing } from '../kernel/workspace/after-drawing.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { LayoutBar } from './arrange/layout-bar.tsx';
import { useArrangeCommands } from './arrange/use-arrange-commands.ts';
import { CanvasMenu, useCanvasMenu } from './commands/canvas-menu.tsx';
import { ElementCommands } from './commands/element-commands.tsx';
import { ElementPicker, usePickingCommands } from './commands/element-picker.tsx';
import { KindPicker } from './commands/kind-picker.tsx';
import { MoveElements } from './commands/move-elements.tsx';
import { useCanvasCommands } from './commands/use-canvas-commands.ts';
import { Drawing } from './drawing.tsx';
import { FindBar } from './find/find-bar.tsx';
import { FindMarks } from './find/find-marks.tsx';
import { FarFlows } from './flows/far-flows.tsx';
import { ArrowDefinition } from './flows/flow-line.tsx';
import { FlowPreview } from './flows/flow-preview.tsx';
import { useFlowCommands } from './flows/use-flow-commands.ts';
import { useCanvasKeys } from './keyboard/use-canvas-keys.ts';
import { Overview } from './overview/overview.tsx';
import { useCanvasPointer } from './pointer/use-canvas-pointer.ts';
import { useConnection } from './pointer/use-connection.ts';
import { CopyGhosts } from './pointer/use-copy-drag.tsx';
import { useSpacePan } from './pointer/use-space-pan.ts';
import { SnapHints } from './snapping/hints.tsx';
import { useCanvas } from './state/canvas-store.ts';
import { useGesture } from './state/gesture.ts';
import { CanvasBackground } from './tools/canvas-background.tsx';
import { FirstSteps, GestureHint } from './tools/first-steps.tsx';
import { OverviewMap, useMapChoice } from './tools/overview-map.tsx';
import { Palette } from './tools/palette.tsx';
import { ZoomBar } from './tools/zoom-bar.tsx';
import { useViewCommands } from './viewport/use-view-commands.ts';
import { LiveRegion } from './words/live-region.tsx';
import classes from './canvas-surface.module.css';

/** Marks the first frame that shows the canvas, for the startup benchmark. */
const markDrawn = (): void => void requestAnimationFrame(() => performance.mark('canvas-drawn'));

type Props = {
  canvasId: string;
  /** The number of times that a canvas was opened. */
  openings: number;
};

/**
 * The open canvas and the tools around it. They stay mounted when another canvas is opened, because
 * mounting them again would take time. Only the bars and dialogs with state of their own are mounted again,
 * so that this state does not survive in another canvas.
 */
export const CanvasSurface = memo(({ canvasId, openings }: Props) => {
  const { t } = useTranslation('canvas');
  const count = useCanvas(({ document }) => document.nodes.length + document.edges.length);
  const isEmpty = useCanvas(({ document }) => document.nodes.length === 0);
  const isPlacing = useGesture(({ placing }) => placing !== null);
  const isAiming = useGesture(
    ({ isConnecting, connection }) => isConnecting || connection !== null,
  );
  const hasRoom = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const isPreviewing = useCanvas(({ previewOf }) => previewOf !== null);
  const showsTools = useAfterDrawing();
  const mapChosen = useMapChoice(({ isOn }) => isOn);
  const onKeyDown = useCanvasKeys();
  const pointer = useCanvasPointer();
  const isPanning = useSpacePan();
  const { onContextMenu, menu } = useCanvasMenu(openings);
  useEffect(markDrawn, []);

  const isMapOn = !isEmpty && (mapChosen ?? hasRoom);
  const toggleMap = useCallback(() => useMapChoice.setState({ isOn: !isMapOn }), [isMapOn]);

  return (
    // An element with the role `application` handles its own keys, but the rule does not know this role.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      aria-label={t('name', { count })}
      className={classes.surface}
      data-canvas-start
      data-panning={isPanning || undefined}
      data-previewing={isPreviewing || undefined}
      data-tool={isPlacing ? 'place' : isAiming ? 'connect' : undefined}
      dir="ltr"
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The canvas is one Tab stop.
      tabIndex={0}
      {...pointer}
    >
      <Drawing canvasId={canvasId} openings={openings}>
        <CanvasBackground />
        <Overview />
        <FlowPreview />
        <FarFlows />
        <SnapHints />
        <CopyGhosts />
        <FindMarks key={openings} />
      </Drawing>
      <span data-canvas-end tabIndex={-1} />
      <ArrowDefinition />
      {showsTools && <Palette />}
      <GestureHint />
      {isEmpty && <FirstSteps />}
      <ElementCommands />
      {showsTools && <ZoomBar isMapOn={isMapOn} toggleMap={isEmpty ? null : toggleMap} />}
      <LiveRegion />
      <Fragment key={openings}>
        {showsTools && isMapOn && <OverviewMap />}
        <KindPicker />
        <FindBar />
        <LayoutBar />
        <ElementPicker />
        <MoveElements canvasId={canvasId} />
      </Fragment>
      <CanvasMenu menu={menu} opening={openings} />
      <CanvasCommands canvasId={canvasId} />
    </div>
  );
});

/**
 * Registers the commands of the canvas. This is a separate component, because the undo command
 * changes with each edit and would render all tools again.
 */
const CanvasCommands = ({ canvasId }: { canvasId: string }) => {
  useCanvasCommands();
  useFlowCommands();
  useArrangeCommands();
  useViewCommands(canvasId);
  usePickingCommands();
  useConnection();
  return null;
};
