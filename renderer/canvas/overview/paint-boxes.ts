import {
  elementKinds,
  isComponentKind,
  plainOutline,
  roleOf,
} from '#shared/canvas/element-kinds.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { boxAt } from '#shared/canvas/placement.ts';
import { onSheet, type Scene, type Sheet } from './scene.ts';

/**
 * The smallest size, in page pixels, of a box that is painted with an outline. A smaller box is a
 * speck of color.
 */
const minOutlined = { width: 12, height: 6 };
const minRounded = 20;
const minDashed = 80;
/**
 * The smallest size of a mark, in page pixels, so that selected elements are visible from any distance.
 */
const minMark = 5;

const boxOn = (sheet: Sheet, { placement }: Scene, at: number): Box =>
  onSheet(sheet, boxAt(placement, at));

const isOutlined = ({ width, height }: Box): boolean =>
  width >= minOutlined.width && height >= minOutlined.height;

export const paintBoundaries = (sheet: Sheet, scene: Scene): void => {
  const { context, palette } = sheet;
  for (const at of scene.boundaries) {
    const box = boxOn(sheet, scene, at);
    const style = palette.styles[scene.styles.nodes[at] ?? 0];
    if (!style) continue;
    const isPlain = style.line === palette.boundaryLine;
    context.fillStyle = palette.boundary;
    context.strokeStyle = isPlain ? palette.boundaryLine : style.line;
    context.lineWidth = isPlain ? 1 : 1.5;
    context.globalAlpha = box.width < minDashed ? 0.6 : 0.85;
    const isDashed = roleOf(scene.document.nodes[at]?.type) === 'boundary';
    context.setLineDash(isDashed && box.width >= minDashed ? [5, 3] : []);
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, Math.min(6, box.width / 12));
    context.fill();
    context.stroke();
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
};

/** Paints the boxes grouped by appearance, because changing the color costs more than painting a box. */
export const paintBoxes = (sheet: Sheet, scene: Scene): void => {
  const byStyle = Map.groupBy(scene.boxes, (at) => scene.styles.nodes[at] ?? 0);
  for (const [styleIndex, indexes] of byStyle) {
    const { fill = '', line = '', speck = '' } = sheet.palette.styles[styleIndex] ?? {};
    const outlined: number[] = [];
    sheet.context.fillStyle = speck;
    for (const at of indexes) {
      const box = boxOn(sheet, scene, at);
      if (isOutlined(box)) outlined.push(at);
      else sheet.context.fillRect(box.x, box.y, Math.max(1, box.width), Math.max(1, box.height));
    }
    if (outlined.length === 0) continue;
    sheet.context.fillStyle = fill;
    sheet.context.strokeStyle = line;
    for (const at of outlined) paintOutlined(sheet, scene, at);
  }
};

const paintOutlined = (sheet: Sheet, scene: Scene, at: number): void => {
  const { context } = sheet;
  const { x, y, width, height } = boxOn(sheet, scene, at);
  const type = scene.document.nodes[at]?.type;
  const outline = isComponentKind(type) ? elementKinds[type].outline : plainOutline;
  // From afar, the outline is thinner than at a zoom of 100%.
  context.lineWidth = Math.round(outline.width / 1.5);
  if (outline.radius > 0 && width >= minRounded) {
    context.beginPath();
    context.roundRect(x, y, width, height, height / 4);
    context.fill();
    context.stroke();
  } else if (!outline.hasSides) {
    context.fillRect(x, y, width, height);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + width, y);
    context.moveTo(x, y + height);
    context.lineTo(x + width, y + height);
    context.stroke();
  } else {
    context.fillRect(x, y, width, height);
    context.strokeRect(x, y, width, height);
  }
};

type MarkedIndexes = Record<'selected' | 'target', readonly number[]>;

/** Paints the marks above all boxes and flows, with one stroke for each kind of mark. */
export const paintMarks = (sheet: Sheet, scene: Scene, marked: MarkedIndexes): void => {
  const { context, palette } = sheet;
  const outline = (indexes: readonly number[]): void => {
    context.beginPath();
    for (const at of indexes) {
      if (at < 0 || scene.placement.standIn[at] !== at) continue;
      const { x, y, width, height } = boxOn(sheet, scene, at);
      const [wide, high] = [Math.max(minMark, width + 3), Math.max(minMark, height + 3)];
      context.rect(x + (width - wide) / 2, y + (height - high) / 2, wide, high);
    }
  };
  context.strokeStyle = palette.selection;
  context.fillStyle = palette.selectionSoft;
  context.lineWidth = 2;
  outline(marked.target);
  context.fill();
  context.stroke();
  outline(marked.selected);
  context.stroke();
};
