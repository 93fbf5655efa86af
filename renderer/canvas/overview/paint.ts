import type { Viewport } from '@xyflow/react';
import type { CanvasDocument, Position, Size } from '#shared/canvas/document.ts';
import { flowEndsOf, flowsWithin } from '#shared/canvas/flow-ends.ts';
import { placeOf } from '#shared/canvas/lookup.ts';
import { nodesWithin, placementOf, type Placement } from '#shared/canvas/placement.ts';
import type { Badges } from '../badges.ts';
import type { Selection } from '../select.ts';
import { viewOf } from '../view-box.ts';
import { displaced } from './displaced.ts';
import { looksOf, type Looks } from './looks.ts';
import { paintBoundaries, paintBoxes, paintMarks } from './paint-boxes.ts';
import { paintFlows, paintSelectedFlows } from './paint-flows.ts';
import { paintBoundaryNames, paintNames } from './paint-names.ts';
import type { Palette } from './palette.ts';

/** What is to be seen of a document besides itself. */
type Marks = {
  selection: Selection;
  /** The boundary that would take in what is moved, or the end that a flow aims at. */
  target: string | null;
  moving: { places: ReadonlySet<number>; by: Position } | null;
};

/** Where it is painted: `ratio` device pixels for each of the page. */
export type Sheet = {
  context: CanvasRenderingContext2D;
  palette: Palette;
  viewport: Viewport;
  size: Size;
  ratio: number;
  /** Of the size of a stamp: only shapes, of all of it. */
  isMap: boolean;
};

export type Picture = { document: CanvasDocument; badges: Badges | null; marks: Marks };

/** What the parts of the painter share: where all of it stands, and which of it is seen. */
export type Scene = {
  document: CanvasDocument;
  placement: Placement;
  looks: Looks;
  boundaries: readonly number[];
  boxes: readonly number[];
  flows: readonly number[];
};

/**
 * Paints a document as it looks from afar. One painter for the overview and the map. Gives back how
 * many elements there were to paint.
 */
export const paint = (sheet: Sheet, { document, badges, marks }: Picture): number => {
  const { context, size, ratio } = sheet;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const scene = sceneOf(sheet, document, badges, marks);
  paintBoundaries(sheet, scene);
  if (!sheet.isMap) paintFlows(sheet, scene);
  paintBoxes(sheet, scene);
  const count = scene.boxes.length + scene.flows.length;
  if (sheet.isMap) return count;
  paintNames(sheet, scene);
  const ofNodes = (ids: readonly (string | null)[]): number[] =>
    ids.flatMap((id) => (id === null ? [] : placeOf(document.nodes, id)));
  paintSelectedFlows(sheet, scene, new Set(marks.selection.edges), flowEndsOf(document));
  paintMarks(sheet, scene, {
    selected: ofNodes(marks.selection.nodes),
    target: ofNodes([marks.target]),
  });
  paintBoundaryNames(sheet, scene);
  return count;
};

const sceneOf = (
  { viewport, size }: Sheet,
  document: CanvasDocument,
  badges: Badges | null,
  { moving }: Marks,
): Scene => {
  const view = viewOf(viewport, size);
  const standing = placementOf(document);
  const placement = moving ? displaced(standing, moving.places, moving.by) : standing;
  const looks = looksOf(document, badges);
  const boundaries: number[] = [];
  const boxes: number[] = [];
  for (const at of nodesWithin(placement, view)) {
    const isBoundary = document.nodes[at]?.type === 'trustBoundaryNode';
    (isBoundary ? boundaries : boxes).push(at);
  }
  const flows = flowsWithin(document, view, placement);
  return { document, placement, looks, boundaries, boxes, flows };
};
