import type { CanvasDocument, Size } from '../canvas/document.ts';
import { meet, grown, holdsBox, type Box } from '../canvas/geometry.ts';
import { ancestorsOf } from '../canvas/lookup.ts';
import { boxAt, isDrawn, placementOf } from '../canvas/placement.ts';
import { extentOf, lengthOf, type Polyline } from '../canvas/routing/polyline.ts';
import { elementsOf } from '../drawing/elements.ts';
import { textPositions } from '../drawing/text-positions.ts';
import { isHolder, isOpen } from './containers.ts';
import { drawnFlows, type DrawnFlow } from './drawn-flows.ts';
import { gridIndex } from './grid-index.ts';
import { lookingAt } from './line-faults.ts';
import { isCramped } from './needed-size.ts';

/** The readability of a drawing. Lower values are better in each part. Lengths are in pixels. */
export type DrawingScore = {
  /** The number of times that a flow leads through an element. */
  through: number;
  /**
   * The number of pairs of overlapping elements, plus the number of elements that extend beyond their
   * parent.
   */
  overlaps: number;
  /** The number of elements that are too small for their name. */
  cramped: number;
  /**
   * The number of texts without room, which are cut or not shown: labels of flows, and names of frames.
   */
  covered: number;
  /** The number of points where two flows cross. */
  crossings: number;
  /**
   * The number of needless crossings of boundaries, plus the number of elements that a flow nearly
   * touches.
   */
  strays: number;
  /** The sum of the changes of direction of all flows, in right angles. */
  bends: number;
  length: number;
  size: Size;
  /** The weighted sum by which layouts are compared. */
  cost: number;
};

export const scoreOf = (document: CanvasDocument): DrawingScore => {
  const flows = drawnFlows(document);
  const faultsOf = lookingAt(document);
  const parts = { through: 0, strays: 0, bends: 0, length: 0, covered: 0 };
  for (const { route, source, target } of flows) {
    const { behind, strays, close } = faultsOf(route.line, source, target);
    parts.through += behind;
    parts.strays += strays + close;
    parts.bends += turnsOf(route.line);
    parts.length += Math.round(lengthOf(route.line));
  }
  parts.covered = hiddenTexts(document);
  const size = sizeOfDrawing(document, flows);
  const bends = Math.round(parts.bends * 10) / 10;
  const found = {
    ...parts,
    bends,
    overlaps: overlapsIn(document),
    cramped: document.nodes.filter((node) => !isOpen(document, node) && isCramped(node)).length,
    crossings: crossingsIn(flows),
    size,
  };
  return { ...found, cost: Math.round(costOf(found)) };
};

/** The costs of faults, in pixels of line. A fault costs more than any detour that avoids it. */
const costs = {
  through: 3000,
  overlaps: 5000,
  cramped: 400,
  covered: 600,
  crossings: 300,
  strays: 150,
  bends: 50,
};

/**
 * The space for a canvas in a window of 1440 by 900 pixels. A larger drawing has to be shrunk to be
 * shown as a whole.
 */
const room: Size = { width: 1000, height: 700 };
const costOfZoom = 700;

const costOf = (score: Omit<DrawingScore, 'cost'>): number => {
  let cost = score.length;
  for (const part of [
    'through',
    'overlaps',
    'cramped',
    'covered',
    'crossings',
    'strays',
    'bends',
  ] as const) {
    cost += costs[part] * score[part];
  }
  const shrunk = Math.max(score.size.width / room.width, score.size.height / room.height);
  return cost + shrunk * costOfZoom;
};

/** Returns the sum of all changes of direction of a line, in right angles. */
const turnsOf = (line: Polyline): number => {
  let turns = 0;
  for (let at = 2; at < line.length; at += 1) {
    const [a, b, c] = [line[at - 2], line[at - 1], line[at]];
    if (!a || !b || !c) continue;
    const turn = Math.abs(Math.atan2(c.y - b.y, c.x - b.x) - Math.atan2(b.y - a.y, b.x - a.x));
    turns += Math.min(turn, 2 * Math.PI - turn) / (Math.PI / 2);
  }
  return turns;
};

/**
 * The number of nodes above which hidden texts are not counted. Larger canvases are mostly viewed from
 * afar, without texts.
 */
const maxNodesWithTexts = 600;

const hiddenTexts = (document: CanvasDocument): number => {
  if (document.nodes.length > maxNodesWithTexts) return 0;
  const { labels, frames } = textPositions(elementsOf(document));
  let count = 0;
  for (const { position } of labels.values()) if (!position || position.form.isReduced) count += 1;
  for (const { text } of frames.values()) if (text.isCut) count += 1;
  return count;
};

const sizeOfDrawing = (document: CanvasDocument, flows: readonly DrawnFlow[]): Size => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = ({ x, y, width, height }: Box): void => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  const { bounds } = placementOf(document);
  if (!bounds) return { width: 0, height: 0 };
  take(bounds);
  for (const { route } of flows) take(extentOf(route.line));
  return { width: Math.round(right - left), height: Math.round(bottom - top) };
};

/** An overlap of up to this many pixels does not count, because outlines may touch. */
const tolerance = 1;

const overlapsIn = (document: CanvasDocument): number => {
  const placement = placementOf(document);
  const index = gridIndex<number>();
  let count = 0;
  for (const [at, node] of document.nodes.entries()) {
    if (!isDrawn(placement, at)) continue;
    const box = boxAt(placement, at);
    const parent = document.nodes[placement.parent[at] ?? -1];
    const around = parent && boxAt(placement, placement.parent[at] ?? -1);
    if (parent && around && isHolder(parent) && !holdsBox(grown(around, tolerance), box))
      count += 1;
    for (const other of index.near(box)) {
      if (!meet(grown(box, -tolerance), boxAt(placement, other))) continue;
      const its = document.nodes[other];
      if (!its) continue;
      const isNested =
        ancestorsOf(document, node).includes(its) || ancestorsOf(document, its).includes(node);
      if (!isNested) count += 1;
    }
    index.add(box, at);
  }
  return count;
};

type Segment = { flow: number; ax: number; ay: number; bx: number; by: number };

/**
 * Returns the number of crossings of flows. Flows that meet at an element do not cross at that element.
 */
const crossingsIn = (flows: readonly DrawnFlow[]): number => {
  const index = gridIndex<Segment>();
  let count = 0;
  for (const [flow, { route }] of flows.entries()) {
    const { line } = route;
    for (let at = 1; at < line.length; at += 1) {
      const [a, b] = [line[at - 1], line[at]];
      if (!a || !b) continue;
      const segment = { flow, ax: a.x, ay: a.y, bx: b.x, by: b.y };
      const extent = extentOf([a, b]);
      for (const other of index.near(extent)) {
        if (other.flow !== flow && isCrossing(segment, other)) count += 1;
      }
      index.add(extent, segment);
    }
  }
  return count;
};

const isCrossing = (one: Segment, other: Segment): boolean => {
  const side = ({ ax, ay, bx, by }: Segment, x: number, y: number): number =>
    Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
  return (
    side(one, other.ax, other.ay) * side(one, other.bx, other.by) < 0 &&
    side(other, one.ax, one.ay) * side(other, one.bx, one.by) < 0
  );
};
