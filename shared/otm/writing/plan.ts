import { claimIds } from '../claim-ids.ts';
import type { CanvasContent, ComponentContent, ModelContent } from '../content.ts';
import { fieldsOf, listOf, textOf } from '../fields.ts';
import { componentOf, entitiesOf, type PlannedEntity } from './plan-entities.ts';
import { flowGroups, type PlannedFlow, type Verbatim } from './plan-flows.ts';

export type Plan = {
  content: ModelContent;
  zones: PlannedEntity[];
  components: PlannedEntity[];
  flows: PlannedFlow[];
  verbatim: Map<CanvasContent, Verbatim>;
};

/**
 * Decides how the records of a model are written. A component record becomes the OTM component of its
 * nodes. If it is shown only by boundaries or edges, it is written with the zone or the flow. If no
 * element shows it, it becomes a component without an element.
 */
export const planOf = (content: ModelContent): Plan => {
  const records = new Map(content.components.map((component) => [component.id, component]));
  const entities = entitiesOf(content, records);
  const groups = flowGroups(content, entities.of);
  const taken = new Set<ComponentContent>(entities.byRecord.keys());
  const claimRecord = (id: string | undefined): ComponentContent | undefined => {
    // A missing ID must not be replaced with an empty text for the lookup, because an ID can be an empty
    // text.
    const record = id === undefined ? undefined : records.get(id);
    if (!record || taken.has(record)) return undefined;
    taken.add(record);
    return record;
  };
  for (const zone of entities.zones) {
    zone.component = claimRecord(zone.occurrences[0]?.node.data.componentId);
  }
  for (const flow of groups.flows) {
    flow.component = claimRecord(flow.occurrences[0]?.edge.data?.componentId);
  }
  const components = [
    ...content.components.flatMap((component) => {
      const drawn = entities.byRecord.get(component);
      if (drawn) return [drawn];
      return taken.has(component) ? [] : [componentOf(component)];
    }),
    ...entities.withoutRecord,
  ];
  const keptFlows = listOf(fieldsOf(content.kept['lists'])['dataflows']);
  renumber(entities.zones, []);
  renumber(components, []);
  renumber(
    groups.flows,
    keptFlows.map((flow) => textOf(fieldsOf(flow)['id']) ?? ''),
  );
  tellApart(components, groups.flows);
  const { zones } = entities;
  return { content, zones, components, flows: groups.flows, verbatim: groups.verbatim };
};

const renumber = (records: { id: string }[], reserved: string[]): void => {
  const claim = claimIds([...reserved, ...records.map(({ id }) => id)]);
  for (const id of reserved) claim(id);
  for (const record of records) record.id = claim(record.id);
};

/**
 * Gives zones at the ends of flows IDs that no component has, because a flow names its ends only by ID.
 */
const tellApart = (components: PlannedEntity[], flows: PlannedFlow[]): void => {
  const claim = claimIds(components.map(({ id }) => id));
  for (const { id } of components) claim(id);
  const ends = new Set(flows.flatMap(({ source, target }) => [source, target]));
  for (const end of ends) if (end.kind === 'zone') end.id = claim(end.id);
};
