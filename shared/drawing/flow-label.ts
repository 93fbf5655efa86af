import type { Position } from '../canvas/document.ts';
import type { FlowRoute } from '../canvas/flow-route.ts';
import type { Box } from '../canvas/geometry.ts';
import type { DrawnFlow } from './elements.ts';
import { textWidth, type Style } from './text-width.ts';
import { ellipsized } from './wrap-text.ts';

type PlacedText = Position & { text: string; style: Style };

/** The ground of a flow's text and what stands on it, all in pixels of the canvas. */
export type LabelPlace = Box & {
  texts: PlacedText[];
  lock: Position | null;
  frame: Box | null;
};

const labelStyle: Style = { size: 11, isBold: false };
const protocolStyle: Style = { size: 10, isBold: false };
const widest = 180;
const padding = 5;
const gap = 4;
const lockWidth = 11;
const rowHeight = 16;
const tagHeight = 14;
const baseline = 0.36;

/** What has to be seen of a level line besides its text: both heads and a bit of line. */
const lineRoom = 40;
const aboveLine = 13;
const widestUpright = 100;

/** How wide each part is; a width of 0 says that there is none. */
type Parts = { label: string; labelWidth: number; lock: number; protocol: string; tag: number };

const partsOf = (flow: DrawnFlow): Parts => {
  const protocol = ellipsized(flow.protocol.slice(0, 200), widest / 2, protocolStyle);
  const label = ellipsized(flow.label.slice(0, 500), widest, labelStyle);
  return {
    label,
    labelWidth: textWidth(label, labelStyle),
    lock: flow.isEncrypted ? lockWidth : 0,
    protocol,
    tag: protocol === '' ? 0 : textWidth(protocol, protocolStyle) + 8,
  };
};

const sideBySide = (...widths: number[]): number => {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, shown.length - 1);
};

/**
 * The same rules as in the app's window: where a level flow is too short for its text, the protocol
 * goes below the label, and if that is too wide too, everything goes above the line.
 */
export const labelPlace = (flow: DrawnFlow, route: FlowRoute): LabelPlace | null => {
  const parts = partsOf(flow);
  const row = sideBySide(parts.labelWidth, parts.lock);
  const whole = sideBySide(parts.labelWidth, parts.lock, parts.tag);
  if (whole === 0) return null;
  const dx = Math.abs(route.end.x - route.start.x);
  const canStack = flow.lane.count === 1 && parts.tag > 0 && row > 0;
  if (Math.abs(route.end.y - route.start.y) > dx) {
    return placed(parts, route.label, canStack && whole > widestUpright);
  }
  const room = dx - lineRoom - 2 * padding;
  if (whole <= room) return placed(parts, route.label, false);
  if (canStack && Math.max(row, parts.tag) <= room) return placed(parts, route.label, true);
  return placed(parts, { x: route.label.x, y: route.label.y - aboveLine }, false);
};

const placed = (parts: Parts, at: Position, isStacked: boolean): LabelPlace => {
  const row = sideBySide(parts.labelWidth, parts.lock);
  const inner = isStacked ? Math.max(row, parts.tag) : sideBySide(row, parts.tag);
  const width = inner + 2 * padding;
  const height = isStacked ? rowHeight + tagHeight + 3 : rowHeight + 2;
  const [left, top] = [at.x - width / 2, at.y - height / 2];
  const rowLeft = isStacked ? at.x - row / 2 : left + padding;
  const middle = top + 1 + rowHeight / 2;
  const tagLeft = isStacked ? at.x - parts.tag / 2 : left + width - padding - parts.tag;
  const tagTop = isStacked ? top + rowHeight + 1 : middle - tagHeight / 2;
  const labelMiddle = rowLeft + row - parts.labelWidth / 2;
  const texts = [
    textAt(parts.label, labelMiddle, middle, labelStyle),
    textAt(parts.protocol, tagLeft + parts.tag / 2, tagTop + tagHeight / 2, protocolStyle),
  ];
  return {
    x: left,
    y: top,
    width,
    height,
    texts: texts.filter(({ text }) => text !== ''),
    lock: parts.lock > 0 ? { x: rowLeft, y: middle - 6 } : null,
    frame: parts.tag > 0 ? { x: tagLeft, y: tagTop, width: parts.tag, height: tagHeight } : null,
  };
};

const textAt = (text: string, x: number, middle: number, style: Style): PlacedText => ({
  text,
  x,
  y: middle + style.size * baseline,
  style,
});
