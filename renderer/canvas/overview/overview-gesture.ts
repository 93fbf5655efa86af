import { create } from 'zustand';
import type { CanvasDocument, Position } from '#shared/canvas/document.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { indexOfElement, withDescendants } from '#shared/canvas/lookup.ts';
import type { Placement } from '#shared/canvas/placement.ts';

type OverviewGesture = {
  /** The indexes of the dragged nodes and their offset, or `null` if no node is dragged. */
  moving: { indexes: ReadonlySet<number>; by: Position } | null;
  /** The selection box in pixels of the surface, or `null` if no box is drawn. */
  marquee: Box | null;
};

/** The current gesture on the overview, where React Flow has no elements to drag or select. */
export const useOverviewGesture = create<OverviewGesture>(() => ({ moving: null, marquee: null }));

/** Shows dragged nodes and their descendants, moved by an offset. */
export const dragOnOverview = (
  document: CanvasDocument,
  ids: Iterable<string>,
  by: Position,
): void => {
  const moving = withDescendants(document, ids);
  const indexes = new Set([...moving].map((id) => indexOfElement(document.nodes, id)));
  useOverviewGesture.setState({ moving: { indexes, by } });
};

export const dropOnOverview = (): void => useOverviewGesture.setState({ moving: null });

/** Returns the placement with the dragged nodes at their current position. */
export const displaced = (
  placement: Placement,
  indexes: ReadonlySet<number>,
  by: Position,
): Placement => {
  const x = placement.x.slice();
  const y = placement.y.slice();
  for (const at of indexes) {
    x[at] = (x[at] ?? 0) + by.x;
    y[at] = (y[at] ?? 0) + by.y;
  }
  return { ...placement, x, y };
};
