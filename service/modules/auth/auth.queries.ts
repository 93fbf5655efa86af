import type { Database } from '../../database/schema.ts';

export const findApiToken = async (database: Database, clientId: string) =>
  await database
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .where('api_tokens.client_id', '=', clientId)
    .select([
      'api_tokens.id',
      'api_tokens.secret_hash',
      'api_tokens.allow_ips',
      'users.is_enabled',
      'users.status',
    ])
    .executeTakeFirst();
