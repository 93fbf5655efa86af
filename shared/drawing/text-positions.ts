import { crossingPoints } from '../canvas/crossings.ts';
import type { Position } from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import { routeFlow, type FlowRoute } from '../canvas/flow-route.ts';
import type { Box } from '../canvas/geometry.ts';
import { boxGrid, type BoxGrid } from '../canvas/labels/box-grid.ts';
import { piecesOf } from '../canvas/labels/line-samples.ts';
import {
  placeAgain,
  placeLabels,
  type LabeledFlow,
  type LabelPosition,
  type Obstacles,
} from '../canvas/labels/place-labels.ts';
import type { DrawnFlow, DrawnNode } from './elements.ts';
import { coverOf, placeFrameNames, type FrameName } from './frame-names.ts';
import { labelForms, type LabelForm } from './label-forms.ts';
import { nameBoxOf } from './node-text.ts';
import { hasRoom, roomLeft, roomOf } from './room-left.ts';

export type FlowLabel = {
  /** The preferred form with all parts of the label. */
  whole: LabelForm;
  /** The form that is shown, with its position, or `null` if there is no room for any form. */
  position: LabelPosition<LabelForm> | null;
  /**
   * The whole form that is shown after zooming in, with its position. The form is scaled by
   * `closeScale`. The value is `null` if there is no room for any whole form, or if the form in
   * `position` is already whole.
   */
  close: LabelPosition<LabelForm> | null;
};

/**
 * The scale of the labels that are shown after zooming in. With this scale, a label is legible at a zoom
 * of 150%.
 */
export const closeScale = 2 / 3;

/** The positions of the texts of a drawing. Everything is in canvas pixels. */
export type TextPositions = {
  /** The names of boundaries and of components that contain other nodes, by the ID of the node. */
  frames: ReadonlyMap<string, FrameName>;
  /**
   * The rooms for the names that cannot use their whole element, by the ID of the node. A room is
   * relative to its element.
   */
  rooms: ReadonlyMap<string, Box>;
  routes: ReadonlyMap<string, FlowRoute>;
  /** The labels of flows, by the ID of the flow. Flows without any text are left out. */
  labels: ReadonlyMap<string, FlowLabel>;
};

/**
 * The largest number of comparisons of two boxes for a drawing. A drawing usually needs about a hundred
 * comparisons for each element. If it needs more than this limit, too much lies in one place to be read
 * anyway, and the remaining texts get their usual positions.
 */
const effort = 10_000_000;

/**
 * The space for a badge at a corner of an element, in pixels. It is kept free even without a badge, so
 * that a new badge moves no label.
 */
const badge = { left: 30, top: 10, width: 40, height: 20 };
/** Half the size of the mark where a flow crosses a boundary, in pixels. */
const crossing = 6;
const outline = 3;

type Drawn = { nodes: readonly DrawnNode[]; flows: readonly DrawnFlow[] };

/**
 * Returns the positions of all texts of a drawing, so that no text hides another. With `isZoomable`, a
 * label that is cut or not shown also gets a position at which it is shown as a whole after zooming in
 * (`close`). Images are drawn without `isZoomable`, because their labels do not change with the zoom.
 */
