import { flowEndsOf, type FlowEnds } from '#shared/canvas/flow-ends.ts';
import { indexOfElement } from '#shared/canvas/lookup.ts';
import { paintBoundaries, paintBoxes, paintMarks } from './paint-boxes.ts';
import { paintBoundaryNames, paintNames } from './paint-names.ts';
import { sceneOf, type Picture, type Scene, type Sheet } from './scene.ts';

/**
 * Paints a document as it looks from afar, for the overview and the minimap. Returns the number of
 * painted boxes and flows.
 */
export const paint = (sheet: Sheet, picture: Picture): number => {
  const { document, marks, mounted } = picture;
  const { context, size, ratio } = sheet;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const scene = sceneOf(sheet, picture);
  paintBoundaries(sheet, scene);
  if (!sheet.isMap) paintFlows(sheet, scene);
  paintBoxes(sheet, scene);
  const count = scene.boxes.length + scene.flows.length;
  if (sheet.isMap) return count;
  paintNames(sheet, scene);
  const ofNodes = (ids: readonly (string | null)[]): number[] =>
    ids.flatMap((id) =>
      id === null || mounted?.has(id) ? [] : indexOfElement(document.nodes, id),
    );
  paintSelectedFlows(sheet, scene, new Set(marks.selection.edges), flowEndsOf(document));
  paintMarks(sheet, scene, {
    selected: ofNodes(marks.selection.nodes),
    target: ofNodes([marks.target]),
  });
  paintBoundaryNames(sheet, scene);
  return count;
};

/**
 * The smallest length, in page pixels, of a flow that is painted. The elements at the ends of a
 * shorter flow would hide it.
 */
const minLength = 4;
/**
 * The largest number of flows in one path. Skia takes longer for a long path than for many short ones.
 */
const flowsInPath = 500;
/** The opacity of flows. At a lower zoom more flows overlap, so each is fainter. */
const faint = { min: 0.16, max: 0.55, perZoom: 2.4 };

/**
 * Paints flows below the boxes, as straight lines from center to center, because nobody could follow
 * thousands of curves.
 */
const paintFlows = (sheet: Sheet, scene: Scene): void => {
  const { context, palette } = sheet;
  const ends = flowEndsOf(scene.document);
  const byStyle = Map.groupBy(scene.flows, (at) => scene.styles.flows[at] ?? 0);
  context.lineWidth = 1;
  const { min, max, perZoom } = faint;
  context.globalAlpha = Math.max(min, Math.min(max, sheet.viewport.zoom * perZoom));
  for (const [styleIndex, indexes] of byStyle) {
    context.strokeStyle = palette.styles[styleIndex]?.line ?? '';
    strokeLines(sheet, scene, indexes, ends);
  }
  context.globalAlpha = 1;
};

const paintSelectedFlows = (
  sheet: Sheet,
  scene: Scene,
  selected: ReadonlySet<string>,
  ends: FlowEnds,
): void => {
  if (selected.size === 0) return;
  const { edges } = scene.document;
  sheet.context.strokeStyle = sheet.palette.selection;
  sheet.context.lineWidth = 2;
  const indexes = scene.flows.filter((at) => selected.has(edges[at]?.id ?? ''));
  strokeLines(sheet, scene, indexes, ends);
};

const strokeLines = (
  { context, viewport: { x, y, zoom } }: Sheet,
  { placement }: Scene,
  indexes: readonly number[],
  { source, target }: FlowEnds,
): void => {
  const middleX = (at: number): number =>
    ((placement.x[at] ?? 0) + (placement.width[at] ?? 0) / 2) * zoom + x;
  const middleY = (at: number): number =>
    ((placement.y[at] ?? 0) + (placement.height[at] ?? 0) / 2) * zoom + y;
  let inPath = 0;
  context.beginPath();
  for (const at of indexes) {
    const [from = -1, to = -1] = [source[at], target[at]];
    const [x1, y1, x2, y2] = [middleX(from), middleY(from), middleX(to), middleY(to)];
    if (Math.abs(x2 - x1) + Math.abs(y2 - y1) < minLength) continue;
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    inPath += 1;
    if (inPath % flowsInPath > 0) continue;
    context.stroke();
    context.beginPath();
  }
  context.stroke();
};
