import type { CanvasNode } from '../../canvas/document.ts';
import { defaultKind, isComponentKind } from '../../canvas/element-kinds.ts';
import type { ComponentContent } from '../content.ts';
import type { Difference } from '../difference.ts';
import { defined, fieldsOf, isEmpty, isFields, unlessEmpty, type Fields } from '../fields.ts';
import type { Leftover } from '../leftover.ts';
import { componentShape, zoneShape } from '../repair/shapes.ts';
import { kindOfType } from '../vocabulary/node-kind.ts';
import { neutralTrust, trustLevelOf } from '../vocabulary/risk.ts';
import { withoutOutdated } from '../vocabulary/security.ts';
import { assemble, type Dialect } from './assemble.ts';
import type { Attached, Definitions } from './definitions.ts';
import { elementsOf, type Absolute } from './elements.ts';
import type { PlannedEntity } from './plan-entities.ts';
import type { PlannedFlow } from './plan-flows.ts';

export type Setting = {
  dialect: Dialect;
  definitions: Definitions;
  absolute: Absolute;
  differences: Map<CanvasNode, Difference>;
  /**
   * The IDs of zones. A component outside of all zones names itself as its parent, and this ID must not
   * mean a zone.
   */
  zoneIds: Set<string>;
};

const nothing: Attached = { threats: undefined, notes: undefined };

export const orNothing = (text: string | undefined): string | undefined =>
  text === '' ? undefined : text;

export const componentRecord = (entity: PlannedEntity, setting: Setting): Fields => {
  const { component, name, occurrences } = entity;
  const { dialect, definitions } = setting;
  const leftover = currentLeftover(
    entity.leftover,
    occurrences[0]?.node.type,
    occurrences[0]?.node.data,
  );
  const attached = component ? definitions.attach(component.threats) : nothing;
  const first = occurrences[0]?.canvas.id;
  const representation = first ?? component?.canvasId;
  return assemble(dialect, componentShape, {
    plain: {
      id: entity.id,
      name,
      type: typeOf(entity),
      description: orNothing(component?.description),
      parent: parentOf(entity) ?? inNothing(entity, setting),
      representations: elements(entity, setting),
      threats: attached.threats,
    },
    leftover,
    derived: defined({
      representationId: representation,
      metaData: defined({ label: name, representation }),
    }),
    appData: defined({
      record: component ? undefined : false,
      canvasId: component && component.canvasId !== first ? component.canvasId : undefined,
      threats: attached.notes,
    }),
  });
};

export const zoneRecord = (entity: PlannedEntity, setting: Setting): Fields => {
  const { component, leftover } = entity;
  const attached = component ? setting.definitions.attach(component.threats) : nothing;
  return assemble(setting.dialect, zoneShape, {
    plain: {
      id: entity.id,
      name: entity.name,
      description: orNothing(component?.description),
      risk: riskOf(entity),
      parent: parentOf(entity),
      representations: elements(entity, setting),
      threats: attached.threats,
    },
    leftover,
    appData: defined({ record: recordNote(entity), threats: attached.notes }),
  });
};

/**
 * Returns a record's preserved data, without the keys that contradict the current values of its element.
 */
export const currentLeftover = (
  { raw, ...leftover }: Leftover,
  type: string | undefined,
  data: Fields | undefined,
): Leftover => {
  const current = withoutOutdated(type, raw, data);
  return { ...leftover, ...(current && { raw: current }) };
};

const riskOf = ({ leftover, occurrences }: PlannedEntity): Fields => {
  const stated = fieldsOf(leftover.raw?.['risk']);
  const trustRating = trustLevelOf({ trustRating: occurrences[0]?.node.data.trustLevel });
  return { ...neutralTrust, ...stated, ...(trustRating !== undefined && { trustRating }) };
};

/** Returns the app data about a component record that is written with a zone or a flow. */
export const recordNote = (owner: PlannedEntity | PlannedFlow): Fields | undefined => {
  const { component } = owner;
  if (!component) return undefined;
  const note = ownOf(component, owner, owner.occurrences[0]?.canvas.id);
  const shows = component.threats.length > 0 || component.description !== '';
  return isEmpty(note) && shows ? undefined : note;
};

const ownOf = (
  component: ComponentContent,
  owner: { id: string; name: string },
  canvasId: string | undefined,
): Fields =>
  defined({
    id: component.id === owner.id ? undefined : component.id,
    canvasId: component.canvasId === canvasId ? undefined : component.canvasId,
    title: component.title === owner.name ? undefined : component.title,
  });

const elements = (entity: PlannedEntity, { absolute, dialect, differences }: Setting) =>
  elementsOf(entity, dialect, absolute, differences);

/** Keeps the type from the file as long as it still matches the component's kind. */
const typeOf = ({ leftover, occurrences }: PlannedEntity): string => {
  const stated = leftover.raw?.['type'];
  const drawn = occurrences[0]?.node.type;
  if (typeof stated === 'string' && (occurrences.length === 0 || kindOfType(stated) === drawn))
    return stated;
  return isComponentKind(drawn) ? drawn : defaultKind;
};

const parentOf = ({ leftover, parent }: PlannedEntity): Fields | undefined => {
  if (parent) return { [parent.kind === 'zone' ? 'trustZone' : 'component']: parent.id };
  const stated = leftover.raw?.['parent'];
  return isFields(stated) ? unlessEmpty(fieldsOf(stated)) : undefined;
};

/**
 * Returns the parent for a component that is in no zone, because the schema requires a parent. The
 * component names itself as its zone, as in files of the service. If a zone has the same ID, the
 * component names itself as a component instead.
 */
const inNothing = ({ id }: PlannedEntity, { zoneIds }: Setting): Fields =>
  zoneIds.has(id) ? { component: id } : { trustZone: id };
