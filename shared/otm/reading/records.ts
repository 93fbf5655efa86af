import { claimIds } from '../claim-ids.ts';
import type { ComponentContent, ThreatContent } from '../content.ts';
import { fieldsOf, isEmpty, isFields, textOf, unlessEmpty, type Fields } from '../fields.ts';
import { leftoverOf, meaningful, appDataOf, type Leftover } from '../leftover.ts';
import type { OtmZone } from '../schema.ts';
import { kindOfType } from '../vocabulary/node-kind.ts';
import { trustLevelOf } from '../vocabulary/risk.ts';
import type { Drawings } from './drawings.ts';
import type { Entities, Entity } from './entities.ts';
import type { Flow } from './flows.ts';

/** An entity or a flow, because both can have threats. */
export type Holder = Entity | Flow;

/** The component records of a model, and the entity or flow of each. */
export type Records = {
  components: ComponentContent[];
  idOf: Map<Holder, string>;
  leftovers: Map<Entity, Leftover>;
};

export const holdersOf = (entities: Entities, flows: Flow[]): Holder[] => [
  ...entities.components.values(),
  ...entities.zones.values(),
  ...flows,
];

/**
 * Creates the component records of the file. A component gets no record if an export added it for a
 * node without a record, unless it has something that only a record can store, such as threats or a
 * description. A zone or a flow gets a record if it has threats or a description, or if its app data
 * contains data of a record.
 */
export const recordsOf = (
  holders: Holder[],
  drawings: Drawings,
  threats: Map<Holder, ThreatContent[]>,
): Records => {
  const leftovers = new Map(
    holders.flatMap((holder) =>
      isEntity(holder) ? [[holder, leftoverOfEntity(holder, drawings)] as const] : [],
    ),
  );
  const keptOf = (holder: Holder) => (isEntity(holder) ? leftovers.get(holder) : undefined) ?? {};
  const owners = holders.filter((holder) =>
    hasRecord(holder, threats.get(holder) ?? [], keptOf(holder)),
  );
  const wanted = (owner: Holder): string => textOf(noteOf(owner)['id']) ?? owner.id;
  const claim = claimIds(owners.map(wanted));
  const idOf = new Map(owners.map((owner) => [owner, claim(wanted(owner))]));
  const components = owners.map((owner): ComponentContent => {
    const note = noteOf(owner);
    return {
      id: idOf.get(owner) ?? owner.id,
      canvasId: textOf(note['canvasId']) ?? canvasIdOf(owner, drawings),
      title: textOf(note['title']) ?? owner.record.name,
      description: owner.record.description ?? '',
      threats: threats.get(owner) ?? [],
      kept: isComponent(owner) ? keptOf(owner) : {},
    };
  });
  return { components, idOf, leftovers };
};

const isEntity = (holder: Holder): holder is Entity => 'kind' in holder;
const isComponent = (holder: Holder): boolean => isEntity(holder) && holder.kind === 'component';

/**
 * Returns the app data about a record: all app data of a component, or `record` in the app data of a
 * zone or a flow.
 */
const noteOf = (holder: Holder): Fields => {
  const appData = appDataOf(holder.record);
  return isComponent(holder) ? appData : fieldsOf(appData['record']);
};

const hasRecord = (holder: Holder, threats: ThreatContent[], kept: Leftover): boolean => {
  const { record: note } = appDataOf(holder.record);
  if (threats.length > 0 || Boolean(holder.record.description)) return true;
  return isComponent(holder) ? note !== false || !isEmpty(kept) : isFields(note);
};

const canvasIdOf = (holder: Holder, drawings: Drawings): string => {
  const sheets = isEntity(holder)
    ? (drawings.of.get(holder) ?? []).map(({ sheet }) => sheet)
    : holder.sheets;
  return (sheets[0] ?? drawings.sheets[0])?.id ?? '';
};

/**
 * Returns the part of a zone's risk that an export derives from the boundary's trust level. All
 * other keys of the risk are preserved.
 */
const derivedRisk = ({ risk }: OtmZone): Fields =>
  trustLevelOf(risk) === undefined ? {} : { risk: { trustRating: risk.trustRating } };

const leftoverOfEntity = (entity: Entity, drawings: Drawings): Leftover => {
  const { record, parent } = entity;
  const elsewhere = drawings.elsewhere.get(entity);
  const ownDrawings = drawings.of.get(entity) ?? [];
  const isIn = (sheet: unknown) =>
    parent && drawings.of.get(parent)?.some((drawing) => drawing.sheet === sheet);
  const isParentDrawn = !parent || ownDrawings.some(({ sheet }) => isIn(sheet));
  // An export names the first canvas of an entity in the order of the canvases, because the writer lists
  // the elements of the entity in this order. The file may list them in another order.
  const first = drawings.sheets.find((sheet) =>
    ownDrawings.some((drawing) => drawing.sheet === sheet),
  );
  const representation = first?.id ?? appDataOf(record)['canvasId'];
  const derived = {
    ...(isParentDrawn && { parent: record.parent }),
    ...(entity.kind === 'zone'
      ? derivedRisk(entity.record)
      : { type: kindOfType(entity.record.type) }),
    representationId: representation,
    metaData: { label: record.name, representation },
  };
  const stored = ['id', 'name', 'description', 'threats', 'representations'];
  const { raw, odd } = leftoverOf(record, stored, derived, entity.odd);
  const all = unlessEmpty({
    ...raw,
    ...(elsewhere && { representations: elsewhere.map(meaningful) }),
  });
  return { ...(all && { raw: all }), ...(odd && { odd }) };
};
