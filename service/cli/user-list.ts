import { fromJson } from '../database/json-text.ts';
import { databaseCommand } from './command.ts';
import { listText } from './table-text.ts';

export const userList = databaseCommand({
  name: 'user list',
  summary: 'List users',
  options: {},
  run: async ({ database }) => {
    const rows = await database
      .selectFrom('users')
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .select(['id', 'email', 'first_name', 'last_name', 'role', 'status', 'is_enabled', 'scopes'])
      .execute();
    const users = rows.map(({ first_name, last_name, is_enabled, scopes, ...rest }) => ({
      ...rest,
      firstName: first_name,
      lastName: last_name,
      isEnabled: is_enabled === 1,
      scopes: fromJson(scopes),
    }));
    const lines = users.map(({ email, firstName, lastName, role, status, isEnabled, scopes }) => [
      email,
      `${firstName} ${lastName}`.trim(),
      role,
      isEnabled ? status : 'disabled',
      scopes.join(' '),
    ]);
    const headings = ['EMAIL', 'NAME', 'ROLE', 'STATUS', 'SCOPES'];
    return { json: users, text: listText(headings, lines, 'No users.') };
  },
});
