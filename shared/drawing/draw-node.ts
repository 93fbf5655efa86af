import { isNodeType } from '../canvas/document.ts';
import type { Box } from '../canvas/geometry.ts';
import type { DrawnNode } from './elements.ts';
import {
  boxLooks,
  colours,
  elementFills,
  elementLines,
  heldText,
  outOfScope,
  outOfScopeDashes,
} from './look.ts';
import { element, textLine, type SetText } from './markup.ts';
import { textWidth, type Style } from './text-width.ts';
import { ellipsized, wrapped } from './wrap-text.ts';

const labelStyle: Style = { size: 13, isBold: true };
const smallStyle: Style = { size: 11, isBold: false };
const noteStyle: Style = { size: 12, isBold: false };
const tabStyle: Style = { size: 12, isBold: true };

const labelLine = 16.9;
const smallLine = 15.3;
const noteLine = 16.8;
/** How far below the middle of a line of text its base line is, in parts of the font size. */
const baseline = 0.36;

/** No label is read further than this; it bounds what wrapping costs. */
const readable = 2000;

type TextLine = { text: string; style: Style; height: number; colour: string };

/** A process, a store, an external entity, or a node of a type that we do not know. */
export const drawBox = (node: DrawnNode, setText: SetText): string => {
  const look = lookOf(node);
  const { x, y, width, height } = node.box;
  const fill = fillOf(node, node.isOutOfScope ? colours.node : look.fill);
  const line = {
    stroke: lineOf(node, colours.nodeLine),
    'stroke-width': look.line,
    'stroke-dasharray': node.isOutOfScope ? outOfScopeDashes.box : undefined,
  };
  const half = look.line / 2;
  const shape = {
    x: x + half,
    y: y + half,
    width: Math.max(1, width - look.line),
    height: Math.max(1, height - look.line),
    rx: look.radius || undefined,
  };
  const outline = look.sides
    ? element('rect', { ...shape, fill, ...line })
    : element('rect', { x, y, width, height, fill }) + rails(node.box, line);
  return outline + inside(node, look.line, setText);
};

const lookOf = ({ type }: DrawnNode) =>
  type === 'processNode' || type === 'dataStoreNode' || type === 'externalEntityNode'
    ? boxLooks[type]
    : boxLooks.other;

const fillOf = ({ color }: DrawnNode, otherwise: string): string =>
  color ? elementFills[color] : otherwise;

const lineOf = ({ color }: DrawnNode, otherwise: string): string =>
  color ? elementLines[color] : otherwise;

type Line = { stroke: string; 'stroke-width': number; 'stroke-dasharray': string | undefined };

const rails = ({ x, y, width, height }: Box, line: Line): string => {
  const half = line['stroke-width'] / 2;
  return [y + half, y + height - half]
    .map((at) => element('line', { x1: x, y1: at, x2: x + width, y2: at, ...line }))
    .join('');
};

const inside = (node: DrawnNode, line: number, setText: SetText): string => {
  const { x, y, width, height } = node.box;
  const lines = linesOf(node, width - 20 - 2 * line, height - 4);
  const total = lines.reduce((sum, each) => sum + each.height, 0);
  let top = y + (height - total) / 2;
  return lines
    .map(({ text, style, height: lineHeight, colour }) => {
      const middle = top + lineHeight / 2 + style.size * baseline;
      top += lineHeight;
      const place = { x: x + width / 2, y: middle, anchor: 'middle', colour } as const;
      return textLine(text, place, style, setText);
    })
    .join('');
};

/** The type of a strange node, its label, its attributes: as many lines as there is room for. */
const linesOf = (node: DrawnNode, width: number, height: number): TextLine[] => {
  const small = (text: string): TextLine[] =>
    text === ''
      ? []
      : [
          {
            text: ellipsized(text.slice(0, readable), width, smallStyle),
            style: smallStyle,
            height: smallLine,
            colour: colours.dimmed,
          },
        ];
  const type = isNodeType(node.type) ? '' : node.type;
  const about = [node.isOutOfScope ? outOfScope : '', ...node.attributes].filter(Boolean);
  const above = small(type);
  const below = small(about.join(' · '));
  const room = height - (above.length + below.length) * smallLine;
  const most = Math.max(1, Math.min(3, Math.floor(room / labelLine)));
  const label = wrapped(node.label.slice(0, readable), width, most, labelStyle);
  const colour = node.isOutOfScope ? colours.dimmed : colours.nodeText;
  return [
    ...above,
    ...label.map((text) => ({ text, style: labelStyle, height: labelLine, colour })),
    ...below,
  ];
};

