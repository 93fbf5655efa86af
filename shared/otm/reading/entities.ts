import { claimIds } from '../claim-ids.ts';
import type { Fields } from '../fields.ts';
import { quoted, type Notes } from '../notes.ts';
import type { OtmComponent, OtmDocument, OtmZone } from '../schema.ts';

/** A zone or a component: what can be drawn, hold others, and be the end of a flow. */
export type Entity = {
  id: string;
  place: string;
  parent: Entity | undefined;
  /** References that led nowhere, to be kept with the record. */
  odd: Fields;
} & ({ kind: 'zone'; record: OtmZone } | { kind: 'component'; record: OtmComponent });

export type Entities = {
  /** Zones before components, each in the order of the file. */
  all: Entity[];
  zones: Map<string, Entity>;
  components: Map<string, Entity>;
};

export const entitiesOf = (document: OtmDocument, notes: Notes, nesting: number): Entities => {
  const zones = unique(document.trustZones ?? [], 'trustZones', notes).map((named): Entity => ({
    kind: 'zone',
    ...named,
    parent: undefined,
    odd: {},
  }));
  const components = unique(document.components ?? [], 'components', notes).map(
    (named): Entity => ({ kind: 'component', ...named, parent: undefined, odd: {} }),
  );
  const entities: Entities = {
    all: [...zones, ...components],
    zones: new Map(zones.map((zone) => [zone.id, zone])),
    components: new Map(components.map((component) => [component.id, component])),
  };
  for (const entity of entities.all) entity.parent = parentOf(entity, entities, notes);
  cutCircles(entities.all, notes, nesting);
  return entities;
};

/** The first of several with one id keeps it. */
export const unique = <Item extends { id: string }>(
  records: Item[],
  list: string,
  notes: Notes,
): { id: string; place: string; record: Item }[] => {
  const claim = claimIds(records.map((record) => record.id));
  return records.map((record, index) => {
    const id = claim(record.id);
    const place = `${list}[${index}]`;
    if (id !== record.id) {
      const message = `duplicate id ${quoted(record.id)}: now ${quoted(id)}`;
      notes.repairs.push({ place: `${place}.id`, message });
    }
    return { id, place, record };
  });
};

const parentOf = (entity: Entity, entities: Entities, notes: Notes): Entity | undefined => {
  const { trustZone, component } = entity.record.parent ?? {};
  const { zones, components } = entities;
  const wanted = component ?? trustZone;
  if (wanted === undefined) return undefined;
  const [first, second] = component === undefined ? [zones, components] : [components, zones];
  const right = first.get(wanted);
  // The service lets a component that lies in no zone name itself.
  const namesItself = wanted === entity.record.id && entity.kind === 'component';
  if (namesItself && (right === undefined || right === entity)) return undefined;
  const found = right ?? second.get(wanted);
  const place = `${entity.place}.parent`;
  if (found === undefined || found === entity) {
    entity.odd = { ...entity.odd, parent: [entity.record.parent] };
    const message = `dangling parent ${quoted(wanted)} of ${quoted(entity.id)}: placed in nothing`;
    notes.repairs.push({ place, message });
    return undefined;
  }
  if (found !== right) {
    notes.repairs.push({ place, message: `${quoted(wanted)} is a ${found.kind}: read as one` });
  }
  return found;
};

/** A circle is cut at the one that closes it, and what lies too deep is taken out of its parent. */
const cutCircles = (all: Entity[], notes: Notes, nesting: number): void => {
  const depths = new Map<Entity, number>();
  const cut = (entity: Entity, why: string) => {
    entity.odd = { ...entity.odd, parent: [entity.record.parent] };
    entity.parent = undefined;
    const message = `${why} at ${quoted(entity.id)}: placed in nothing`;
    notes.repairs.push({ place: `${entity.place}.parent`, message });
  };
  for (const start of all) {
    const path: Entity[] = [];
    const onPath = new Set<Entity>();
    let top: Entity | undefined = start;
    for (; top && !depths.has(top) && !onPath.has(top); top = top.parent) {
      path.push(top);
      onPath.add(top);
    }
    const last = path.at(-1);
    if (top && last && onPath.has(top)) cut(last, 'circle of parents');
    for (const entity of path.toReversed()) {
      const depth: number = entity.parent ? (depths.get(entity.parent) ?? 0) + 1 : 0;
      if (depth >= nesting) cut(entity, `nested deeper than ${nesting}`);
      depths.set(entity, depth >= nesting ? 0 : depth);
    }
  }
};
