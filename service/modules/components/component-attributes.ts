import type { SelectQueryBuilder } from 'kysely';
import { grouped } from '../../database/grouped.ts';
import type { Database, Schema } from '../../database/schema.ts';
import { invalid } from '../../protocol/refusal.ts';

/** A query for component IDs. */
type ComponentIds = SelectQueryBuilder<Schema, 'components', { id: string }>;

/** Returns the codex attributes of several components, by component. */
export const attributesOf = async (database: Database, componentIds: ComponentIds) => {
  const rows = await database
    .selectFrom('component_attributes')
    .innerJoin('codex_attributes', 'codex_attributes.id', 'component_attributes.attribute_id')
    .where('component_id', 'in', componentIds)
    .orderBy('title')
    .orderBy('id')
    .select(['component_id', 'id', 'title', 'description'])
    .execute();
  return grouped(rows.map(({ component_id, ...attribute }) => [component_id, attribute]));
};

/** Replaces the attributes of a component. Throws 400 if an attribute is not in the codex. */
export const setAttributes = async (
  database: Database,
  componentId: string,
  attributes: { id: string }[],
): Promise<void> => {
  const wanted = [...new Set(attributes.map(({ id }) => id))];
  await database
    .deleteFrom('component_attributes')
    .where('component_id', '=', componentId)
    .execute();
  if (wanted.length === 0) return;

  const known = await database
    .selectFrom('codex_attributes')
    .select('id')
    .where('id', 'in', wanted)
    .execute();
  const isKnown = new Set(known.map(({ id }) => id));
  const index = attributes.findIndex(({ id }) => !isKnown.has(id));
  if (index >= 0) {
    throw invalid(`attributes[${index}].id`, 'codex attribute not found');
  }
  await database
    .insertInto('component_attributes')
    .values(wanted.map((id) => ({ component_id: componentId, attribute_id: id })))
    .execute();
};