export const drawNote = (node: DrawnNode, setText: SetText): string => {
  const { box, label } = node;
  const { x, y, width, height } = box;
  const most = Math.max(1, Math.floor((height - 16) / noteLine));
  const lines = label
    .slice(0, readable)
    .split('\n')
    .flatMap((text) => (text.trim() === '' ? [''] : wrapped(text, width - 22, most, noteStyle)));
  const shape = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 3 };
  const paper = element('rect', {
    ...shape,
    fill: fillOf(node, colours.note),
    stroke: lineOf(node, colours.noteLine),
  });
  const isRightToLeft = startsRightToLeft(label);
  const isCut = lines.length > most || label.length > readable;
  const shown = lines.slice(0, most);
  if (isCut) shown.push(ellipsized(`${shown.pop() ?? ''} …`, width - 22, noteStyle));
  const written = shown.map((text, index) =>
    textLine(
      text,
      {
        x: isRightToLeft ? x + width - 11 : x + 11,
        y: y + 9 + noteLine * (index + 0.5) + noteStyle.size * baseline,
        ...(isRightToLeft && { anchor: 'end' as const }),
        colour: colours.nodeText,
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

/** What lies behind everything: the ground of a boundary and its dashed outline. */
export const drawBoundary = (node: DrawnNode): string => {
  const { x, y, width, height } = node.box;
  const ground =
    node.held === null
      ? { fill: lineOf(node, colours.boundary), 'fill-opacity': '0.04' }
      : { fill: fillOf(node, colours.collapsed) };
  return element('rect', {
    x: x + 1,
    y: y + 1,
    width: Math.max(1, width - 2),
    height: Math.max(1, height - 2),
    rx: 8,
    ...ground,
    stroke: lineOf(node, colours.boundaryLine),
    'stroke-width': 1.5,
    'stroke-dasharray': node.isOutOfScope ? outOfScopeDashes.boundary : '8 5',
  });
};

const nameOf = ({ label, isOutOfScope }: DrawnNode): string =>
  isOutOfScope ? [label, outOfScope].filter(Boolean).join(' · ') : label;

/** The name of a boundary, above the flows that cross its outline. */
export const drawTab = (node: DrawnNode, setText: SetText): string => {
  if (node.held !== null) return drawCollapsed(node, node.held, setText);
  const { box } = node;
  const whole = nameOf(node);
  if (whole.trim() === '') return '';
  const text = ellipsized(whole.slice(0, readable), Math.max(8, box.width - 22), tabStyle);
  const [x, y] = [box.x + 1, box.y + 1];
  const right = x + Math.min(box.width - 2, textWidth(text, tabStyle) + 20);
  const ground = `M${x + 2},${y + 2} H${right} V${y + 16} a8,8 0 0 1 -8,8 H${x + 2} Z`;
  const colour = lineOf(node, colours.boundaryLine);
  const place = { x: x + 10, y: y + 12 + tabStyle.size * baseline, colour };
  return (
    element('path', { d: ground, fill: colours.canvas }) + textLine(text, place, tabStyle, setText)
  );
};

/** Its name at one side, how much it hides at the other. */
const drawCollapsed = (node: DrawnNode, held: number, setText: SetText): string => {
  const { x, y, width, height } = node.box;
  const middle = y + height / 2;
  const count = heldText(held);
  const room = width - textWidth(count, smallStyle) - 32;
  const name = ellipsized(nameOf(node).slice(0, readable), Math.max(8, room), tabStyle);
  const nameAt = { x: x + 10, y: middle + tabStyle.size * baseline, colour: colours.nodeText };
  const countAt = {
    x: x + width - 10,
    y: middle + smallStyle.size * baseline,
    anchor: 'end' as const,
    colour: colours.dimmed,
  };
  return textLine(name, nameAt, tabStyle, setText) + textLine(count, countAt, smallStyle, setText);
};
