import { z } from 'zod';
import { name } from '#shared/api/values.ts';
import { issueApiToken } from '../provision.ts';
import { addressRangeOption } from './address-range-option.ts';
import { databaseCommand } from './command.ts';
import { findUser } from './find-user.ts';
import { option } from './option.ts';
import { scopeOption } from './scope-option.ts';

export const tokenCreate = databaseCommand({
  name: 'token create',
  summary: 'Create an API token (the secret is shown once)',
  options: {
    user: option(z.string(), { value: 'EMAIL', about: 'user the token acts as' }),
    scope: option(z.array(scopeOption), {
      value: 'SCOPE',
      many: true,
      about: 'scope to grant, for example collections:read or *:write',
    }),
    'allow-ip': option(z.array(addressRangeOption).default([]), {
      value: 'CIDR',
      many: true,
      about: 'allowed source range (default: anywhere)',
    }),
    name: option(name.min(1).default('command line'), {
      value: 'NAME',
      about: 'label for the token',
    }),
  },
  run: async ({ database, options }) => {
    const { id: userId } = await findUser(database, options.user);
    const { clientId, secret } = await issueApiToken(database, {
      userId,
      name: options.name,
      scopes: options.scope,
      allowIps: options['allow-ip'],
    });
    const text = [
      `client ID  ${clientId}`,
      `secret     ${secret}`,
      'Save the secret now. Only a hash is stored, so it cannot be shown again.',
    ];
    return { json: { clientId, secret }, text: text.join('\n') };
  },
});
