import { z } from 'zod';
import { name } from '#shared/api/endpoint.ts';
import { issueApiToken } from '../provision.ts';
import { addressRangeOption } from './address-range-option.ts';
import { databaseCommand } from './command.ts';
import { findUser } from './find-user.ts';
import { option } from './option.ts';
import { scopeOption } from './scope-option.ts';

export const tokenCreate = databaseCommand({
  name: 'token create',
  summary: 'Make an API token for a user; its secret is shown this once',
  options: {
    user: option(z.string(), { value: 'EMAIL', about: 'for whom the token acts' }),
    scope: option(z.array(scopeOption), {
      value: 'SCOPE',
      many: true,
      about: 'what may be done with it, such as collections:read or *:write',
    }),
    'allow-ip': option(z.array(addressRangeOption).default([]), {
      value: 'CIDR',
      many: true,
      about: 'from where it may be used; from everywhere without',
    }),
    name: option(name.min(1).default('command line'), {
      value: 'NAME',
      about: 'by which to know it again',
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
      `client id  ${clientId}`,
      `secret     ${secret}`,
      'Keep the secret: it is stored as a hash and cannot be shown again.',
    ];
    return { json: { clientId, secret }, text: text.join('\n') };
  },
});
