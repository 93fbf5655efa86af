import { Background, BackgroundVariant, useStore } from '@xyflow/react';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useArrangeSettings } from './arrange/settings.ts';
import { useCanvas } from './canvas-store.ts';
import { gridStep } from './changes/add-element.ts';
import { useArriving } from './use-stage.ts';
import classes from './ground.module.css';

/** From further away the dots are a haze, and still cost as much as all the rest to draw. */
const dotsFrom = 0.3;

/**
 * The radius of a dot on the canvas, in half pixels: on the screen about one, or the grid of the
 * screen would fall between the dots, and none would be seen.
 */
const dotRadius = (zoom: number): number => Math.max(1, Math.round(2 / zoom) / 2);

const dotOf = (radius: number): string =>
  `radial-gradient(circle, var(--canvas-dots) ${radius / 2}px, transparent ${radius}px)`;

/**
 * What elements and flows lie on, with the dots of the grid. It is in the same layer of the page as
 * they are (canvas-surface.module.css) and larger than all of them. So they share that layer, which
 * would otherwise be one for each label and each wide flow, and it is opaque, which spares blending.
 */
export const Ground = () => {
  const isGridShown = useArrangeSettings(({ gridShown }) => gridShown);
  const isNear = useStore(({ transform }) => transform[2] >= dotsFrom);
  const radius = useStore(({ transform }) => dotRadius(transform[2]));
  const domNode = useStore((store) => store.domNode);
  const viewport = useMemo(() => domNode?.querySelector('.react-flow__viewport'), [domNode]);
  const isPainted = useIsPainted();
  const hasDots = isGridShown && isNear;
  // The painted sheet lies below what React Flow draws, and would be below the ground too.
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
