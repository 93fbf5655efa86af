import type { Box } from '#shared/canvas/geometry.ts';
import { boxAt } from '#shared/canvas/placement.ts';
import { boxNameStyle } from '#shared/drawing/name-text.ts';
import { ellipsized } from '#shared/drawing/wrap-text.ts';
import { detailFrom } from '../viewport/view-box.ts';
import { onSheet, type Scene, type Sheet } from './scene.ts';

/**
 * The size of the names of nodes on a zoomed-out canvas, in canvas pixels. It is the largest size of
 * `farNameStyle` (box-node.tsx).
 */
const farNameSize = 20;
const [nearNameSize = farNameSize] = boxNameStyle.sizes;
/** The smallest size of a readable name, in page pixels. */
const minNameSize = 7;

/** Returns the size of the names of mounted nodes at this zoom, in page pixels. */
const nameSizeAt = (zoom: number): number =>
  zoom < detailFrom ? farNameSize * zoom : Math.max(nearNameSize * zoom, minNameSize);

/** The smallest size, in page pixels, at which a boundary has room for its name. */
const minNamed = { width: 72, height: 40 };
const boundaryNameSize = { min: 10, max: 14 };
const backgroundOpacity = 0.8;

/** Paints the names of nodes if they are readable. */
export const paintNames = (sheet: Sheet, { document, placement, boxes }: Scene): void => {
  const { context, palette, viewport } = sheet;
  const size = nameSizeAt(viewport.zoom);
  if (size < minNameSize) return;
  context.font = `600 ${size}px ${palette.font}`;
  context.fillStyle = palette.text;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const at of boxes) {
    const { x, y, width, height } = onSheet(sheet, boxAt(placement, at));
    const name = ellipsized(document.nodes[at]?.data.label ?? '', width - size / 2, {
      size,
      isBold: false,
    });
    if (name) context.fillText(name, x + width / 2, y + height / 2);
  }
};

/**
 * Paints the names of boundaries, the largest boundary first. Leaves out a name that would overlap
 * a name that is already painted.
 */
export const paintBoundaryNames = (sheet: Sheet, scene: Scene): void => {
  const { context, palette } = sheet;
  const named = scene.boundaries
    .map((at) => ({ at, box: onSheet(sheet, boxAt(scene.placement, at)) }))
    .filter(({ box }) => box.width >= minNamed.width && box.height >= minNamed.height)
    .toSorted((one, other) => other.box.width - one.box.width);
  const taken: Box[] = [];
  context.textAlign = 'start';
  context.textBaseline = 'middle';
  for (const { at, box } of named) {
    const size = Math.max(
      boundaryNameSize.min,
      Math.min(boundaryNameSize.max, Math.round(box.width / 32)),
    );
    const label = scene.document.nodes[at]?.data.label ?? '';
    const name = ellipsized(label, box.width - size, { size, isBold: true });
    if (!name) continue;
    context.font = `600 ${size}px ${palette.font}`;
    const room = labelRoom(sheet, box, context.measureText(name).width, size);
    if (taken.some((other) => overlap(room, other))) continue;
    taken.push(room);
    context.globalAlpha = backgroundOpacity;
    context.fillStyle = palette.canvas;
    context.fillRect(room.x, room.y, room.width, room.height);
    context.globalAlpha = 1;
    context.fillStyle = palette.styles[scene.styles.nodes[at] ?? 0]?.line ?? palette.boundaryLine;
    context.fillText(name, room.x + size / 2, room.y + room.height / 2);
  }
};

/** Returns the box for a name, at the top left of the boundary or of its visible part. */
const labelRoom = ({ size: sheet }: Sheet, box: Box, width: number, size: number): Box => {
  const wide = width + size;
  const high = size * 1.4;
  const inset = 1;
  return {
    x: Math.min(Math.max(box.x, 0) + inset, Math.max(box.x + box.width - wide, box.x)),
    y: Math.min(Math.max(box.y, 0) + inset, Math.min(box.y + box.height - high, sheet.height)),
    width: wide,
    height: high,
  };
};

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
