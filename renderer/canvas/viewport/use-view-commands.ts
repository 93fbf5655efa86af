import { useNavigate } from '@tanstack/react-router';
import { useReactFlow } from '@xyflow/react';
import { useEffect, useLayoutEffect } from 'react';
import type { CommandId } from '../../kernel/commands/commands.ts';
import { runCommand, useCommand } from '../../kernel/commands/use-command.ts';
import { useOverview } from '../../kernel/workspace/use-workspace-location.ts';
import { locationIn } from '../../kernel/workspace/workspace-location.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import {
  flyToEntry,
  currentEntry,
  rememberViewport,
  useNavigation,
  zoomToActual,
  zoomToSelection,
} from './navigation.ts';
import { step, type TrailEntry } from './trail.ts';

/** Registers the commands that move the viewport, except for React Flow's own zooming. */
export const useViewCommands = (canvasId: string): void => {
  const hasSelection = useCanvas(
    ({ selection }) => selection.nodes.length + selection.edges.length > 0,
  );
  useBackAndForward(canvasId);
  useSideButtons();
  useCommand('view.zoom-selection', { run: zoomToSelection, enabled: hasSelection });
  useCommand('view.zoom-actual', { run: zoomToActual });
};

/** The canvas that was closed last and its viewport, or `null` if no canvas was closed yet. */
let left: TrailEntry | null = null;
/** The target of a back or forward step to another canvas, until this canvas is open. */
let wanted: TrailEntry | null = null;

/** Forgets the target of a step if another canvas was opened instead. */
export const forgetStepTo = (opened: string): void => {
  if (wanted?.canvasId !== opened) wanted = null;
};

/** Registers the commands to go back and forward through visited viewports of all canvases. */
const useBackAndForward = (canvasId: string): void => {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const navigate = useNavigate();
  const { data: overview = [] } = useOverview();

  useEffect(() => {
    useNavigation.setState({ flow });
    if (wanted?.canvasId === canvasId) void flow.setViewport(wanted.viewport);
    else if (left && left.canvasId !== canvasId) rememberViewport(left);
    wanted = null;
    return () => useNavigation.setState({ flow: null });
  }, [canvasId, flow]);

  // An effect without layout would be too late, because React Flow has then forgotten the viewport.
  useLayoutEffect(
    () => () => {
      left = { canvasId, viewport: flow.getViewport() };
    },
    [canvasId, flow],
  );

  const go = (direction: 'back' | 'forward'): void => {
    const current = currentEntry();
    const { trail } = useNavigation.getState();
    const isKnown = (id: string): boolean => locationIn(overview, { canvasId: id }).canvas !== null;
    const found = current && step(trail, direction, current, isKnown);
    if (!found) return;
    useNavigation.setState({ trail: found.trail });
    if (found.to.canvasId === canvasId) return flyToEntry(found.to);
    wanted = found.to;
    void navigate({ to: '/canvases/$canvasId', params: { canvasId: found.to.canvasId } });
  };

  const hasPast = useNavigation(({ trail }) => trail.past.length > 0);
  const hasFuture = useNavigation(({ trail }) => trail.future.length > 0);
  useCommand('view.back', { run: () => go('back'), enabled: hasPast });
  useCommand('view.forward', { run: () => go('forward'), enabled: hasFuture });
};

/** The fourth and fifth mouse button, by their DOM numbers. */
const sideButtons: Partial<Record<number, CommandId>> = { 3: 'view.back', 4: 'view.forward' };

/**
 * Handles the side buttons of the mouse, because otherwise they would go back and forward through the
 * pages of the window.
 */
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
