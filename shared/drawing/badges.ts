import { priorities, type Priority } from '../api/enumerations.ts';
import type { CanvasDocument } from '../canvas/document.ts';
import type { Box } from '../canvas/geometry.ts';
import type { OpenThreats } from '../canvas/open-threats.ts';
import type { Piece } from './draw-canvas.ts';
import { priorityBadgeStyle } from './drawing-styles.ts';
import type { DrawnNode } from './elements.ts';
import { element, textLine, type SetText } from './markup.ts';
import { textWidth, type Style } from './text-width.ts';

const badgeStyle: Style = { size: 11, isBold: true };
const badgeHeight = 18;

/**
 * Returns the badges with the numbers of open threats. A badge is at the upper right corner of its
 * element, as in the window.
 */
export const badgePieces = (
  nodes: readonly DrawnNode[],
  { nodes: stored }: CanvasDocument,
  threats: OpenThreats,
): Piece[] => {
  if (threats.size === 0) return [];
  const components = new Map(stored.map(({ id, data }) => [id, data?.componentId]));
  return nodes.flatMap(({ id, box }) => {
    const open = threats.get(components.get(id) ?? '');
    if (!open) return [];
    const known = priorities.find((each) => each === open.priority) ?? 'none';
    return [badgePiece(String(open.count), known, box)];
  });
};

const badgePiece = (text: string, priority: Priority | 'none', node: Box): Piece => {
  const width = textWidth(text, badgeStyle) + 13;
  const box = {
    x: node.x + node.width + 8 - width,
    y: node.y - 9,
    width,
    height: badgeHeight,
  };
  return { box, paint: (setText) => paintBadge(text, priority, box, setText) };
};

export const paintBadge = (
  text: string,
  priority: Priority | 'none',
  box: Box,
  setText: SetText,
): string => {
  const { x, y, width, height } = box;
  const { line, fill } = priorityBadgeStyle(priority);
  const shape = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 8.5 };
  const position = {
    x: x + width / 2,
    y: y + height / 2 + 4,
    anchor: 'middle',
    colour: line,
  } as const;
  return (
    element('rect', { ...shape, fill, stroke: line }) +
    textLine(text, position, badgeStyle, setText)
  );
};
