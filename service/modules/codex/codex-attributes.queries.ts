import type { Selectable } from 'kysely';
import type { Resource } from '#shared/api/codex.ts';
import { newId } from '#shared/records/new-id.ts';
import { insertAll } from '../../database/insert-all.ts';
import { fromJson, toJson } from '../../database/json-text.ts';
import { page, type ListParameters } from '../../database/page.ts';
import type { Database, Schema } from '../../database/schema.ts';
import { searchTitles } from '../../database/search-titles.ts';
import { stamped } from '../../database/stamped.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { aliasesOf, newAliases, setAliases, type Alias } from './attribute-aliases.ts';
import { existing, fullFacts, theCodex } from './codex-entries.ts';

type AttributeFacts = {
  title: string;
  description: string;
  aliases: string[];
  resources: Resource[] | null;
};

type Row = Selectable<Schema['codex_attributes']>;

const listed = ['id', 'created_at', 'title', 'description'] as const;

export const listAttributes = async (database: Database, list: ListParameters) => {
  const all = database.selectFrom('codex_attributes').select(listed);
  const { rows, count } = await page(all, 'codex_attributes', list);
  return { items: await withAliases(database, rows), count };
};

/** Searches the aliases, which include the title. */
export const searchAttributes = async (database: Database, text: string) => {
  const titles = await database
    .selectFrom('codex_attribute_aliases as alias')
    .innerJoin('codex_attributes as attribute', 'attribute.id', 'alias.attribute_id')
    .orderBy('attribute.created_at')
    .orderBy('attribute.id')
    .select(['attribute.id', 'alias.title'])
    .execute();
  return await searchTitles(titles, text, async (ids) => {
    const rows = await database
      .selectFrom('codex_attributes')
      .select(listed)
      .where('id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return await withAliases(database, rows);
  });
};

export const getAttribute = async (database: Database, id: string) => {
  const row = await database
    .selectFrom('codex_attributes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const attribute = toAttribute(existing(row, 'codex_attributes', id));
  const aliases = await aliasesOf(database, [id]);
  return { ...attribute, aliases: (aliases.get(id) ?? []).map(({ title }) => title) };
};

export const createAttribute = async (
  { database, now }: RequestContext,
  attribute: AttributeFacts,
) => {
  const made = newAttribute(now, attribute);
  await insertAttributes(database, [made]);
  return toWritten(made);
};

export const createAttributes = async (
  { database, now }: RequestContext,
  attributes: AttributeFacts[],
) => {
  const codex = await theCodex(database);
  const made = attributes.map((attribute) => newAttribute(now, attribute));
  await insertAttributes(database, made);
  return made.map(({ row, aliases }) => ({
    ...toAttribute(row),
    aliases: aliases.map(toFullAlias),
    ...fullFacts(row, codex),
  }));
};

export const replaceAttribute = async (
  context: RequestContext,
  id: string,
  { title, description, aliases, resources }: AttributeFacts,
) => {
  const facts = { title, description, resources: toJson(resources) };
  const row = await context.database
    .updateTable('codex_attributes')
    .set(await stamped(context, 'codex_attributes', id, facts))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  const attribute = existing(row, 'codex_attributes', id);
  await setAliases(context, { id, title, aliases });
  const written = await aliasesOf(context.database, [id]);
  return toWritten({ row: attribute, aliases: written.get(id) ?? [] });
};

type WithAliases = { row: Row; aliases: Alias[] };

const newAttribute = (
  now: string,
  { aliases, resources, ...texts }: AttributeFacts,
): WithAliases => {
  const dates = { created_at: now, updated_at: now };
  const row = { id: newId(), ...dates, ...texts, resources: toJson(resources) };
  return { row, aliases: newAliases(now, { id: row.id, title: row.title, aliases }) };
};

const insertAttributes = async (database: Database, attributes: WithAliases[]): Promise<void> => {
  const rows = attributes.map(({ row }) => row);
  await insertAll(database, 'codex_attributes', rows);
  const aliases = attributes.flatMap((attribute) => attribute.aliases);
  await insertAll(database, 'codex_attribute_aliases', aliases);
};

const withAliases = async <Listed extends { id: string }>(database: Database, rows: Listed[]) => {
  const aliases = await aliasesOf(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    aliases: (aliases.get(row.id) ?? []).map(({ title }) => title),
  }));
};

const toAttribute = ({ id, created_at, title, description, resources }: Row) => {
  const given = fromJson(resources);
  return { id, created_at, title, description, resources: given && [...given] };
};

const toFullAlias = ({ id, title, created_at, updated_at }: Alias) => ({
  id,
  title,
  created_at,
  updated_at,
  deleted_at: null,
});

const toWritten = ({ row, aliases }: WithAliases) => ({
  ...toAttribute(row),
  aliases: aliases.map(({ id, title }) => ({ id, title })),
});
