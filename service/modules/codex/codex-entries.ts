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

/** Entries that are found are read by this many: a statement takes a limited number of values. */
const readAtOnce = 500;

/**
 * What `read` gives for those ids under whose titles one has `text` as a part, whatever its case,
 * in the order of the titles. It is compared here because the databases know the case of different
 * letters.
 */
export const searchTitles = async <Item>(
  titles: { id: string; title: string }[],
  text: string,
  read: (ids: string[]) => Promise<Item[]>,
): Promise<Item[]> => {
  const wanted = text.toLowerCase();
  const hits = titles.filter(({ title }) => title.toLowerCase().includes(wanted));
  const ids = [...new Set(hits.map(({ id }) => id))];
  const items: Item[] = [];
  for (let start = 0; start < ids.length; start += readAtOnce) {
    items.push(...(await read(ids.slice(start, start + readAtOnce))));
  }
  return items;
};
