import type { Position } from '../canvas/document.ts';
import { routeFlow, type FlowRoute } from '../canvas/flow-route.ts';
import { boxAround, type Box } from '../canvas/geometry.ts';
import { extentOf } from '../canvas/routing/polyline.ts';
import type { DrawnFlow } from './elements.ts';
import { labelPlace, type LabelPlace } from './flow-label.ts';
import { colours, elementLines } from './look.ts';
import { element, px, textLine, type SetText } from './markup.ts';

/** A flow with its way found. `box` holds all that is painted of it. */
export type RoutedFlow = { flow: DrawnFlow; route: FlowRoute; label: LabelPlace | null; box: Box };

const head = { length: 9, half: 4 };
/** What the heads and the line's own width take beyond the points it runs through. */
const margin = 6;

export const routed = (flow: DrawnFlow): RoutedFlow => {
  const route = routeFlow(flow.source, flow.target, flow.lane, flow.course);
  const label = labelPlace(flow, route, flow.lane.count === 1);
  const { x, y, width, height } = extentOf(route.line);
  const line = {
    x: x - margin,
    y: y - margin,
    width: width + 2 * margin,
    height: height + 2 * margin,
  };
  return { flow, route, label, box: boxAround(label ? [line, label] : [line]) ?? line };
};

export const drawLine = ({ flow, route: { path, line } }: RoutedFlow): string => {
  const stroke = flow.color ? elementLines[flow.color] : colours.flow;
  const [start = flow.source, second = start] = line;
  const end = line.at(-1) ?? start;
  return (
    element('path', { d: path, fill: 'none', stroke, 'stroke-width': 1.5 }) +
    arrow(line.at(-2) ?? start, end, stroke) +
    (flow.isBidirectional ? arrow(second, start, stroke) : '')
  );
};

/** A path of its own: not every renderer knows markers, or turns them to the start of a line. */
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

export const drawLabel = ({ label }: RoutedFlow, setText: SetText): string => {
  if (!label) return '';
  const { x, y, width, height } = label;
  const ground = element('rect', { x, y, width, height, rx: 4, fill: colours.canvas });
  const texts = label.texts.map(({ text, style, ...place }) =>
    textLine(text, { ...place, anchor: 'middle', colour: colours.flowText }, style, setText),
  );
  // Too small to be read: then the line is worth more than the ground of its text.
  if (texts.length > 0 && texts.every((text) => text === '')) return '';
  const tags = label.tags.map((tag) => tagLooks[tag.kind](tag));
  const signs = label.signs.map((sign) => signLooks[sign.kind](sign));
  return [ground, ...tags, ...signs, ...texts].join('');
};

/** Told apart by their form: a protocol is framed, a classification stands on a rounded ground. */
const tagLooks = {
  protocol: ({ x, y, width, height }: Box): string =>
    element('rect', { x, y, width, height, rx: 3, fill: 'none', stroke: colours.faded }),
  dataClassification: ({ x, y, width, height }: Box): string =>
    element('rect', { x, y, width, height, rx: height / 2, fill: colours.tag }),
};

const signLine = { fill: 'none', stroke: colours.flowText };

/** Each 11 pixels high and wide. */
const signLooks = {
  /** A closed padlock. */
  lock: ({ x, y }: Position): string => {
    const shackle = `M${px(x + 3)},${px(y + 5)} v-1.8 a2.2,2.2 0 0 1 4.4,0 v1.8`;
    return (
      element('rect', { x: x + 1.2, y: y + 5, width: 8, height: 5.2, rx: 1, ...signLine }) +
      element('path', { d: shackle, ...signLine })
    );
  },
  /** Somebody who is known: head, shoulders and a tick. */
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
