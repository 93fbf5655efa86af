import { sql } from 'kysely';
import type { Role } from '#shared/api/enumerations.ts';
import type { Scope } from '#shared/api/scopes.ts';
import { grouped } from '../../database/grouped.ts';
import { toJson } from '../../database/json-text.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { changeAll } from './change-all.ts';
import { asTheyAre, requireAuthority, requireNoOwner } from './require-authority.ts';
import { scopeTexts, toListed, toPerson } from './user-shapes.ts';
import { existingUsers } from './users.queries.ts';

type RoleChange = { id: string; role: Role; scopes?: Scope[] | undefined };

export const setEnabled = async (context: RequestContext, ids: string[], isEnabled: boolean) => {
  const users = await existingUsers(context.database, ids);
  if (!isEnabled) requireNoOwner(users, 'disabled');
  await requireAuthority(context, asTheyAre(users));
  const flag = isEnabled ? 1 : 0;
  const others = sql`id in (${sql.join(ids)}) and is_enabled <> ${flag}`;
  await changeAll(context, 'users', others, { is_enabled: flag });
  return (await existingUsers(context.database, ids)).map(toListed);
};

export const changeRoles = async (context: RequestContext, payload: RoleChange[]) => {
  const ids = payload.map(({ id }) => id);
  const users = await existingUsers(context.database, ids);
  requireNoOwner(users, 'assigned a different role');
  const changes = payload.map(({ id, role, scopes = [] }) => ({
    id,
    role,
    scopes: role === 'admin' ? scopeTexts(scopes) : [],
  }));
  await requireAuthority(context, [...asTheyAre(users), ...changes]);
  await writeRoles(context, changes);
  return (await existingUsers(context.database, ids)).map(toPerson);
};

type StoredChange = { id: string; role: Role; scopes: string[] };

/**
 * Writes new roles and scopes. If a user is listed several times, the last entry counts. Users with
 * the same role and scopes are changed together.
 */
const writeRoles = async (context: RequestContext, changes: StoredChange[]): Promise<void> => {
  const last = new Map(changes.map((change) => [change.id, change]));
  const alike = grouped(
    [...last.values()].map(({ id, role, scopes }) => {
      const values = { role, scopes: toJson(scopes) };
      return [JSON.stringify(values), { id, values }];
    }),
  );
  for (const group of alike.values()) {
    const ids = group.map(({ id }) => id);
    const [first] = group;
    if (first) await changeAll(context, 'users', sql`id in (${sql.join(ids)})`, first.values);
  }
};
