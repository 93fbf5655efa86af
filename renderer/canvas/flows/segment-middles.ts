import type { Position } from '#shared/canvas/document.ts';
import type { FlowRoute } from '#shared/canvas/flow-route.ts';
import { holdsPoint, type Box } from '#shared/canvas/geometry.ts';
import { extentOf, pointAlong } from '#shared/canvas/routing/polyline.ts';

const fractions = [0.5, 0.25, 0.75, 0.12, 0.88];
/**
 * The smallest length, in canvas pixels, at which a segment has room for a grip between the grips at
 * its ends.
 */
const shortest = 36;
const aroundLabel = 10;

/**
 * Returns the grip position for each segment, or `null` if the segment has no room. The position is the
 * middle of the segment or, if the label covers the middle, another point of the segment.
 */
export const segmentMiddles = (
  { segments }: Pick<FlowRoute, 'segments'>,
  label: Box | null,
): (Position | null)[] =>
  segments.map((segment) => {
    const { width, height } = extentOf(segment);
    if (Math.max(width, height) < shortest) return null;
    const points = fractions.map((fraction) => pointAlong(segment, fraction));
    return points.find((point) => !label || !holdsPoint(grown(label), point)) ?? null;
  });

const grown = ({ x, y, width, height }: Box): Box => ({
  x: x - aroundLabel,
  y: y - aroundLabel,
  width: width + 2 * aroundLabel,
  height: height + 2 * aroundLabel,
});
