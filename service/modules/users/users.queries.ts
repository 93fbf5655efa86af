import { page, type ListParameters } from '../../database/page.ts';
import type { Database } from '../../database/schema.ts';
import { searchTitles } from '../../database/search-titles.ts';
import { Refusal } from '../../protocol/refusal.ts';
import { toFound, toListed, toUser, type UserRow } from './user-shapes.ts';

/** Selects users that are not deleted. */
export const selectUsers = (database: Database) =>
  database.selectFrom('users').where('deleted_at', 'is', null).selectAll('users');

export const listUsers = async (
  database: Database,
  list: Pick<ListParameters, 'limit' | 'page'>,
) => {
  const { rows, count } = await page(selectUsers(database), 'users', {
    ...list,
    sort: 'created_at',
    order: 'ASC',
  });
  return { items: rows.map(toListed), count };
};

export const getUser = async (database: Database, id: string) => {
  const row = await selectUsers(database).where('id', '=', id).executeTakeFirst();
  return toUser(existing(row, id));
};

type Search = { field: 'first_name' | 'last_name' | 'email'; text: string };

export const searchUsers = async (database: Database, { field, text }: Search) => {
  const titles = await database
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', `${field} as title`])
    .execute();
  return await searchTitles(titles, text, async (ids) => {
    const rows = await selectUsers(database)
      .where('id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toFound);
  });
};

/** Returns the users with these IDs, in the same order. Throws 404 if one of them does not exist. */
export const existingUsers = async (database: Database, ids: string[]): Promise<UserRow[]> => {
  const rows = await selectUsers(database).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => existing(byId.get(id), id));
};

const existing = (row: UserRow | undefined, id: string): UserRow => {
  if (!row) throw new Refusal('not_found', `user ${id} not found`);
  return row;
};
