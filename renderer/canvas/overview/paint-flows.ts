import { flowEndsOf, type FlowEnds } from '#shared/canvas/flow-ends.ts';
import type { Scene, Sheet } from './paint.ts';

/** Shorter than this, in pixels of the page, a flow is hidden by what it joins. */
const leastLength = 4;
/** Skia takes the longer for a path the more of it there is: many short ones are done sooner. */
const flowsInPath = 500;
/** The further away, the more flows lie on one another. */
const faint = { least: 0.16, most: 0.55, perZoom: 2.4 };

/** Straight from middle to middle, below the boxes: of thousands, no one could follow a curve. */
export const paintFlows = (sheet: Sheet, scene: Scene): void => {
  const { context, palette } = sheet;
  const ends = flowEndsOf(scene.document);
  const byLook = Map.groupBy(scene.flows, (at) => scene.looks.flows[at] ?? 0);
  context.lineWidth = 1;
  const { least, most, perZoom } = faint;
  context.globalAlpha = Math.max(least, Math.min(most, sheet.viewport.zoom * perZoom));
  for (const [look, places] of byLook) {
    context.strokeStyle = palette.looks[look]?.line ?? '';
    strokeLines(sheet, scene, places, ends);
  }
  context.globalAlpha = 1;
};

export const paintSelectedFlows = (
  sheet: Sheet,
  scene: Scene,
  selected: ReadonlySet<string>,
  ends: FlowEnds,
): void => {
  if (selected.size === 0) return;
  const { edges } = scene.document;
  sheet.context.strokeStyle = sheet.palette.selection;
  sheet.context.lineWidth = 2;
  const places = scene.flows.filter((at) => selected.has(edges[at]?.id ?? ''));
  strokeLines(sheet, scene, places, ends);
};

const strokeLines = (
  { context, viewport: { x, y, zoom } }: Sheet,
  { placement }: Scene,
  places: readonly number[],
  { source, target }: FlowEnds,
): void => {
  const middleX = (at: number): number =>
    ((placement.x[at] ?? 0) + (placement.width[at] ?? 0) / 2) * zoom + x;
  const middleY = (at: number): number =>
    ((placement.y[at] ?? 0) + (placement.height[at] ?? 0) / 2) * zoom + y;
  let inPath = 0;
  context.beginPath();
  for (const at of places) {
    const [from = -1, to = -1] = [source[at], target[at]];
    const [x1, y1, x2, y2] = [middleX(from), middleY(from), middleX(to), middleY(to)];
    if (Math.abs(x2 - x1) + Math.abs(y2 - y1) < leastLength) continue;
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    inPath += 1;
    if (inPath % flowsInPath > 0) continue;
    context.stroke();
    context.beginPath();
  }
  context.stroke();
};
