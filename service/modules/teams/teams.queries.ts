import { newId } from '#shared/records/new-id.ts';
import { page, type ListParameters } from '../../database/page.ts';
import type { Database } from '../../database/schema.ts';
import { stamped, type Changes } from '../../database/stamped.ts';
import { Refusal } from '../../protocol/refusal.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { membersOf, setMembers } from './members.ts';
import { requireUsers } from './named-in-body.ts';

type WriteContext = Pick<RequestContext, 'database' | 'now'>;
type TeamFacts = { title: string; usersIds: string[] };

export const listTeams = async (database: Database, list: ListParameters) => {
  const { rows, count } = await page(
    database.selectFrom('teams').select(['id', 'title']),
    'teams',
    list,
  );
  const members = await membersOf(
    database,
    rows.map(({ id }) => id),
  );
  return { items: rows.map((team) => ({ ...team, users: members.get(team.id) ?? [] })), count };
};

export const getTeam = async (database: Database, id: string) => {
  const team = await database
    .selectFrom('teams')
    .select(['id', 'title'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!team) throw new Refusal('not_found', `team ${id} not found`);
  const members = await membersOf(database, [id]);
  return { ...team, users: members.get(id) ?? [] };
};

export const createTeam = async (
  { database, now }: WriteContext,
  { title, usersIds }: TeamFacts,
): Promise<string> => {
  await requireMembers(database, usersIds);
  const id = newId();
  await database
    .insertInto('teams')
    .values({ id, created_at: now, updated_at: now, title })
    .execute();
  await setMembers(database, id, usersIds);
  return id;
};

export const updateTeam = async (
  context: WriteContext,
  id: string,
  changes: Changes<TeamFacts>,
): Promise<void> => {
  const { database } = context;
  const { usersIds, ...facts } = await stamped(context, 'teams', id, changes);
  await database.updateTable('teams').set(facts).where('id', '=', id).execute();
  if (!usersIds) return;
  await requireMembers(database, usersIds);
  await setMembers(database, id, usersIds);
};

/** Deletes a team. Foreign keys delete the grants to the team. */
export const deleteTeam = async (database: Database, id: string): Promise<void> => {
  await database.deleteFrom('teams').where('id', '=', id).execute();
};

const requireMembers = async (database: Database, usersIds: string[]): Promise<void> => {
  const named = usersIds.map((id, index) => ({ id, path: `usersIds[${index}]` }));
  await requireUsers(database, named);
};
