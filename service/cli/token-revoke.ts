import { z } from 'zod';
import { writing } from '../database/transaction.ts';
import { databaseCommand } from './command.ts';
import { Failure } from './failure.ts';
import { option } from './option.ts';

export const tokenRevoke = databaseCommand({
  name: 'token revoke',
  summary: 'Revoke an API token and its access tokens',
  options: { client: option(z.string(), { value: 'CLIENT_ID', about: 'client ID of the token' }) },
  run: async ({ database, options: { client } }) => {
    const { numDeletedRows } = await writing(
      database,
      async (transaction) =>
        await transaction
          .deleteFrom('api_tokens')
          .where('client_id', '=', client)
          .executeTakeFirstOrThrow(),
    );
    if (numDeletedRows === 0n) throw new Failure(`token ${client} not found`);
    return { json: { revoked: client }, text: `revoked ${client}` };
  },
});
