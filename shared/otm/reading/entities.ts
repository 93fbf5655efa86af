import { t } from '../../locales/texts.ts';
import { claimIds } from '../claim-ids.ts';
import type { Fields } from '../fields.ts';
import { quoted, type Notes } from '../notes.ts';
import type { OtmComponent, OtmDocument, OtmZone } from '../schema.ts';

/** A zone or a component: it can be drawn, have children, and be the end of a flow. */
export type Entity = {
  id: string;
  path: string;
  parent: Entity | undefined;
  /** The record's references to missing records. They are stored with the record. */
  odd: Fields;
} & ({ kind: 'zone'; record: OtmZone } | { kind: 'component'; record: OtmComponent });

export type Entities = {
  /** Zones before components, each in file order. */
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

/** Replaces repeated IDs. The first record with an ID keeps it. */
export const unique = <Item extends { id: string }>(
  records: Item[],
  list: string,
  notes: Notes,
): { id: string; path: string; record: Item }[] => {
  const claim = claimIds(records.map((record) => record.id));
  return records.map((record, index) => {
    const id = claim(record.id);
    const path = `${list}[${index}]`;
    if (id !== record.id) {
      const message = t('imports:duplicate-id', { id: quoted(record.id), now: quoted(id) });
      notes.repairs.push({ place: `${path}.id`, message });
    }
    return { id, path, record };
  });
};

const parentOf = (entity: Entity, entities: Entities, notes: Notes): Entity | undefined => {
  const { trustZone, component } = entity.record.parent ?? {};
  const { zones, components } = entities;
  const wanted = component ?? trustZone;
  if (wanted === undefined) return undefined;
  const [first, second] = component === undefined ? [zones, components] : [components, zones];
  const right = first.get(wanted);
  // In files of the service, a component outside of all zones names itself as its parent.
  const namesItself = wanted === entity.record.id && entity.kind === 'component';
  if (namesItself && (right === undefined || right === entity)) return undefined;
  const found = right ?? second.get(wanted);
  const path = `${entity.path}.parent`;
  if (found === undefined || found === entity) {
    entity.odd = { ...entity.odd, parent: [entity.record.parent] };
    const message = t('imports:missing-parent', { parent: quoted(wanted), id: quoted(entity.id) });
    notes.repairs.push({ place: path, message });
    return undefined;
  }
  if (found !== right) {
    const message = t(`imports:parent-${found.kind}`, { parent: quoted(wanted) });
    notes.repairs.push({ place: path, message });
  }
  return found;
};

/** Removes the parent of an entity that closes a cycle or is nested too deeply. */
const cutCircles = (all: Entity[], notes: Notes, nesting: number): void => {
  const depths = new Map<Entity, number>();
  const cut = (entity: Entity, why: 'circle' | 'too-deep') => {
    entity.odd = { ...entity.odd, parent: [entity.record.parent] };
    entity.parent = undefined;
    const message = t(`imports:${why}`, { id: quoted(entity.id), limit: nesting });
    notes.repairs.push({ place: `${entity.path}.parent`, message });
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
    if (top && last && onPath.has(top)) cut(last, 'circle');
    for (const entity of path.toReversed()) {
      const depth: number = entity.parent ? (depths.get(entity.parent) ?? 0) + 1 : 0;
      if (depth >= nesting) cut(entity, 'too-deep');
      depths.set(entity, depth >= nesting ? 0 : depth);
    }
  }
};
