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
import { existing, fullFacts, theCodex } from './codex-entries.ts';

type MitigationFacts = {
  title: string;
  definition: string;
  consideration: string | null;
  explanation: string | null;
  example: string | null;
  question: string | null;
  resources: Resource[];
};

const listed = ['id', 'created_at', 'title', 'definition'] as const;

export const listMitigations = async (database: Database, list: ListParameters) => {
  const all = database.selectFrom('codex_mitigations').select(listed);
  const { rows, count } = await page(all, 'codex_mitigations', list);
  return { items: rows, count };
};

export const searchMitigations = async (database: Database, text: string) => {
  const ordered = database.selectFrom('codex_mitigations').orderBy('created_at').orderBy('id');
  return await searchTitles(
    await ordered.select(['id', 'title']).execute(),
    text,
    async (ids) => await ordered.select(listed).where('id', 'in', ids).execute(),
  );
};

export const getMitigation = async (database: Database, id: string) => {
  const row = await database
    .selectFrom('codex_mitigations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return toMitigation(existing(row, 'codex_mitigations', id));
};

export const createMitigation = async (
  { database, now }: RequestContext,
  mitigation: MitigationFacts,
) => {
  const row = newRow(now, mitigation);
  await database.insertInto('codex_mitigations').values(row).execute();
  return toMitigation(row);
};

export const createMitigations = async (
  { database, now }: RequestContext,
  mitigations: MitigationFacts[],
) => {
  const codex = await theCodex(database);
  const rows = mitigations.map((mitigation) => newRow(now, mitigation));
  await insertAll(database, 'codex_mitigations', rows);
  return rows.map((row) => ({ ...toMitigation(row), ...fullFacts(row, codex) }));
};

export const replaceMitigation = async (
  context: RequestContext,
  id: string,
  { resources, ...texts }: MitigationFacts,
) => {
  const facts = { ...texts, resources: toJson(resources) };
  const row = await context.database
    .updateTable('codex_mitigations')
    .set(await stamped(context, 'codex_mitigations', id, facts))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return toMitigation(existing(row, 'codex_mitigations', id));
};

type Row = Selectable<Schema['codex_mitigations']>;

const newRow = (now: string, { resources, ...texts }: MitigationFacts): Row => ({
  id: newId(),
  created_at: now,
  updated_at: now,
  ...texts,
  resources: toJson(resources),
});

const toMitigation = (row: Row) => ({
  id: row.id,
  title: row.title,
  definition: row.definition,
  consideration: row.consideration,
  explanation: row.explanation,
  example: row.example,
  question: row.question,
  resources: [...fromJson(row.resources)],
});
