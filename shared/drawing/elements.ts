import { drawnEnds, heldIn, hiddenIn } from '../canvas/collapsed.ts';
import {
  elementColors,
  isCollapsed,
  sizeOf,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
  type ElementColor,
  type Position,
} from '../canvas/document.ts';
import { courseOf, flowColorOf, type FlowCourse } from '../canvas/flow-course.ts';
import type { Box } from '../canvas/geometry.ts';
import { laneOf, type Lane } from '../canvas/parallel-flows.ts';
import type { FlowMarks } from './label-room.ts';

/** A node as it is drawn. `type` is any text; the drawing knows what it means. */
export type DrawnNode = {
  id: string;
  type: string;
  box: Box;
  label: string;
  attributes: string[];
  isOutOfScope: boolean;
  color: ElementColor | undefined;
  /** How many elements a collapsed boundary hides; `null` of everything else. */
  held: number | null;
};

export type DrawnFlow = FlowMarks & {
  source: Box;
  target: Box;
  lane: Lane;
  course: FlowCourse;
  isBidirectional: boolean;
  color: ElementColor | undefined;
};

/**
 * A million pixels from the middle is far beyond any drawing, and still small enough that sums and
 * one decimal place of it are exact.
 */
const farthest = 1_000_000;
const smallest = 8;

const within = (value: unknown, least: number, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.max(least, Math.min(farthest, value))
    : otherwise;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Stored drawings are kept to the letter, so what the type promises may be missing. */
const partOf = (whole: unknown, key: string): Record<string, unknown> => {
  const part = isObject(whole) ? whole[key] : undefined;
  return isObject(part) ? part : {};
};

const ownPosition = (node: CanvasNode): Position => {
  const { x, y } = partOf(node, 'position');
  return { x: within(x, -farthest, 0), y: within(y, -farthest, 0) };
};

/**
 * Where each node stands on the canvas. As `positionOf` of the canvas has it, but in one pass: that
 * one walks all ancestors of each node, which takes minutes where thousands of boundaries nest. A
 * node in a circle of parents stands where it says itself.
 */
const placesOf = (nodes: ReadonlyMap<string, CanvasNode>): Map<string, Position> => {
  const places = new Map<string, Position>();
  for (const start of nodes.values()) {
    const way: CanvasNode[] = [];
    const onWay = new Set<string>();
    let next: CanvasNode | undefined = start;
    while (next && !places.has(next.id) && !onWay.has(next.id)) {
      way.push(next);
      onWay.add(next.id);
      next = next.parentId === undefined ? undefined : nodes.get(next.parentId);
    }
    for (const node of way.toReversed()) {
      const origin = places.get(node.parentId ?? '') ?? { x: 0, y: 0 };
      const { x, y } = ownPosition(node);
      places.set(node.id, {
        x: within(origin.x + x, -farthest, 0),
        y: within(origin.y + y, -farthest, 0),
      });
    }
  }
  return places;
};

const drawnNode = (node: CanvasNode, { x, y }: Position): DrawnNode => {
  const { label, attributes, outOfScope, color } = partOf(node, 'data');
  const type = textOf(node.type);
  const size = sizeOf({ ...node, type });
  return {
    id: node.id,
    type,
    box: {
      x,
      y,
      width: within(size.width, smallest, smallest),
      height: within(size.height, smallest, smallest),
    },
    label: textOf(label),
    attributes: Array.isArray(attributes) ? attributes.map(textOf).filter(Boolean) : [],
    isOutOfScope: outOfScope === true,
    color: elementColors.find((each) => each === color),
    held: null,
  };
};

/** The first of each id: a flow to an id that occurs twice has to end somewhere. */
const listed = <E extends { id: string }>(elements: readonly E[]): Map<string, E> => {
  const known = new Map<string, E>();
  for (const each of elements) if (!known.has(each.id)) known.set(each.id, each);
  return known;
};

/** With all that the rules about collapsed boundaries rely on. */
const tidied = (node: CanvasNode): CanvasNode => ({
  ...node,
  position: ownPosition(node),
  data: partOf(node, 'data'),
});

/**
 * What is shown of a flow on its line; the same for the window and for pictures. Stored drawings are
 * kept to the letter, so what the type promises may be missing.
 */
export const marksOf = (edge: CanvasEdge): FlowMarks => {
  const { label, protocol, dataClassification, encrypted, authenticated } = partOf(edge, 'data');
  return {
    label: textOf(label),
    protocol: textOf(protocol),
    dataClassification: textOf(dataClassification),
    isEncrypted: encrypted === true,
    isAuthenticated: authenticated === true,
  };
};

/**
 * What there is to draw. A flow whose end is missing has no place and is left out; one that ends in
 * a collapsed boundary is drawn to the boundary, unless all of it is inside.
 */
export const elementsOf = (
  document: CanvasDocument,
): { nodes: DrawnNode[]; flows: DrawnFlow[] } => {
  const nodes = listed(document.nodes.map(tidied));
  const tidy: CanvasDocument = { ...document, nodes: [...nodes.values()] };
  const places = placesOf(nodes);
  const drawn = new Map<string, DrawnNode>();
  for (const node of nodes.values()) {
    const one = drawnNode(node, places.get(node.id) ?? ownPosition(node));
    drawn.set(node.id, isCollapsed(node) ? { ...one, held: heldIn(tidy, node.id).count } : one);
  }
  const edges = [...listed(document.edges).values()];
  const flows = edges.flatMap((edge): DrawnFlow[] => {
    const ends = drawnEnds(tidy, edge);
    const source = ends && drawn.get(ends.source)?.box;
    const target = ends && drawn.get(ends.target)?.box;
    if (!source || !target) return [];
    const flow = {
      source,
      target,
      lane: laneOf({ nodes: tidy.nodes, edges }, edge.id),
      course: courseOf(edge),
      isBidirectional: partOf(edge, 'data')['bidirectional'] === true,
      color: flowColorOf(edge),
    };
    return [{ ...flow, ...marksOf(edge) }];
  });
  const hidden = hiddenIn(tidy);
  return { nodes: [...drawn.values()].filter(({ id }) => !hidden.has(id)), flows };
};
