import type { CanvasNode } from '../../canvas/document.ts';
import type { ComponentContent } from '../content.ts';
import type { Difference } from '../difference.ts';
import { defined, fieldsOf, isEmpty, isFields, unlessEmpty, type Fields } from '../fields.ts';
import { componentShape, zoneShape } from '../repair/shapes.ts';
import { isComponentKind, kindOfType } from '../vocabulary/node-kind.ts';
import { neutralTrust } from '../vocabulary/risk.ts';
import { assemble, type Dialect } from './assemble.ts';
import type { Attached, Definitions } from './definitions.ts';
import { elementsOf, type Absolute } from './elements.ts';
import type { PlannedEntity, PlannedFlow } from './plan.ts';

export type Setting = {
  dialect: Dialect;
  definitions: Definitions;
  absolute: Absolute;
  differences: Map<CanvasNode, Difference>;
  /** Ids of zones, which a component in none must not seem to name. */
  zoneIds: Set<string>;
};

const nothing: Attached = { threats: undefined, notes: undefined };

export const orNothing = (text: string | undefined): string | undefined =>
  text === '' ? undefined : text;

export const componentRecord = (entity: PlannedEntity, setting: Setting): Fields => {
  const { component, leftover, name, shown } = entity;
  const { dialect, definitions } = setting;
  const attached = component ? definitions.attach(component.threats) : nothing;
  const first = shown[0]?.canvas.id;
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
    ours: defined({
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
      risk: leftover.raw?.['risk'] ?? neutralTrust,
      parent: parentOf(entity),
      representations: elements(entity, setting),
      threats: attached.threats,
    },
    leftover,
    ours: defined({ record: recordNote(entity), threats: attached.notes }),
  });
};

/** What a record written with a zone or a flow has for itself. */
export const recordNote = (owner: PlannedEntity | PlannedFlow): Fields | undefined => {
  const { component } = owner;
  if (!component) return undefined;
  const note = ownOf(component, owner, owner.shown[0]?.canvas.id);
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

/** The type that the file gave, as long as the component is still drawn as what it stands for. */
const typeOf = ({ leftover, shown }: PlannedEntity): string => {
  const said = leftover.raw?.['type'];
  const drawn = shown[0]?.node.type;
  if (typeof said === 'string' && (shown.length === 0 || kindOfType(said) === drawn)) return said;
  return isComponentKind(drawn) ? drawn : 'processNode';
};

const parentOf = ({ leftover, parent }: PlannedEntity): Fields | undefined => {
  if (parent) return { [parent.kind === 'zone' ? 'trustZone' : 'component']: parent.id };
  const said = leftover.raw?.['parent'];
  return isFields(said) ? unlessEmpty(fieldsOf(said)) : undefined;
};

/** The schema asks for a parent. Like the service, a component in no zone names itself. */
const inNothing = ({ id }: PlannedEntity, { zoneIds }: Setting): Fields =>
  zoneIds.has(id) ? { component: id } : { trustZone: id };