export const textPositions = (
  { nodes, flows }: Drawn,
  { isZoomable = false }: { isZoomable?: boolean } = {},
): TextPositions => {
  const left = { left: effort };
  const fixed = boxGrid(left);
  const shapes = boxGrid(left);
  const lines = boxGrid(left);
  const boxes = nodes.flatMap((node, index) => (node.isFrame ? [] : [{ node, index }]));
  for (const { node, index } of boxes) shapes.add(node.box, index);
  for (const { type, box } of nodes) if (roleOf(type) !== 'note') fixed.add(badgeOf(box));
  const routes = new Map(
    flows.map((flow) => [flow.id, routeFlow(flow.source, flow.target, flow.lane, flow.course)]),
  );
  for (const [index, { id }] of flows.entries()) {
    for (const piece of piecesOf(routes.get(id)?.line ?? [])) lines.addLine(piece, index);
  }
  const rooms = roomLeft(boxes, { fixed, shapes, lines });
  const textOf = (node: DrawnNode): Box | null =>
    hasRoom(rooms.get(node.id)) ? nameBoxOf(node, roomOf(node, rooms)) : null;
  const texts = boxGrid(left);
  for (const { node } of boxes) {
    const box = textOf(node);
    if (box) texts.add(box);
  }
  const frames = placeFrameNames(nodes, { fixed, shapes, lines, texts, effort: left });
  for (const { box } of frames.values()) fixed.add(box);
  const covers = [...frames.values()].map(coverOf);
  const grid = boxGrid(left);
  for (const [index, box] of covers.entries()) grid.add(box, index);
  const hidden = boxes.filter(({ node }) => {
    const box = textOf(node);
    return box !== null && grid.overlaps(box);
  });
  const others = roomLeft(boxes, { fixed, shapes, lines, texts: { boxes: covers, grid } }, hidden);
  for (const { node } of hidden) {
    const room = others.get(node.id);
    if (room) rooms.set(node.id, room);
  }
  for (const { isFrame, box } of nodes) if (isFrame) addOutline(lines, box);
  addCrossings(fixed, { nodes, flows, routes });
  const obstacles: Obstacles = {
    fixed,
    shapes,
    lines,
    nameBoxAt: (owner) => {
      const node = nodes[owner];
      return node ? textOf(node) : null;
    },
  };
  const asked = flows.flatMap((flow) => {
    const route = routes.get(flow.id);
    return route ? [{ id: flow.id, ...labeled(flow, route) }] : [];
  });
  const positions = placeLabels(asked, obstacles, left);
  const labels = new Map(
    asked.flatMap((flow, at) => {
      const [whole] = flow.forms.whole;
      if (!whole) return [];
      const position = positions[at] ?? null;
      const isReduced = !position || position.form.isReduced;
      const close =
        isZoomable && isReduced && left.left > 0 ? placeClose(flow, at, obstacles) : null;
      return [[flow.id, { whole, position, close }] as const];
    }),
  );
  return { frames, rooms, routes, labels };
};

const placeClose = (
  flow: LabeledFlow<LabelForm>,
  index: number,
  obstacles: Obstacles,
): LabelPosition<LabelForm> | null => {
  const forms = flow.forms.whole.map((form) => ({
    form,
    width: form.width * closeScale,
    height: form.height * closeScale,
  }));
  const position = placeAgain(flow, index, forms, obstacles);
  return position && { ...position, form: position.form.form };
};

const badgeOf = ({ x, y, width }: Box): Box => ({
  x: x + width - badge.left,
  y: y - badge.top,
  width: badge.width,
  height: badge.height,
});

const addOutline = (lines: BoxGrid, { x, y, width, height }: Box): void => {
  const half = outline / 2;
  for (const at of [y - half, y + height - half]) lines.add({ x, y: at, width, height: outline });
  for (const at of [x - half, x + width - half]) lines.add({ x: at, y, width: outline, height });
};

const isUpright = ({ start, end }: FlowRoute): boolean =>
  Math.abs(end.y - start.y) > Math.abs(end.x - start.x) / 2;

const labeled = (flow: DrawnFlow, route: FlowRoute): LabeledFlow<LabelForm> => ({
  line: route.line,
  usual: route.labelAt,
  chosen: flow.course.labelAt,
  isBidirectional: flow.isBidirectional,
  forms: labelForms(flow, isUpright(route)),
});

type Crossed = {
  nodes: readonly DrawnNode[];
  flows: readonly DrawnFlow[];
  routes: ReadonlyMap<string, FlowRoute>;
};

const addCrossings = (fixed: BoxGrid, { nodes, flows, routes }: Crossed): void => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const around = (id: string): Set<DrawnNode> => {
    const found = new Set<DrawnNode>();
    let node = byId.get(id);
    while (node && !found.has(node)) {
      found.add(node);
      node = node.parentId === undefined ? undefined : byId.get(node.parentId);
    }
    return found;
  };
  for (const { id, ends } of flows) {
    const [sources, targets] = [around(ends.source), around(ends.target)];
    for (const node of [...sources, ...targets]) {
      const { type, box } = node;
      if (roleOf(type) !== 'boundary' || (sources.has(node) && targets.has(node))) continue;
      for (const point of crossingPoints(routes.get(id)?.line ?? [], box)) fixed.add(mark(point));
    }
  }
};

const mark = ({ x, y }: Position): Box => ({
  x: x - crossing,
  y: y - crossing,
  width: 2 * crossing,
  height: 2 * crossing,
});
