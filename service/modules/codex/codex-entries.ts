import { newId } from '#shared/records/new-id.ts';
import type { Database } from '../../database/schema.ts';
import { Refusal } from '../../protocol/refusal.ts';

const singular = {
  codex_attributes: 'codex attribute',
  codex_mitigations: 'codex mitigation',
  codex_threats: 'codex threat',
} as const;

type CodexTable = keyof typeof singular;

/** Returns the row, or throws 404 if there is none. */
export const existing = <Row>(row: Row | undefined, table: CodexTable, id: string): Row => {
  if (row === undefined) throw new Refusal('not_found', `${singular[table]} ${id} not found`);
  return row;
};

/** Deletes all entries. If one of them does not exist, throws and deletes none. */
export const deleteEntries = async (
  database: Database,
  table: CodexTable,
  ids: string[],
): Promise<void> => {
  const rows = await database.deleteFrom(table).where('id', 'in', ids).returning('id').execute();
  const deleted = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) existing(deleted.get(id), table, id);
};

/**
 * Returns the only codex of the service, and creates it on first use. If two requests create it at the
 * same time, only one can commit, because transactions are serializable. The other request runs again
 * and finds the codex.
 */
export const theCodex = async (database: Database): Promise<{ id: string }> => {
  const codex = await database.selectFrom('codices').select('id').executeTakeFirst();
  if (codex) return codex;
  const made = { id: newId() };
  await database.insertInto('codices').values(made).execute();
  return made;
};

type Dates = { created_at: string; updated_at: string };

/** Returns the fields that the full records of all codex entries have. */
export const fullFacts = ({ created_at, updated_at }: Dates, codex: { id: string }) => ({
  codex,
  created_at,
  updated_at,
  deleted_at: null,
});
