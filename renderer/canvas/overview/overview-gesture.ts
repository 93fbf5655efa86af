import { create } from 'zustand';
import type { Position } from '#shared/canvas/document.ts';
import type { Box } from '#shared/canvas/geometry.ts';

type OverviewGesture = {
  /** Places of the nodes in the hand, and how far it has carried them. */
  moving: { places: ReadonlySet<number>; by: Position } | null;
  /** What is being drawn around with the pointer, in pixels of the surface. */
  marquee: Box | null;
};

/** What the hand is in the middle of on the overview, where React Flow has nothing to hold. */
export const useOverviewGesture = create<OverviewGesture>(() => ({ moving: null, marquee: null }));
