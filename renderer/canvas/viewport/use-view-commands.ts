import { useNavigate } from '@tanstack/react-router';
import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import type { CommandId } from '../../kernel/commands/commands.ts';
import { runCommand, useCommand } from '../../kernel/commands/use-command.ts';
import { placeIn } from '../../kernel/workspace/place.ts';
import { useOverview } from '../../kernel/workspace/use-place.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import { step, type Place } from './trail.ts';
import {
  flyToPlace,
  hereNow,
  rememberPlace,
  useTravel,
  zoomToActual,
  zoomToSelection,
} from './travel.ts';

/** Registers the commands that move the view, except for React Flow's own zooming. */
export const useViewCommands = (canvasId: string): void => {
  const hasSelection = useCanvas(
    ({ selection }) => selection.nodes.length + selection.edges.length > 0,
  );
  usePlaces(canvasId);
  useSideButtons();
  useCommand('view.zoom-selection', { run: zoomToSelection, enabled: hasSelection });
  useCommand('view.zoom-actual', { run: zoomToActual });
};

/** The last place on the canvas that was left, and the target of a back or forward step. */
let left: Place | null = null;
let wanted: Place | null = null;

/** Registers back and forward through the visited places, on this canvas and others. */
const usePlaces = (canvasId: string): void => {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const navigate = useNavigate();
  const { data: overview = [] } = useOverview();

  useEffect(() => {
    useTravel.setState({ flow });
    if (wanted?.canvasId === canvasId) void flow.setViewport(wanted.viewport);
    else if (left && left.canvasId !== canvasId) rememberPlace(left);
    wanted = null;
    return () => {
      left = { canvasId, viewport: flow.getViewport() };
      useTravel.setState({ flow: null });
    };
  }, [canvasId, flow]);

  const go = (direction: 'back' | 'forward'): void => {
    const here = hereNow();
    const { trail } = useTravel.getState();
    const isKnown = (id: string): boolean => placeIn(overview, { canvasId: id }).canvas !== null;
    const found = here && step(trail, direction, here, isKnown);
    if (!found) return;
    useTravel.setState({ trail: found.trail });
    if (found.to.canvasId === canvasId) return flyToPlace(found.to);
    wanted = found.to;
    void navigate({ to: '/canvases/$canvasId', params: { canvasId: found.to.canvasId } });
  };

  const hasPast = useTravel(({ trail }) => trail.past.length > 0);
  const hasFuture = useTravel(({ trail }) => trail.future.length > 0);
  useCommand('view.back', { run: () => go('back'), enabled: hasPast });
  useCommand('view.forward', { run: () => go('forward'), enabled: hasFuture });
};

/** The fourth and fifth mouse button, by their DOM numbers. */
const sideButtons: Partial<Record<number, CommandId>> = { 3: 'view.back', 4: 'view.forward' };

/** Otherwise they would navigate the pages of the window. */
const onMouse = (event: MouseEvent): void => {
  const command = sideButtons[event.button];
  if (!command) return;
  event.preventDefault();
  if (event.type === 'mouseup') runCommand(command);
};

const useSideButtons = (): void => {
  useEffect(() => {
    window.addEventListener('mousedown', onMouse);
    window.addEventListener('mouseup', onMouse);
    return () => {
      window.removeEventListener('mousedown', onMouse);
      window.removeEventListener('mouseup', onMouse);
    };
  }, []);
};
