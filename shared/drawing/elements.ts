import { elementColors, type ElementColor } from '../canvas/canvas-colors.ts';
import { drawnEnds, contentOf, hiddenIn } from '../canvas/collapsed.ts';
import {
  isCollapsed,
  sizeOf,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
  type Position,
} from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import { courseOf, flowColorOf, type FlowCourse } from '../canvas/flow-course.ts';
import type { Box } from '../canvas/geometry.ts';
import { laneOf, type Lane } from '../canvas/parallel-flows.ts';
import { classificationText } from '../canvas/security-properties.ts';
import type { FlowMarks } from './label-forms.ts';
import { shortLabel } from './short-label.ts';

/** A node as drawn. `type` may be any text. */
export type DrawnNode = {
  id: string;
  type: string;
  box: Box;
  label: string;
  attributes: string[];
  isOutOfScope: boolean;
  color: ElementColor | undefined;
  /** The number of elements in a collapsed boundary, or `null` for any other node. */
  contained: number | null;
  parentId: string | undefined;
  /** True for an expanded boundary, and for a component that contains other nodes. */
  isFrame: boolean;
};

export type DrawnFlow = FlowMarks & {
  id: string;
  source: Box;
  target: Box;
  /**
   * The IDs of the elements between which the line is drawn. If an end is hidden in a collapsed
   * boundary, this is the boundary.
   */
  ends: { source: string; target: string };
  lane: Lane;
  course: FlowCourse;
  isBidirectional: boolean;
  color: ElementColor | undefined;
};

/**
 * The largest coordinate, in pixels. It is far beyond any drawing, but small enough that sums with one
 * decimal place are exact.
 */
const farthest = 1_000_000;
const smallest = 8;

const within = (value: unknown, min: number, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.max(min, Math.min(farthest, value))
    : otherwise;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Returns the object at a key, or an empty object. Documents are stored as they arrive, so values that
 * the type requires may be missing.
 */
const partOf = (whole: unknown, key: string): Record<string, unknown> => {
  const part = isObject(whole) ? whole[key] : undefined;
  return isObject(part) ? part : {};
};

const ownPosition = (node: CanvasNode): Position => {
  const { x, y } = partOf(node, 'position');
  return { x: within(x, -farthest, 0), y: within(y, -farthest, 0) };
};

/**
 * Returns the canvas position of each node, like `positionOf` of the canvas, but in a single pass.
 * Walking all ancestors of each node would take minutes for thousands of nested boundaries. In a cycle
 * of parents, one node counts as having no parent.
 */
const positionsOf = (nodes: ReadonlyMap<string, CanvasNode>): Map<string, Position> => {
  const positions = new Map<string, Position>();
  for (const start of nodes.values()) {
    const path: CanvasNode[] = [];
    const onPath = new Set<string>();
    let next: CanvasNode | undefined = start;
    while (next && !positions.has(next.id) && !onPath.has(next.id)) {
      path.push(next);
      onPath.add(next.id);
      next = next.parentId === undefined ? undefined : nodes.get(next.parentId);
    }
    for (const node of path.toReversed()) {
      const origin = positions.get(node.parentId ?? '') ?? { x: 0, y: 0 };
      const { x, y } = ownPosition(node);
      positions.set(node.id, {
        x: within(origin.x + x, -farthest, 0),
        y: within(origin.y + y, -farthest, 0),
      });
    }
  }
  return positions;
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
    contained: null,
    parentId: node.parentId,
    isFrame: roleOf(type) === 'boundary' && !isCollapsed(node),
  };
};

/**
 * Returns the first element with each ID, because an end of a flow must be one node even if several
 * nodes have its ID.
 */
const listed = <E extends { id: string }>(elements: readonly E[]): Map<string, E> => {
  const known = new Map<string, E>();
  for (const each of elements) if (!known.has(each.id)) known.set(each.id, each);
  return known;
};

/**
 * Returns a node whose position and data are valid, as the code for collapsed boundaries requires. In a
 * stored document, both may be invalid.
 */
const tidied = (node: CanvasNode): CanvasNode => ({
  ...node,
  position: ownPosition(node),
  data: partOf(node, 'data'),
});

/**
 * Returns the facts that a flow shows on its line, both in the window and in images. Documents are
 * stored as they arrive, so a missing or invalid value counts as empty.
 */
export const marksOf = (edge: CanvasEdge): FlowMarks => {
  const { label, protocol, dataClassification, encrypted, authenticated } = partOf(edge, 'data');
  return {
    label: textOf(label),
    protocol: textOf(protocol),
    dataClassification: classificationText(textOf(dataClassification)),
    isEncrypted: encrypted === true,
    isAuthenticated: authenticated === true,
  };
};

/**
 * Returns the elements to draw. Flows with a missing end are left out. A flow to an element in a
 * collapsed boundary is drawn to the boundary. A flow with both ends inside that boundary is left out.
 */
export const elementsOf = (
  document: CanvasDocument,
): { nodes: DrawnNode[]; flows: DrawnFlow[] } => {
  const nodes = listed(document.nodes.map(tidied));
  const tidy: CanvasDocument = { ...document, nodes: [...nodes.values()] };
  const positions = positionsOf(nodes);
  const drawn = new Map<string, DrawnNode>();
  for (const node of nodes.values()) {
    const one = drawnNode(node, positions.get(node.id) ?? ownPosition(node));
    drawn.set(
      node.id,
      isCollapsed(node) ? { ...one, contained: contentOf(tidy, node.id).count } : one,
    );
  }
  const nameOf = (id: string): string => drawn.get(id)?.label ?? '';
  const edges = [...listed(document.edges).values()];
  const flows = edges.flatMap((edge): DrawnFlow[] => {
    const ends = drawnEnds(tidy, edge);
    const source = ends && drawn.get(ends.source)?.box;
    const target = ends && drawn.get(ends.target)?.box;
    if (!source || !target) return [];
    const flow = {
      id: edge.id,
      source,
      target,
      ends,
      lane: laneOf({ nodes: tidy.nodes, edges }, edge.id),
      course: courseOf(edge),
      isBidirectional: partOf(edge, 'data')['bidirectional'] === true,
      color: flowColorOf(edge),
    };
    const marks = marksOf(edge);
    const label = shortLabel(marks.label, nameOf(edge.source), nameOf(edge.target));
    return [{ ...flow, ...marks, label }];
  });
  const hidden = hiddenIn(tidy);
  const visible = [...drawn.values()].filter(({ id }) => !hidden.has(id));
  for (const { parentId } of visible) {
    const parent = parentId === undefined ? undefined : drawn.get(parentId);
    if (parent && roleOf(parent.type) !== 'note') parent.isFrame = true;
  }
  return { nodes: visible, flows };
};
