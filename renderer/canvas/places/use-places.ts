import { useNavigate } from '@tanstack/react-router';
import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { useCommand } from '../../app/use-command.ts';
import { placeIn } from '../../collections/place.ts';
import { useOverview } from '../../collections/use-overview.ts';
import type { FlowEdge, FlowNode } from '../flow-elements.ts';
import { step, type Place } from './trail.ts';
import { flyToPlace, hereNow, rememberPlace, useTravel } from './travel.ts';

/** What was seen last of the canvas that was left, and where one is going by back and forward. */
let left: Place | null = null;
let wanted: Place | null = null;

/** Back and forward through the places one has been to, on this canvas and others. */
export const usePlaces = (canvasId: string): void => {
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
