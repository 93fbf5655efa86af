import type { Position } from '../canvas/document.ts';
import type { FlowRoute } from '../canvas/flow-route.ts';
import { boxAround, type Box } from '../canvas/geometry.ts';
import { boxAround as boxAroundPoint } from '../canvas/labels/place-labels.ts';
import { extentOf } from '../canvas/routing/polyline.ts';
import { drawingColors, lineOfColor } from './drawing-styles.ts';
import type { DrawnFlow } from './elements.ts';
import { labelStyle, partsAt, tagHeight, tagStyle, type LabelPart } from './label-forms.ts';
import { baseline, element, px, textLine, type SetText } from './markup.ts';
import type { FlowLabel } from './text-positions.ts';

/** A flow with its route. `box` contains everything that is painted for the flow. */
export type RoutedFlow = {
  flow: DrawnFlow;
  route: FlowRoute;
  label: FlowLabel['position'];
  labelBox: Box | null;
  box: Box;
};

const head = { length: 9, half: 4 };
/** The space that arrowheads and the line width take beyond the points of a flow, in pixels. */
const margin = 6;

export const routed = (
  flow: DrawnFlow,
  route: FlowRoute,
  label: FlowLabel['position'],
): RoutedFlow => {
  const labelBox = label && boxAroundPoint(label.at, label.form);
  const { x, y, width, height } = extentOf(route.line);
  const line = {
    x: x - margin,
    y: y - margin,
    width: width + 2 * margin,
    height: height + 2 * margin,
  };
  return {
    flow,
    route,
    label,
    labelBox,
    box: boxAround(labelBox ? [line, labelBox] : [line]) ?? line,
  };
};

export const drawLine = ({ flow, route: { path, line } }: RoutedFlow): string => {
  const stroke = flow.color ? lineOfColor(flow.color) : drawingColors.flow;
  const [start = flow.source, second = start] = line;
  const end = line.at(-1) ?? start;
  return (
    element('path', { d: path, fill: 'none', stroke, 'stroke-width': 1.5 }) +
    arrow(line.at(-2) ?? start, end, stroke) +
    (flow.isBidirectional ? arrow(second, start, stroke) : '')
  );
};

/**
 * Returns an arrowhead as a path of its own. SVG markers are not used, because not every renderer
 * supports markers or rotates them at the start of a line.
 */
const arrow = (from: Position, tip: Position, fill: string): string => {
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
  const [dx, dy] = [(tip.x - from.x) / length, (tip.y - from.y) / length];
  const [x, y] = [tip.x - dx * head.length, tip.y - dy * head.length];
  const corner = (side: 1 | -1): string =>
    `${px(x - dy * head.half * side)},${px(y + dx * head.half * side)}`;
  return element('path', {
    d: `M${corner(1)} L${px(tip.x)},${px(tip.y)} L${corner(-1)} Z`,
    fill,
  });
};

export const drawLabel = ({ label, labelBox }: RoutedFlow, setText: SetText): string => {
  if (!label || !labelBox) return '';
  const background = element('rect', { ...labelBox, rx: 4, fill: drawingColors.canvas });
  const parts = partsAt(label.form, label.at);
  const texts = parts
    .filter(({ text }) => text !== '')
    .map(({ kind, text, x, y, width, height }) => {
      const style = kind === 'label' ? labelStyle : tagStyle;
      const position = { x: x + width / 2, y: y + height / 2 + style.size * baseline };
      return textLine(
        text,
        { ...position, anchor: 'middle', colour: drawingColors.flowText },
        style,
        setText,
      );
    });
  // If all texts are too small to be drawn, nothing is drawn, because the background alone would only
  // hide the line.
  if (texts.length > 0 && texts.every((text) => text === '')) return '';
  const marks = parts.map(({ kind, x, y, width, height }) =>
    partShapes[kind]({ x, y: y + (height - tagHeight) / 2, width, height: tagHeight }),
  );
  return [background, ...marks, ...texts].join('');
};

/** The tags differ in shape: a protocol has a frame, and a classification has a rounded background. */
const tagShapes = {
  protocol: ({ x, y, width, height }: Box): string =>
    element('rect', { x, y, width, height, rx: 3, fill: 'none', stroke: drawingColors.faded }),
  dataClassification: ({ x, y, width, height }: Box): string =>
    element('rect', { x, y, width, height, rx: height / 2, fill: drawingColors.tag }),
};

const signLine = { fill: 'none', stroke: drawingColors.flowText };

/** Each icon fits into 11 × 11 pixels. */
export const iconShapes = {
  /** A closed padlock. */
  lock: ({ x, y }: Position): string => {
    const shackle = `M${px(x + 3)},${px(y + 5)} v-1.8 a2.2,2.2 0 0 1 4.4,0 v1.8`;
    return (
      element('rect', { x: x + 1.2, y: y + 5, width: 8, height: 5.2, rx: 1, ...signLine }) +
      element('path', { d: shackle, ...signLine })
    );
  },
  /** An authenticated person: head, shoulders, and a check mark. */
  person: ({ x, y }: Position): string => {
    const shoulders = `M${px(x + 0.8)},${px(y + 10.2)} a3.2,3.2 0 0 1 6.2,0`;
    const tick = `M${px(x + 7.2)},${px(y + 5)} l1.3,1.3 l2.3,-2.6`;
    return (
      element('circle', { cx: x + 3.9, cy: y + 3.4, r: 2.1, ...signLine }) +
      element('path', { d: shoulders, ...signLine }) +
      element('path', { d: tick, ...signLine })
    );
  },
};

const partShapes: Record<LabelPart['kind'], (box: Box) => string> = {
  ...tagShapes,
  lock: ({ x, y }) => iconShapes.lock({ x, y: y + 1 }),
  person: ({ x, y }) => iconShapes.person({ x, y: y + 1 }),
  label: () => '',
};
