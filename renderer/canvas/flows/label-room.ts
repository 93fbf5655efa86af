import type { CanvasEdge, Position } from '#shared/canvas/document.ts';
import type { FlowRoute } from '#shared/canvas/flow-route.ts';

/** Where the text of a flow goes, and whether its protocol stands below its label. */
export type LabelRoom = { at: Position; isStacked: boolean };

/** What has to be seen of the line besides its text: both heads and a bit of line. */
const lineRoom = 40;
const aboveLine = 13;
/** Beside an upright flow there may be another one, and below its label there is room. */
const widestUpright = 100;

// Texts are measured by their length: close enough to decide, and it costs no layout.
const letterWidth = 6.3;
const lockWidth = 15;
const tagPadding = 12;
const chipPadding = 10;

/**
 * A flow that runs level between two nodes close together has little room for its text: then the
 * protocol goes below the label, and if that is too wide too, the text goes above the line.
 * Otherwise it would hide the arrows.
 */
export const labelRoom = (
  { start, end, label: at }: FlowRoute,
  { label = '', protocol = '', encrypted = false }: NonNullable<CanvasEdge['data']>,
  isAlone: boolean,
): LabelRoom => {
  const [dx, dy] = [Math.abs(end.x - start.x), Math.abs(end.y - start.y)];
  const room = dx - lineRoom;
  const first = label.length * letterWidth + (encrypted ? lockWidth : 0) + chipPadding;
  const second = protocol === '' ? 0 : protocol.length * letterWidth + tagPadding;
  const canStack = isAlone && second > 0 && first > chipPadding;
  if (dy > dx) return { at, isStacked: canStack && first + second > widestUpright };
  if (first + second <= room) return { at, isStacked: false };
  if (canStack && Math.max(first, second + chipPadding) <= room) return { at, isStacked: true };
  return { at: { x: at.x, y: at.y - aboveLine }, isStacked: false };
};
