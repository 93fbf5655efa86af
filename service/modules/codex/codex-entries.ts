import { newId } from '../../database/new-id.ts';
import type { Database } from '../../database/schema.ts';
import { Refusal } from '../../protocol/refusal.ts';

/** What attributes, mitigations and threats of the codex have in common. */

const singular = {
  codex_attributes: 'codex attribute',
  codex_mitigations: 'codex mitigation',
  codex_threats: 'codex threat',
} as const;

type CodexTable = keyof typeof singular;

/** The entry that was looked for. */
export const existing = <Row>(row: Row | undefined, table: CodexTable, id: string): Row => {
  if (row === undefined) throw new Refusal('not_found', `there is no ${singular[table]} ${id}`);
  return row;
};

/** All of them or, where one does not exist, none. */
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
 * The account's one codex, made when it is first needed. Of two requests that both find none only
 * one can be committed, since transactions are serializable; the other runs again and finds it.
 */
export const theCodex = async (database: Database): Promise<{ id: string }> => {
  const codex = await database.selectFrom('codices').select('id').executeTakeFirst();
  if (codex) return codex;
  const made = { id: newId() };
  await database.insertInto('codices').values(made).execute();
  return made;
};

type Dates = { created_at: string; updated_at: string };

/** What the full record of an entry has besides its own fields. */
export const fullFacts = ({ created_at, updated_at }: Dates, codex: { id: string }) => ({
  codex,
  created_at,
  updated_at,
  deleted_at: null,
});
