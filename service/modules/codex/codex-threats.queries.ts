import type { Selectable } from 'kysely';
import type { Resource } from '#shared/api/codex.ts';
import type { Priority } from '#shared/api/enumerations.ts';
import { newId } from '#shared/records/new-id.ts';
import { insertAll } from '../../database/insert-all.ts';
import { fromJson, toJson } from '../../database/json-text.ts';
import { page, type ListParameters } from '../../database/page.ts';
import type { Database, Schema } from '../../database/schema.ts';
import { searchTitles } from '../../database/search-titles.ts';
import { stamped } from '../../database/stamped.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { existing, fullFacts, theCodex } from './codex-entries.ts';

type ThreatFacts = {
  title: string;
  description: string;
  priority: Priority;
  resources: Resource[];
};

const listed = ['id', 'created_at', 'title', 'description', 'priority'] as const;

export const listThreats = async (database: Database, list: ListParameters) => {
  const all = database.selectFrom('codex_threats').select(listed);
  const { rows, count } = await page(all, 'codex_threats', list);
  return { items: rows, count };
};

export const searchThreats = async (database: Database, text: string) => {
  const ordered = database.selectFrom('codex_threats').orderBy('created_at').orderBy('id');
  return await searchTitles(
    await ordered.select(['id', 'title']).execute(),
    text,
    async (ids) => await ordered.select(listed).where('id', 'in', ids).execute(),
  );
};

export const getThreat = async (database: Database, id: string) => {
  const row = await database
    .selectFrom('codex_threats')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return toThreat(existing(row, 'codex_threats', id));
};

export const createThreat = async ({ database, now }: RequestContext, threat: ThreatFacts) => {
  const row = newRow(now, threat);
  await database.insertInto('codex_threats').values(row).execute();
  return toThreat(row);
};

export const createThreats = async ({ database, now }: RequestContext, threats: ThreatFacts[]) => {
  const codex = await theCodex(database);
  const rows = threats.map((threat) => newRow(now, threat));
  await insertAll(database, 'codex_threats', rows);
  return rows.map((row) => ({ ...toThreat(row), ...fullFacts(row, codex) }));
};

export const replaceThreat = async (
  context: RequestContext,
  id: string,
  { resources, ...texts }: ThreatFacts,
) => {
  const facts = { ...texts, resources: toJson(resources) };
  const row = await context.database
    .updateTable('codex_threats')
    .set(await stamped(context, 'codex_threats', id, facts))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return toThreat(existing(row, 'codex_threats', id));
};

type Row = Selectable<Schema['codex_threats']>;

const newRow = (now: string, { resources, ...texts }: ThreatFacts): Row => ({
  id: newId(),
  created_at: now,
  updated_at: now,
  ...texts,
  resources: toJson(resources),
});

const toThreat = ({ id, title, description, priority, resources }: Row) => ({
  id,
  title,
  description,
  priority,
  resources: [...fromJson(resources)],
});
