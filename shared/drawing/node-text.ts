import { isElementKind, roleOf } from '../canvas/element-kinds.ts';
import type { Box } from '../canvas/geometry.ts';
import { t } from '../locales/texts.ts';
import type { DrawnNode } from './elements.ts';
import { boxNameStyle, nameText, type NameText } from './name-text.ts';
import { textWidth, type Style } from './text-width.ts';

/**
 * The texts of a box. `above` has the type of a node of unknown type. `below` has the attributes, and
 * says if the element is out of scope.
 */
export type BoxText = {
  above: string;
  name: NameText;
  isUntitled: boolean;
  below: string;
};

export const smallStyle: Style = { size: 11, isBold: false };
export const smallLine = 15.3;
/** The space between the outline of a box and its text, in pixels. */
export const boxPadding = { side: 7, top: 3 };

/** Returns the text of a process, a store, an external entity, or a node of unknown type. */
export const boxTextOf = (node: DrawnNode, { width, height }: Box): BoxText => {
  const above = isElementKind(node.type) ? '' : node.type;
  const about = [node.isOutOfScope ? t('canvas:out-of-scope') : '', ...node.attributes];
  const below = about.filter(Boolean).join(' · ');
  const small = (above === '' ? 0 : smallLine) + (below === '' ? 0 : smallLine);
  return { above, below, ...boxName(node.label, { width, height: height - small }) };
};

/**
 * Returns the name of an element, or "Untitled", set in a box of this size. The window and images both
 * use this function.
 */
export const boxName = (
  label: string,
  { width, height }: { width: number; height: number },
  style = boxNameStyle,
): { name: NameText; isUntitled: boolean } => {
  const isUntitled = label.trim() === '';
  const room = { width: width - 2 * boxPadding.side, height: height - 2 * boxPadding.top };
  return { name: nameText(isUntitled ? t('canvas:untitled') : label, room, style), isUntitled };
};

/**
 * Returns the part of an element that its text covers. A note or a collapsed boundary counts as covered
 * completely.
 */
export const nameBoxOf = (node: DrawnNode, room: Box): Box => {
  if (roleOf(node.type) === 'note' || node.contained !== null) return node.box;
  const { above, name, below } = boxTextOf(node, room);
  const small = room.width - 2 * boxPadding.side;
  const width = Math.max(
    ...name.lines.map((line) => textWidth(line, { size: name.size, isBold: true })),
    ...[above, below].map((text) => Math.min(small, textWidth(text.slice(0, 200), smallStyle))),
  );
  const height =
    name.lines.length * name.size * boxNameStyle.lineHeight +
    (above === '' ? 0 : smallLine) +
    (below === '' ? 0 : smallLine);
  return {
    x: room.x + (room.width - width) / 2,
    y: room.y + (room.height - height) / 2,
    width,
    height,
  };
};
