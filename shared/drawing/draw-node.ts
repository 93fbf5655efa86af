import { roleOf } from '../canvas/element-kinds.ts';
import type { Box } from '../canvas/geometry.ts';
import { t } from '../locales/texts.ts';
import {
  boundaryOpacity,
  boxStyle,
  drawingColors,
  fillOfColor,
  lineOfColor,
  outOfScopeDashes,
} from './drawing-styles.ts';
import type { DrawnNode } from './elements.ts';
import type { FrameName } from './frame-names.ts';
import { baseline, element, px, textLine, type SetText } from './markup.ts';
import { boxNameStyle } from './name-text.ts';
import { boxPadding, boxTextOf, smallLine, smallStyle } from './node-text.ts';
import { textWidth, type Style } from './text-width.ts';
import { ellipsized, wrapped } from './wrap-text.ts';

const noteStyle: Style = { size: 12, isBold: false };
const tabStyle: Style = { size: 12, isBold: true };

const noteLine = 16.8;
/**
 * The largest number of characters of a label that are drawn. Nobody reads more of a label, and the
 * limit bounds the cost of wrapping.
 */
const readable = 2000;

type TextLine = { text: string; style: Style; height: number; colour: string };

/** Draws the shape of a component or a node of unknown type. */
export const drawBox = (node: DrawnNode): string => {
  const { fill: usual, outline } = boxStyle(node.type);
  const { x, y, width, height } = node.box;
  const fill = node.isFrame
    ? { fill: lineOf(node, drawingColors.nodeLine), 'fill-opacity': '0.05' }
    : { fill: fillOf(node, node.isOutOfScope ? drawingColors.node : usual) };
  const line = {
    stroke: lineOf(node, drawingColors.nodeLine),
    'stroke-width': outline.width,
    'stroke-dasharray': node.isOutOfScope ? outOfScopeDashes.box : undefined,
  };
  const half = outline.width / 2;
  const shape = {
    x: x + half,
    y: y + half,
    width: Math.max(1, width - outline.width),
    height: Math.max(1, height - outline.width),
    rx: outline.radius || undefined,
  };
  return outline.hasSides
    ? element('rect', { ...shape, ...fill, ...line })
    : element('rect', { x, y, width, height, ...fill }) + rails(node.box, line);
};

const fillOf = ({ color }: DrawnNode, otherwise: string): string =>
  color ? fillOfColor(color) : otherwise;

const lineOf = ({ color }: DrawnNode, otherwise: string): string =>
  color ? lineOfColor(color) : otherwise;

type Line = { stroke: string; 'stroke-width': number; 'stroke-dasharray': string | undefined };

const rails = ({ x, y, width, height }: Box, line: Line): string => {
  const half = line['stroke-width'] / 2;
  return [y + half, y + height - half]
    .map((at) => element('line', { x1: x, y1: at, x2: x + width, y2: at, ...line }))
    .join('');
};

/**
 * Draws the texts of a box in `room`. This is the box, an uncovered part of the box or, if the name does
 * not fit there, a free position beside the box.
 */
export const drawBoxText = (node: DrawnNode, room: Box, setText: SetText): string => {
  const lines = linesOf(node, room);
  const total = lines.reduce((sum, each) => sum + each.height, 0);
  let top = room.y + (room.height - total) / 2;
  return lines
    .map(({ text, style, height: lineHeight, colour }) => {
      const middle = top + lineHeight / 2 + style.size * baseline;
      top += lineHeight;
      const position = { x: room.x + room.width / 2, y: middle, anchor: 'middle', colour } as const;
      return textLine(text, position, style, setText);
    })
    .join('');
};

const linesOf = (node: DrawnNode, room: Box): TextLine[] => {
  const { above, name, isUntitled, below } = boxTextOf(node, room);
  const width = room.width - 2 * boxPadding.side;
  const small = (text: string): TextLine[] =>
    text === ''
      ? []
      : [
          {
            text: ellipsized(text.slice(0, readable), width, smallStyle),
            style: smallStyle,
            height: smallLine,
            colour: drawingColors.dimmed,
          },
        ];
  const colour = node.isOutOfScope || isUntitled ? drawingColors.dimmed : drawingColors.nodeText;
  const style = { size: name.size, isBold: !isUntitled };
  const height = name.size * boxNameStyle.lineHeight;
  return [
    ...small(above),
    ...name.lines.map((text) => ({ text, style, height, colour })),
    ...small(below),
  ];
};

