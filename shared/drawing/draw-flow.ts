import type { Position } from '../canvas/document.ts';
import { routeFlow, type FlowRoute } from '../canvas/flow-route.ts';
import type { Box } from '../canvas/geometry.ts';
import type { DrawnFlow } from './elements.ts';
import { labelPlace, type LabelPlace } from './flow-label.ts';
import { colours } from './look.ts';
import { element, px, textLine, type SetText } from './markup.ts';

/** A flow with its way found; the ends of the curve's handles tell where the arrows point. */
export type RoutedFlow = { flow: DrawnFlow; route: FlowRoute; label: LabelPlace | null; box: Box };

const head = { length: 9, half: 4 };

export const routed = (flow: DrawnFlow): RoutedFlow => {
  const route = routeFlow(flow.source, flow.target, flow.lane, flow.sides);
  const label = labelPlace(flow, route);
  const points = [...pointsOf(route), ...(label ? cornersOf(label) : [])];
  const [left, top] = [
    Math.min(...points.map(({ x }) => x)),
    Math.min(...points.map(({ y }) => y)),
  ];
  const right = Math.max(...points.map(({ x }) => x));
  const bottom = Math.max(...points.map(({ y }) => y));
  return {
    flow,
    route,
    label,
    box: { x: left - 6, y: top - 6, width: right - left + 12, height: bottom - top + 12 },
  };
};

const cornersOf = ({ x, y, width, height }: Box): Position[] => [
  { x, y },
  { x: x + width, y: y + height },
];

/** The start, both handles and the end of a route's curve. */
const pointsOf = ({ path, start, end }: FlowRoute): [Position, Position, Position, Position] => {
  const [, , x1, y1, x2, y2] = (path.match(/-?[\d.]+/gu) ?? []).map(Number);
  return [start, { x: x1 ?? start.x, y: y1 ?? start.y }, { x: x2 ?? end.x, y: y2 ?? end.y }, end];
};

export const drawLine = ({ flow, route }: RoutedFlow): string => {
  const [start, one, two, end] = pointsOf(route);
  const line = { fill: 'none', stroke: colours.flow, 'stroke-width': 1.5 };
  return (
    element('path', { d: route.path, ...line }) +
    arrow(two, end) +
    (flow.isBidirectional ? arrow(one, start) : '')
  );
};

/** A path of its own: not every renderer knows markers, or turns them to the start of a line. */
const arrow = (from: Position, tip: Position): string => {
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
  const [dx, dy] = [(tip.x - from.x) / length, (tip.y - from.y) / length];
  const [x, y] = [tip.x - dx * head.length, tip.y - dy * head.length];
  const corner = (side: 1 | -1): string =>
    `${px(x - dy * head.half * side)},${px(y + dx * head.half * side)}`;
  return element('path', {
    d: `M${corner(1)} L${px(tip.x)},${px(tip.y)} L${corner(-1)} Z`,
    fill: colours.flow,
  });
};

export const drawLabel = ({ label }: RoutedFlow, setText: SetText): string => {
  if (!label) return '';
  const { x, y, width, height } = label;
  const ground = element('rect', { x, y, width, height, rx: 4, fill: colours.canvas });
  const texts = label.texts.map(({ text, style, ...place }) =>
    textLine(text, { ...place, anchor: 'middle', colour: colours.flowText }, style, setText),
  );
  // Too small to be read: then the line is worth more than the ground of its text.
  if (texts.length > 0 && texts.every((text) => text === '')) return '';
  return ground + (label.lock ? lock(label.lock) : '') + frame(label.frame) + texts.join('');
};

const frame = (box: Box | null): string =>
  box ? element('rect', { ...box, rx: 3, fill: 'none', stroke: colours.faded }) : '';

/** A closed padlock, 11 pixels high. */
const lock = ({ x, y }: Position): string => {
  const line = { fill: 'none', stroke: colours.flowText };
  const shackle = `M${px(x + 3)},${px(y + 5)} v-1.8 a2.2,2.2 0 0 1 4.4,0 v1.8`;
  return (
    element('rect', { x: x + 1.2, y: y + 5, width: 8, height: 5.2, rx: 1, ...line }) +
    element('path', { d: shackle, ...line })
  );
};
