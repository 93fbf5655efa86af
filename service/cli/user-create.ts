import { z } from 'zod';
import { name } from '#shared/api/endpoint.ts';
import { roles } from '#shared/api/enumerations.ts';
import { email } from '#shared/api/users.ts';
import { createUser } from '../provision.ts';
import { databaseCommand } from './command.ts';
import { WrongUsage } from './failure.ts';
import { option } from './option.ts';
import { scopeOption } from './scope-option.ts';

const role = z.enum(roles, {
  error: ({ input }) => `there is no role "${String(input)}": the roles are ${roles.join(', ')}`,
});

export const userCreate = databaseCommand({
  name: 'user create',
  summary: 'Create a user, who can be given tokens at once',
  options: {
    email: option(email, { value: 'EMAIL', about: 'unique, whatever its case' }),
    'first-name': option(name.min(1), { value: 'NAME', about: 'the given name' }),
    'last-name': option(name.default(''), { value: 'NAME', about: 'the family name' }),
    role: option(role.default('user'), { value: 'ROLE', about: roles.join(', ') }),
    scope: option(z.array(scopeOption).default([]), {
      value: 'SCOPE',
      many: true,
      about: 'what an admin may do, such as users:read',
    }),
  },
  mayCreate: true,
  run: async ({ database, options }) => {
    const { 'first-name': firstName, 'last-name': lastName, scope: scopes, ...rest } = options;
    if (options.role === 'admin' && scopes.length === 0) {
      throw new WrongUsage('--scope: an admin needs scopes');
    }
    if (options.role !== 'admin' && scopes.length > 0) {
      throw new WrongUsage('--scope: only an admin has scopes of its own');
    }
    const { id } = await createUser(database, { ...rest, firstName, lastName, scopes });
    return { json: { id, email: options.email }, text: `created ${options.email} (${id})` };
  },
});
