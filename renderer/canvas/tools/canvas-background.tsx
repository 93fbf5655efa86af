import { Background, BackgroundVariant, useStore } from '@xyflow/react';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { gridStep } from '../edits/element-edits.ts';
import { useArrangeSettings } from '../state/arrange-settings.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { useArriving } from '../viewport/use-mounted-region.ts';
import classes from './canvas-background.module.css';

/**
 * Below this zoom there are no dots, because they would blur together, and cost as much to paint as
 * everything else.
 */
const dotsFrom = 0.3;

/**
 * The radius of a dot on the canvas, rounded to half pixels. It is about one pixel on the screen,
 * because smaller dots may fall between the screen's pixels and disappear.
 */
const dotRadius = (zoom: number): number => Math.max(1, Math.round(2 / zoom) / 2);

const dotOf = (radius: number): string =>
  `radial-gradient(circle, var(--canvas-dots) ${radius / 2}px, transparent ${radius}px)`;

/**
 * The background with the grid dots, in the same compositor layer as the elements
 * (canvas-surface.module.css). It is larger than all elements. So the browser paints labels and wide
 * flows into this layer, instead of giving them layers of their own. It is opaque, so the layer need
 * not be blended with anything behind it.
 */
export const CanvasBackground = () => {
  const isGridShown = useArrangeSettings(({ gridShown }) => gridShown);
  const isNear = useStore(({ transform }) => transform[2] >= dotsFrom);
  const radius = useStore(({ transform }) => dotRadius(transform[2]));
  const domNode = useStore((store) => store.domNode);
  const viewport = useMemo(() => domNode?.querySelector('.react-flow__viewport'), [domNode]);
  const isPainted = useIsPainted();
  const hasDots = isGridShown && isNear;
  // The overview is painted below React Flow's elements, so this opaque background would cover it. While
  // the overview is shown, only the dots are drawn.
  if (isPainted || !viewport) return hasDots ? dots : null;
  return createPortal(
    <div
      className={classes.ground}
      data-grid={hasDots || undefined}
      style={hasDots ? { backgroundImage: dotOf(radius) } : undefined}
    />,
    viewport,
  );
};

const useIsPainted = (): boolean => {
  const isWhole = useCanvas(({ region }) => region === null);
  const isArriving = useArriving((state) => state.isArriving);
  return isWhole || isArriving;
};

const dots = (
  <Background
    color="var(--canvas-dots)"
    gap={gridStep * 2}
    size={1.5}
    variant={BackgroundVariant.Dots}
  />
);
