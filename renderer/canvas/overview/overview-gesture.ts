import { create } from 'zustand';
import type { CanvasDocument, Position } from '#shared/canvas/document.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { placeOf, withDescendants } from '#shared/canvas/lookup.ts';

type OverviewGesture = {
  /** Places of the nodes in the hand, and how far it has carried them. */
  moving: { places: ReadonlySet<number>; by: Position } | null;
  /** What is being drawn around with the pointer, in pixels of the surface. */
  marquee: Box | null;
};

/** What the hand is in the middle of on the overview, where React Flow has nothing to hold. */
export const useOverviewGesture = create<OverviewGesture>(() => ({ moving: null, marquee: null }));

/** Shows nodes, with what they hold, so far from where they are. */
export const carryOnOverview = (
  document: CanvasDocument,
  ids: Iterable<string>,
  by: Position,
): void => {
  const moving = withDescendants(document, ids);
  const places = new Set([...moving].map((id) => placeOf(document.nodes, id)));
  useOverviewGesture.setState({ moving: { places, by } });
};

export const letGoOnOverview = (): void => useOverviewGesture.setState({ moving: null });