export const drawNote = (node: DrawnNode, setText: SetText): string => {
  const { box, label } = node;
  const { x, y, width, height } = box;
  const maxLines = Math.max(1, Math.floor((height - 16) / noteLine));
  const lines = label
    .slice(0, readable)
    .split('\n')
    .flatMap((text) =>
      text.trim() === '' ? [''] : wrapped(text, width - 22, maxLines, noteStyle),
    );
  const shape = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 3 };
  const paper = element('rect', {
    ...shape,
    fill: fillOf(node, drawingColors.note),
    stroke: lineOf(node, drawingColors.noteLine),
  });
  const isRightToLeft = startsRightToLeft(label);
  const isCut = lines.length > maxLines || label.length > readable;
  const visible = lines.slice(0, maxLines);
  if (isCut) visible.push(ellipsized(`${visible.pop() ?? ''} …`, width - 22, noteStyle));
  const written = visible.map((text, index) =>
    textLine(
      text,
      {
        x: isRightToLeft ? x + width - 11 : x + 11,
        y: y + 9 + noteLine * (index + 0.5) + noteStyle.size * baseline,
        ...(isRightToLeft && { anchor: 'end' as const }),
        colour: drawingColors.nodeText,
      },
      noteStyle,
      setText,
    ),
  );
  return paper + written.join('');
};

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/v;
const leftOrRight = /\p{L}/u;
const startsRightToLeft = (text: string): boolean =>
  rightToLeft.test(leftOrRight.exec(text)?.[0] ?? '');

/** Draws the background and the dashed outline of a boundary, which lie behind everything else. */
export const drawBoundary = (node: DrawnNode): string => {
  const { x, y, width, height } = node.box;
  const background =
    node.contained === null
      ? { fill: lineOf(node, drawingColors.boundary), 'fill-opacity': boundaryOpacity }
      : { fill: fillOf(node, drawingColors.collapsed) };
  return element('rect', {
    x: x + 1,
    y: y + 1,
    width: Math.max(1, width - 2),
    height: Math.max(1, height - 2),
    rx: 8,
    ...background,
    stroke: lineOf(node, drawingColors.boundaryLine),
    'stroke-width': 1.5,
    'stroke-dasharray': node.isOutOfScope ? outOfScopeDashes.boundary : '8 5',
  });
};

const nameOf = ({ label, isOutOfScope }: DrawnNode): string =>
  [label.trim() === '' ? t('canvas:untitled') : label, isOutOfScope ? t('canvas:out-of-scope') : '']
    .filter(Boolean)
    .join(' · ');

/** Draws the name of a frame. It lies in front of the flows that cross the outline of the frame. */
export const drawFrameName = (node: DrawnNode, name: FrameName, setText: SetText): string => {
  const { box, text, isUntitled } = name;
  const style = { size: text.size, isBold: !isUntitled };
  const line = text.size * boxNameStyle.lineHeight;
  const words = node.isOutOfScope ? t('canvas:out-of-scope') : '';
  const widest = Math.max(...text.lines.map((each) => textWidth(each, style)), 8);
  const wide = widest + 20 + (words === '' ? 0 : textWidth(words, smallStyle) + 6);
  const { x, y, height } = box;
  const right = x + Math.min(box.width, wide);
  const isBoundary = roleOf(node.type) === 'boundary';
  const corner = isBoundary ? 6 : Math.max(0, boxStyle(node.type).outline.radius - 2);
  const background =
    `M${px(x + corner)},${px(y)} H${px(right)} V${px(y + height - 8)} a8,8 0 0 1 -8,8 ` +
    `H${px(x)} V${px(y + corner)} a${corner},${corner} 0 0 1 ${corner},${-corner} Z`;
  const usual = isBoundary ? drawingColors.boundaryLine : drawingColors.nodeText;
  const colour = isUntitled ? drawingColors.dimmed : lineOf(node, usual);
  const first = y + (height - (text.lines.length - 1) * line) / 2;
  const written = text.lines.map((each, at) =>
    textLine(
      each,
      { x: x + 8, y: first + at * line + style.size * baseline, colour },
      style,
      setText,
    ),
  );
  const about = textLine(
    words,
    { x: x + 14 + widest, y: first + smallStyle.size * baseline, colour: drawingColors.dimmed },
    smallStyle,
    setText,
  );
  return (
    element('path', { d: background, fill: drawingColors.canvas }) +
    written.join('') +
    (words && about)
  );
};

/**
 * Draws the texts of a collapsed boundary: the name at the left, and the number of hidden elements at
 * the right.
 */
export const drawCollapsed = (node: DrawnNode, setText: SetText): string => {
  const { x, y, width, height } = node.box;
  const middle = y + height / 2;
  const count = t('elements:holds', { count: node.contained ?? 0 });
  const room = width - textWidth(count, smallStyle) - 32;
  const name = ellipsized(nameOf(node).slice(0, readable), Math.max(8, room), tabStyle);
  const nameAt = {
    x: x + 10,
    y: middle + tabStyle.size * baseline,
    colour: drawingColors.nodeText,
  };
  const countAt = {
    x: x + width - 10,
    y: middle + smallStyle.size * baseline,
    anchor: 'end' as const,
    colour: drawingColors.dimmed,
  };
  return textLine(name, nameAt, tabStyle, setText) + textLine(count, countAt, smallStyle, setText);
};
