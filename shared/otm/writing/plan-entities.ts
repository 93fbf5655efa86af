import type { CanvasNode } from '../../canvas/document.ts';
import { roleOf } from '../../canvas/element-kinds.ts';
import type { CanvasContent, ComponentContent, ModelContent } from '../content.ts';
import { fieldsOf, textOf } from '../fields.ts';
import type { Leftover } from '../leftover.ts';
import { componentShape, zoneShape } from '../repair/shapes.ts';
import { soundLeftover } from './sound.ts';

type Occurrence = { canvas: CanvasContent; node: CanvasNode };

export type EntityOf = (
  canvas: CanvasContent,
  nodeId: string | undefined,
) => PlannedEntity | undefined;

type PlannedEntities = {
  zones: PlannedEntity[];
  byRecord: Map<ComponentContent, PlannedEntity>;
  withoutRecord: PlannedEntity[];
  of: EntityOf;
};

/**
 * Returns the entities of all nodes except notes. Nodes of the same component or the same zone share an
 * entity.
 */
export const entitiesOf = (
  content: ModelContent,
  records: Map<string, ComponentContent>,
): PlannedEntities => {
  const zones = new Map<string, PlannedEntity>();
  const byRecord = new Map<ComponentContent, PlannedEntity>();
  const withoutRecord: PlannedEntity[] = [];
  const byNode = new Map<CanvasContent, Map<string, PlannedEntity>>();

  const entityOf = (node: CanvasNode): PlannedEntity => {
    const { componentId } = node.data;
    const record = componentId === undefined ? undefined : records.get(componentId);
    if (roleOf(node.type) === 'boundary') {
      const key = zoneKey(node);
      return known(zones, key, () => zoneOf(node));
    }
    if (record) return known(byRecord, record, () => componentOf(record));
    const plain = boxOf(node);
    withoutRecord.push(plain);
    return plain;
  };

  for (const canvas of content.canvases) {
    const own = new Map<string, PlannedEntity>();
    for (const node of canvas.data.nodes) {
      if (roleOf(node.type) === 'note') continue;
      const entity = entityOf(node);
      entity.occurrences.push({ canvas, node });
      own.set(node.id, entity);
    }
    byNode.set(canvas, own);
  }
  const of: EntityOf = (canvas, nodeId) =>
    nodeId === undefined ? undefined : byNode.get(canvas)?.get(nodeId);
  const all = [...zones.values(), ...byRecord.values(), ...withoutRecord];
  for (const entity of all) entity.parent = parentOf(entity, of);
  return { zones: [...zones.values()], byRecord, withoutRecord, of };
};

const known = <Key>(
  map: Map<Key, PlannedEntity>,
  key: Key,
  make: () => PlannedEntity,
): PlannedEntity => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};

const zoneFacts = (node: CanvasNode) => fieldsOf(fieldsOf(node.data['otm'])['zone']);
const zoneId = (node: CanvasNode): string => textOf(zoneFacts(node)['id']) ?? node.id;

/**
 * Returns a key for a boundary. Boundaries with the same key are one zone, because all their zone fields
 * are equal.
 */
const zoneKey = (node: CanvasNode): string =>
  JSON.stringify([
    zoneId(node),
    node.data.label ?? '',
    node.data.trustLevel,
    soundLeftover(zoneShape, zoneFacts(node)),
  ]);

const zoneOf = (node: CanvasNode): PlannedEntity => ({
  kind: 'zone',
  id: zoneId(node),
  name: node.data.label ?? '',
  occurrences: [],
  component: undefined,
  leftover: soundLeftover(zoneShape, zoneFacts(node)),
  parent: undefined,
});

export const componentOf = (component: ComponentContent): PlannedEntity => ({
  kind: 'component',
  id: component.id,
  name: component.title,
  occurrences: [],
  component,
  leftover: soundLeftover(componentShape, component.kept),
  parent: undefined,
});

const boxOf = (node: CanvasNode): PlannedEntity => ({
  kind: 'component',
  id: node.id,
  name: node.data.label ?? '',
  occurrences: [],
  component: undefined,
  leftover: {},
  parent: undefined,
});

/**
 * Returns the parent of an entity on the first canvas on which the entity has a parent, because OTM
 * allows only one parent. Skips a parent that would close a cycle. Returns `undefined` if there is no
 * parent.
 */
const parentOf = (entity: PlannedEntity, of: EntityOf): PlannedEntity | undefined =>
  entity.occurrences
    .map(({ canvas, node }) => of(canvas, node.parentId))
    .find((parent) => parent !== undefined && !isWithin(parent, entity));

const isWithin = (entity: PlannedEntity, other: PlannedEntity): boolean => {
  let around: PlannedEntity | undefined = entity;
  while (around && around !== other) around = around.parent;
  return around === other;
};

/** A future zone or component of the document, with all of its nodes. */
export type PlannedEntity = {
  kind: 'zone' | 'component';
  id: string;
  name: string;
  occurrences: Occurrence[];
  /** The component record that is written into this zone or component. */
  component: ComponentContent | undefined;
  leftover: Leftover;
  parent: PlannedEntity | undefined;
};
