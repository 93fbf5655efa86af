import type { Viewport } from '@xyflow/react';
import type { CanvasDocument, Position, Size } from '#shared/canvas/document.ts';
import { roleOf } from '#shared/canvas/element-kinds.ts';
import { flowsWithin } from '#shared/canvas/flow-ends.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { isFrame, nodesWithin, placementOf, type Placement } from '#shared/canvas/placement.ts';
import type { Badges } from '../state/badges.ts';
import type { Selection } from '../state/selection.ts';
import { viewOf } from '../viewport/view-box.ts';
import { displaced } from './overview-gesture.ts';
import { styleIndexesOf, type StyleIndexes, type Palette } from './palette.ts';

/**
 * The selection, the drop target, and the dragged nodes. They are painted in addition to the
 * document.
 */
type Marks = {
  selection: Selection;
  /** The drop target: a boundary for moved nodes, or the end of a flow that is being drawn. */
  target: string | null;
  moving: { indexes: ReadonlySet<number>; by: Position } | null;
};

/** The HTML canvas to paint on, with `ratio` device pixels per page pixel. */
export type Sheet = {
  context: CanvasRenderingContext2D;
  palette: Palette;
  viewport: Viewport;
  size: Size;
  ratio: number;
  /** True for the minimap, which shows the whole canvas but only shapes. */
  isMap: boolean;
};

export type Picture = {
  document: CanvasDocument;
  badges: Badges | null;
  marks: Marks;
  /** The IDs of elements that are not painted, because React Flow draws them. */
  mounted?: ReadonlySet<string>;
};

/**
 * The data for all parts of the painter: the positions of all elements, and the indexes of the
 * visible ones.
 */
export type Scene = {
  document: CanvasDocument;
  placement: Placement;
  styles: StyleIndexes;
  /**
   * The indexes of visible trust boundaries, and of visible components that contain other components.
   */
  boundaries: readonly number[];
  boxes: readonly number[];
  flows: readonly number[];
};

const none: ReadonlySet<string> = new Set();

export const sceneOf = (
  { viewport, size }: Sheet,
  { document, badges, marks: { moving }, mounted = none }: Picture,
): Scene => {
  const view = viewOf(viewport, size);
  const original = placementOf(document);
  const placement = moving ? displaced(original, moving.indexes, moving.by) : original;
  const styles = styleIndexesOf(document, badges);
  const boundaries: number[] = [];
  const boxes: number[] = [];
  for (const at of nodesWithin(placement, view)) {
    const node = document.nodes[at];
    if (mounted.has(node?.id ?? '')) continue;
    const isBoundary = roleOf(node?.type) === 'boundary';
    (isBoundary || isFrame(placement, at) ? boundaries : boxes).push(at);
  }
  const all = flowsWithin(document, view, placement);
  const flows =
    mounted.size > 0 ? all.filter((at) => !mounted.has(document.edges[at]?.id ?? '')) : all;
  return { document, placement, styles, boundaries, boxes, flows };
};

/** Returns a canvas box in page pixels on the sheet. */
export const onSheet = ({ viewport: { x, y, zoom } }: Sheet, box: Box): Box => ({
  x: box.x * zoom + x,
  y: box.y * zoom + y,
  width: box.width * zoom,
  height: box.height * zoom,
});
