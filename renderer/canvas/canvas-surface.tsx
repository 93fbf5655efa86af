import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SnapHints } from './arrange/snapping/hints.tsx';
import { useArrangeCommands } from './arrange/use-arrange-commands.ts';
import { useCanvas } from './canvas-store.ts';
import { CopyGhosts } from './copy-drag/copy-ghosts.tsx';
import { Drawing } from './drawing.tsx';
import { ElementCommands } from './elements/element-commands.tsx';
import { KindPicker } from './elements/kind-picker.tsx';
import { FindBar } from './find/find-bar.tsx';
import { FindMarks } from './find/find-marks.tsx';
import { ArrowDefinition } from './flows/arrow.tsx';
import { FarFlows } from './flows/far-flows.tsx';
import { FlowPreview } from './flows/flow-preview.tsx';
import { useFlowCommands } from './flows/use-flow-commands.ts';
import { useGesture } from './gesture.ts';
import { Ground } from './ground.tsx';
import { LiveRegion } from './live-region.tsx';
import { MoveElements } from './move-across/move-elements.tsx';
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
import classes from './canvas-surface.module.css';

/** For the benchmark of the start: the first frame that shows the drawing. */
const markDrawn = (): void => void requestAnimationFrame(() => performance.mark('canvas-drawn'));

/** The drawing of the open canvas and the tools around it. */
export const CanvasSurface = ({ canvasId }: { canvasId: string }) => {
  const { t } = useTranslation('canvas');
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
  const isPanning = useSpacePan();
  const { onContextMenu, menu } = useCanvasMenu();
  useEffect(markDrawn, []);

  const isMapOn = !isEmpty && (mapChosen ?? hasRoom);

  return (
    // A drawing is operated like an application: it has the keys of one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      aria-label={t('name', { count })}
      className={classes.surface}
      data-canvas-start
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
      <Drawing canvasId={canvasId}>
        <Ground />
        <Overview />
        <FlowPreview />
        <FarFlows />
        <SnapHints />
        <CopyGhosts />
        <FindMarks />
      </Drawing>
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
      <CanvasCommands canvasId={canvasId} />
    </div>
  );
};

/**
 * What can be done on the canvas, without what is seen of it: what undo would reach is another thing
 * after each edit, for which the tools need not be rendered.
 */
const CanvasCommands = ({ canvasId }: { canvasId: string }) => {
  useCanvasCommands();
  useFlowCommands();
  useArrangeCommands();
  useViewCommands(canvasId);
  usePickingCommands();
  useConnection();
  useGoToWanted(canvasId);
  return null;
};
