import { z } from 'zod';
import { roles } from '#shared/api/enumerations.ts';
import { email } from '#shared/api/users.ts';
import { name } from '#shared/api/values.ts';
import { createUser } from '../provision.ts';
import { databaseCommand } from './command.ts';
import { WrongUsage } from './failure.ts';
import { option } from './option.ts';
import { scopeOption } from './scope-option.ts';

const role = z.enum(roles, {
  error: ({ input }) => `unknown role "${String(input)}"; the roles are ${roles.join(', ')}`,
});

export const userCreate = databaseCommand({
  name: 'user create',
  summary: 'Create a confirmed user',
  options: {
    email: option(email, { value: 'EMAIL', about: 'email address (unique, case-insensitive)' }),
    'first-name': option(name.min(1), { value: 'NAME', about: 'first name' }),
    'last-name': option(name.default(''), { value: 'NAME', about: 'last name' }),
    role: option(role.default('user'), { value: 'ROLE', about: roles.join(', ') }),
    scope: option(z.array(scopeOption).default([]), {
      value: 'SCOPE',
      many: true,
      about: 'scope of an admin, for example users:read',
    }),
  },
  mayCreate: true,
  run: async ({ database, options }) => {
    const { 'first-name': firstName, 'last-name': lastName, scope: scopes, ...rest } = options;
    if (options.role === 'admin' && scopes.length === 0) {
      throw new WrongUsage('--scope: an admin needs scopes');
    }
    if (options.role !== 'admin' && scopes.length > 0) {
      throw new WrongUsage('--scope: only admins can have scopes');
    }
    const { id } = await createUser(database, { ...rest, firstName, lastName, scopes });
    return { json: { id, email: options.email }, text: `created ${options.email} (${id})` };
  },
});
