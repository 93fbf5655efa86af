import type { Selectable } from 'kysely';
import { newId } from '#shared/records/new-id.ts';
import { grouped } from '../../database/grouped.ts';
import { insertAll } from '../../database/insert-all.ts';
import type { Database, Schema } from '../../database/schema.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

export type Alias = Selectable<Schema['codex_attribute_aliases']>;

type AttributeNames = { id: string; title: string; aliases: string[] };

/**
 * Returns the aliases of the attributes, by attribute ID. The title of an attribute comes first, and its
 * other aliases follow in the order in which the client sent them.
 */
export const aliasesOf = async (
  database: Database,
  attributeIds: string[],
): Promise<Map<string, Alias[]>> => {
  if (attributeIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('codex_attribute_aliases')
    .where('attribute_id', 'in', attributeIds)
    .orderBy('position')
    .selectAll()
    .execute();
  return grouped(rows.map((alias) => [alias.attribute_id, alias]));
};

/** Returns a new row for the title of an attribute, and for each of its aliases. */
export const newAliases = (now: string, { id, title, aliases }: AttributeNames): Alias[] =>
  [...new Set([title, ...aliases])].map((alias, position) => ({
    id: newId(),
    created_at: now,
    updated_at: now,
    attribute_id: id,
    position,
    title: alias,
  }));

/** Replaces the aliases of an attribute. An alias that stays keeps its row. */
export const setAliases = async (
  { database, now }: RequestContext,
  attribute: AttributeNames,
): Promise<void> => {
  const wanted = newAliases(now, attribute);
  const titles = wanted.map(({ title }) => title);
  await database
    .deleteFrom('codex_attribute_aliases')
    .where('attribute_id', '=', attribute.id)
    .where('title', 'not in', titles)
    .execute();
  const staying = await database
    .selectFrom('codex_attribute_aliases')
    .select(['id', 'title', 'position'])
    .where('attribute_id', '=', attribute.id)
    .execute();
  const rowOf = new Map(staying.map((row) => [row.title, row]));
  for (const { title, position } of wanted) {
    const row = rowOf.get(title);
    if (!row || row.position === position) continue;
    await database
      .updateTable('codex_attribute_aliases')
      .set({ position })
      .where('id', '=', row.id)
      .execute();
  }
  const missing = wanted.filter(({ title }) => !rowOf.has(title));
  await insertAll(database, 'codex_attribute_aliases', missing);
};
