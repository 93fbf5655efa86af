import { elementKindNames, elementKinds, type ElementRole } from '../canvas/element-kinds.ts';
import { t } from '../locales/texts.ts';
import { paintBadge } from './badges.ts';
import type { Piece } from './draw-canvas.ts';
import { iconShapes } from './draw-flow.ts';
import { drawBoundary, drawBox, drawNote } from './draw-node.ts';
import { drawingColors } from './drawing-styles.ts';
import type { DrawnFlow, DrawnNode } from './elements.ts';
import { element, px, textLine, type SetText } from './markup.ts';
import { textWidth, type Style } from './text-width.ts';

/**
 * An entry of the legend. Its sample is painted at the left of the name, in an area of 26 by 16 pixels.
 */
type Entry = { name: string; sample: (x: number, y: number, setText: SetText) => string };

const style: Style = { size: 11, isBold: false };
const sampleSize = { width: 26, height: 16 };
const gap = 8;
const between = 22;
const rowHeight = 26;

/** Returns the legend entries for the shapes and signs in the drawing, in rows below each other. */
export const legendPieces = (
  elements: { nodes: readonly DrawnNode[]; flows: readonly DrawnFlow[] },
  hasBadges: boolean,
  { x, y, width }: { x: number; y: number; width: number },
): Piece[] => {
  let [left, top] = [x, y];
  return entriesFor(elements, hasBadges).map(({ name, sample }): Piece => {
    const wide = sampleSize.width + gap + textWidth(name, style);
    if (left > x && left + wide > x + width) [left, top] = [x, top + rowHeight];
    const box = { x: left, y: top, width: wide, height: sampleSize.height };
    left += wide + between;
    const text = {
      x: box.x + sampleSize.width + gap,
      y: box.y + 12,
      colour: drawingColors.flowText,
    };
    return {
      box,
      paint: (setText) => sample(box.x, box.y, setText) + textLine(name, text, style, setText),
    };
  });
};

const entriesFor = (
  { nodes, flows }: { nodes: readonly DrawnNode[]; flows: readonly DrawnFlow[] },
  hasBadges: boolean,
): Entry[] => {
  const types = new Set(nodes.map(({ type }) => type));
  const all: [isShown: boolean, entry: Entry][] = [
    ...elementKindNames.map((kind): [boolean, Entry] => [
      types.has(kind),
      {
        name: t(`canvas:kind.${kind}`),
        sample: (x, y) => scaled(x, y, drawRole[elementKinds[kind].role](sampleNode(kind))),
      },
    ]),
    [flows.length > 0, { name: t('canvas:kind.flow'), sample: (x, y) => arrow(x, y) }],
    [
      flows.some(({ isEncrypted }) => isEncrypted),
      { name: t('canvas:legend.encrypted'), sample: (x, y) => iconShapes.lock(signAt(x, y)) },
    ],
    [
      flows.some(({ isAuthenticated }) => isAuthenticated),
      { name: t('canvas:legend.authenticated'), sample: (x, y) => iconShapes.person(signAt(x, y)) },
    ],
    [
      nodes.some(({ isOutOfScope }) => isOutOfScope),
      {
        name: t('canvas:out-of-scope'),
        sample: (x, y) => scaled(x, y, drawBox({ ...sampleNode(''), isOutOfScope: true })),
      },
    ],
    [
      hasBadges,
      {
        name: t('canvas:legend.badge'),
        sample: (x, y, setText) =>
          paintBadge('2', 'none', { x: x + 3, y: y - 1, width: 20, height: 18 }, setText),
      },
    ],
  ];
  return all.filter(([isShown]) => isShown).map(([, entry]) => entry);
};

const none: SetText = () => [];

const drawRole: Record<ElementRole, (node: DrawnNode) => string> = {
  component: drawBox,
  boundary: drawBoundary,
  note: (node) => drawNote(node, none),
};

/**
 * The scale of the samples. They are drawn larger and then scaled down, so that corners have the same
 * proportions as in the drawing.
 */
const sampleScale = 0.4;

const scaled = (x: number, y: number, drawn: string): string =>
  element('g', { transform: `translate(${px(x)} ${px(y)}) scale(${sampleScale})` }, drawn);

const sampleNode = (type: string): DrawnNode => ({
  id: '',
  type,
  box: {
    x: 0,
    y: 0,
    width: sampleSize.width / sampleScale,
    height: sampleSize.height / sampleScale,
  },
  label: '',
  attributes: [],
  isOutOfScope: false,
  color: undefined,
  contained: null,
  parentId: undefined,
  isFrame: false,
});

const signAt = (x: number, y: number) => ({ x: x + 8, y: y + 2.5 });

const arrow = (x: number, y: number): string => {
  const middle = y + sampleSize.height / 2;
  const tip = x + sampleSize.width;
  const head = `M${px(tip - 9)},${px(middle - 4)} L${px(tip)},${px(middle)} L${px(tip - 9)},${px(middle + 4)} Z`;
  return (
    element('line', {
      x1: x,
      y1: middle,
      x2: tip - 8,
      y2: middle,
      stroke: drawingColors.flow,
      'stroke-width': 1.5,
    }) + element('path', { d: head, fill: drawingColors.flow })
  );
};
