import type { CanvasEdge, CanvasNode } from '../../canvas/document.ts';
import { claimIds } from '../claim-ids.ts';
import type { CanvasContent, ComponentContent, ModelContent } from '../content.ts';
import { fieldsOf, listOf, textOf } from '../fields.ts';
import type { Leftover } from '../ours.ts';
import { componentOf, entitiesOf, type Shown } from './plan-entities.ts';
import { flowGroups } from './plan-flows.ts';

/** A zone or a component of the document to be, with every node that shows it. */
export type PlannedEntity = {
  kind: 'zone' | 'component';
  id: string;
  name: string;
  shown: Shown[];
  /** The record that is written with it. */
  component: ComponentContent | undefined;
  leftover: Leftover;
  parent: PlannedEntity | undefined;
};

export type PlannedFlow = {
  id: string;
  name: string;
  shown: { canvas: CanvasContent; edge: CanvasEdge }[];
  source: PlannedEntity;
  target: PlannedEntity;
  component: ComponentContent | undefined;
  leftover: Leftover;
};

/** Nodes and edges for which OTM has no word: notes, and what leads to them. */
export type Verbatim = { notes: CanvasNode[]; flows: CanvasEdge[] };

export type Plan = {
  content: ModelContent;
  zones: PlannedEntity[];
  components: PlannedEntity[];
  flows: PlannedFlow[];
  verbatim: Map<CanvasContent, Verbatim>;
};

/**
 * Decides what of a model becomes which record of the document. A component record is written as
 * the OTM component of its nodes; if only boundaries or only edges show it, with the zone or the
 * flow; if nothing shows it, as a component that is drawn nowhere.
 */
export const planOf = (content: ModelContent): Plan => {
  const records = new Map(content.components.map((component) => [component.id, component]));
  const entities = entitiesOf(content, records);
  const groups = flowGroups(content, entities.of);
  const taken = new Set<ComponentContent>(entities.byRecord.keys());
  const claimRecord = (id: string | undefined): ComponentContent | undefined => {
    const record = records.get(id ?? '');
    if (!record || taken.has(record)) return undefined;
    taken.add(record);
    return record;
  };
  for (const zone of entities.zones) {
    zone.component = claimRecord(zone.shown[0]?.node.data.componentId);
  }
  for (const flow of groups.flows) {
    flow.component = claimRecord(flow.shown[0]?.edge.data?.componentId);
  }
  const components = [
    ...content.components.flatMap((component) => {
      const drawn = entities.byRecord.get(component);
      if (drawn) return [drawn];
      return taken.has(component) ? [] : [componentOf(component)];
    }),
    ...entities.withoutRecord,
  ];
  const kept = listOf(fieldsOf(content.kept['lists'])['dataflows']);
  renumber(entities.zones, []);
  renumber(components, []);
  renumber(
    groups.flows,
    kept.map((flow) => textOf(fieldsOf(flow)['id']) ?? ''),
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

/** The end of a flow is just an id, so a zone at an end must not have that of a component. */
const tellApart = (components: PlannedEntity[], flows: PlannedFlow[]): void => {
  const claim = claimIds(components.map(({ id }) => id));
  for (const { id } of components) claim(id);
  const ends = new Set(flows.flatMap(({ source, target }) => [source, target]));
  for (const end of ends) if (end.kind === 'zone') end.id = claim(end.id);
};
