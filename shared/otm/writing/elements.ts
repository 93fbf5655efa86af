import type { CanvasNode, Position } from '../../canvas/document.ts';
import type { CanvasContent } from '../content.ts';
import type { Difference } from '../difference.ts';
import { defined, fieldsOf, listOf, pick, textOf, unlessEmpty, type Fields } from '../fields.ts';
import { nodeIdOf } from '../reading/drawings.ts';
import { absolutePositions } from '../reading/extent.ts';
import { elementShape } from '../repair/shapes.ts';
import { assemble, rewrite, type Dialect } from './assemble.ts';
import type { PlannedEntity } from './plan-entities.ts';
import { soundLeftover } from './sound.ts';

export type Absolute = Map<CanvasContent, Map<string, Position>>;

export const absoluteOf = (canvases: CanvasContent[]): Absolute =>
  new Map(canvases.map((canvas) => [canvas, absolutePositions(canvas.data.nodes)]));

/**
 * Returns the elements of an entity: one for each node, then the elements in representations that are
 * not diagrams.
 */
export const elementsOf = (
  entity: PlannedEntity,
  dialect: Dialect,
  absolute: Absolute,
  differences: Map<CanvasNode, Difference>,
): Fields[] | undefined => {
  const elsewhere = entity.leftover.raw?.['representations'];
  const elements = [
    ...entity.occurrences.map(({ canvas, node }) => {
      const parent = entity.parent?.occurrences.find((other) => other.canvas === canvas)?.node;
      const positions = absolute.get(canvas) ?? new Map<string, Position>();
      const difference = differences.get(node) ?? {};
      return elementOf(node, { entity, canvas, parent, positions, dialect, difference });
    }),
    ...listOf(elsewhere).flatMap((element) => rewrite(dialect, elementShape, element)),
  ];
  return elements.length > 0 ? elements : undefined;
};

type Setting = {
  entity: PlannedEntity;
  canvas: CanvasContent;
  /** The entity's parent on this canvas, which is not always the node's own parent. */
  parent: CanvasNode | undefined;
  positions: Map<string, Position>;
  dialect: Dialect;
  difference: Difference;
};

const elementOf = (node: CanvasNode, setting: Setting): Fields => {
  const { canvas, dialect, difference, entity, positions } = setting;
  const facts = fieldsOf(fieldsOf(node.data['otm'])['element']);
  const { raw = {}, odd } = soundLeftover(elementShape, { ...facts, raw: withoutSize(facts) });
  const extent = fieldsOf(fieldsOf(facts['raw'])['size']);
  const id = textOf(facts['id']) ?? node.id;
  const derivedId = nodeIdOf({ representation: canvas.id, id }, canvas.id, entity.id);
  const { width, height } = node;
  const hasSize = width !== undefined && height !== undefined;
  return assemble(dialect, elementShape, {
    plain: defined({
      representation: canvas.id,
      id,
      position: positionIn(node, setting),
      size: hasSize ? { ...extent, width, height } : undefined,
    }),
    leftover: { raw, ...(odd && { odd }) },
    derived: defined({ positionAbsolute: finite(positions.get(node.id)) }),
    appData: defined({
      id: derivedId === node.id ? undefined : node.id,
      ...unlessEmpty(difference),
    }),
  });
};

/**
 * Returns the preserved keys of an element except the size, which is written with the node's current
 * width and height.
 */
const withoutSize = (facts: Fields): Fields =>
  pick(fieldsOf(facts['raw']), (key) => key !== 'size');

const positionIn = (node: CanvasNode, { parent, positions }: Setting): Position => {
  if (parent?.id === node.parentId) return node.position;
  const from = (parent && positions.get(parent.id)) ?? { x: 0, y: 0 };
  const position = positions.get(node.id) ?? node.position;
  return finite({ x: position.x - from.x, y: position.y - from.y }) ?? { x: 0, y: 0 };
};

const finite = (position: Position | undefined): Position | undefined =>
  position && Number.isFinite(position.x) && Number.isFinite(position.y) ? position : undefined;
