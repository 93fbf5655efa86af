import { nodeSchema, type CanvasNode } from '../../canvas/document.ts';
import { t } from '../../locales/texts.ts';
import { restore } from '../difference.ts';
import {
  defined,
  fieldsOf,
  isEmpty,
  listOf,
  pick,
  textOf,
  unlessEmpty,
  type Fields,
} from '../fields.ts';
import { leftoverOf, appDataOf } from '../leftover.ts';
import { quoted, type Notes } from '../notes.ts';
import { kindOfType } from '../vocabulary/node-kind.ts';
import { trustLevelOf } from '../vocabulary/risk.ts';
import { readSecurity } from '../vocabulary/security.ts';
import type { Entity } from './entities.ts';
import type { Box } from './placement.ts';
import type { Records } from './records.ts';

/**
 * Returns the nodes of a canvas from OTM's own keys in the file, each corrected by the app data of its
 * element.
 */
export const nodesOf = (boxes: Box[], sheet: Fields, records: Records, notes: Notes) => {
  const zonesFirst = [...boxes.filter(isZone), ...boxes.filter((box) => !isZone(box))];
  const drawn = zonesFirst.map((box) => {
    const base = baseNode(box, records);
    const { element, path } = box.drawing;
    return element ? restored(base, appDataOf(element), path, notes) : base;
  });
  const taken = new Set(drawn.map(({ id }) => id));
  const verbatim = listOf(appDataOf(sheet)['notes']).filter(isNode);
  const extra = verbatim.filter(({ id }) => !taken.has(id));
  return parentsFirst(inOrder([...drawn, ...extra], listOf(appDataOf(sheet)['nodes'])));
};

const isZone = (box: Box): boolean => box.drawing.entity.kind === 'zone';

const isNode = (value: unknown): value is CanvasNode => nodeSchema.safeParse(value).success;

const restored = (base: CanvasNode, note: Fields, path: string, notes: Notes): CanvasNode => {
  if (isEmpty(note)) return base;
  const node = { ...restore(base, note), id: base.id };
  if (isNode(node)) return node;
  const message = t('imports:unmatched-note', { id: quoted(base.id) });
  notes.repairs.push({ place: path, message });
  return base;
};

const baseNode = (box: Box, records: Records): CanvasNode => {
  const { entity, nodeId } = box.drawing;
  const componentId = records.idOf.get(entity);
  const otm = otmOf(box, records);
  return {
    id: nodeId,
    type: entity.kind === 'zone' ? 'trustBoundaryNode' : kindOfType(entity.record.type),
    position: box.position ?? { x: 0, y: 0 },
    ...(box.sized && box.size),
    ...(box.parent && { parentId: box.parent.drawing.nodeId }),
    data: {
      label: entity.record.name,
      ...(componentId !== undefined && { componentId }),
      ...securityIn(entity),
      ...(otm && { otm }),
    },
  };
};

const securityIn = ({ kind, record }: Entity): Fields =>
  kind === 'zone'
    ? defined({ trustLevel: trustLevelOf(record.risk) })
    : readSecurity(kindOfType(record.type), record);

/**
 * Returns the preserved data of an element and of its zone. The node stores this data, because elements
 * and most zones have no record.
 */
const otmOf = ({ drawing }: Box, records: Records): Fields | undefined => {
  const { element, entity, nodeId } = drawing;
  const zone = entity.kind === 'zone' ? zoneFacts(entity, nodeId, records) : undefined;
  return unlessEmpty(defined({ element: element && elementFacts(element, nodeId), zone }));
};

const zoneFacts = (entity: Entity, nodeId: string, records: Records): Fields | undefined =>
  unlessEmpty({
    ...(entity.id !== nodeId && { id: entity.id }),
    ...records.leftovers.get(entity),
  });

const elementFacts = (element: Fields, nodeId: string): Fields | undefined => {
  const stored = ['representation', 'id', 'position', 'size', 'positionAbsolute'];
  const { raw, odd } = leftoverOf(element, stored);
  const size = unlessEmpty(
    pick(fieldsOf(element['size']), (key) => key !== 'width' && key !== 'height'),
  );
  return unlessEmpty(
    defined({
      id: element['id'] === nodeId ? undefined : element['id'],
      raw: unlessEmpty(defined({ ...raw, size })),
      odd,
    }),
  );
};

/** Sorts items by the list of IDs in the app data. Items that are not in the list come last. */
export const inOrder = <Item extends { id: string }>(items: Item[], order: unknown[]): Item[] => {
  if (order.length === 0) return items;
  const rank = new Map(order.map((id, at) => [textOf(id), at]));
  const rankOf = ({ id }: Item) => rank.get(id) ?? order.length;
  return items.toSorted((one, other) => rankOf(one) - rankOf(other));
};

/**
 * Restores the order that React Flow requires: parents before children, without cycles and missing
 * parents.
 */
const parentsFirst = (nodes: CanvasNode[]): CanvasNode[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const repaired = new Map<string, CanvasNode>();
  for (const node of nodes) {
    const path: CanvasNode[] = [];
    const onPath = new Set<string>();
    let next: CanvasNode | undefined = node;
    while (next && !repaired.has(next.id) && !onPath.has(next.id)) {
      path.push(next);
      onPath.add(next.id);
      next = next.parentId === undefined ? undefined : byId.get(next.parentId);
    }
    for (const item of path.toReversed()) repaired.set(item.id, withKnownParent(item, repaired));
  }
  return [...repaired.values()];
};

const withKnownParent = (node: CanvasNode, repaired: Map<string, CanvasNode>): CanvasNode => {
  if (node.parentId === undefined || repaired.has(node.parentId)) return node;
  const { parentId: _parent, ...free } = node;
  return free;
};
