import { z } from 'zod';
import { fromJson } from '../database/json-text.ts';
import { databaseCommand } from './command.ts';
import { findUser } from './find-user.ts';
import { option } from './option.ts';
import { listText } from './table-text.ts';

export const tokenList = databaseCommand({
  name: 'token list',
  summary: 'List API tokens (without secrets)',
  options: {
    user: option(z.string().optional(), { value: 'EMAIL', about: 'only the tokens of this user' }),
  },
  run: async ({ database, options: { user } }) => {
    const all = database
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.id', 'api_tokens.user_id')
      .orderBy('api_tokens.created_at')
      .orderBy('api_tokens.id')
      .select(['client_id', 'name', 'email', 'api_tokens.scopes', 'allow_ips'])
      .select('api_tokens.created_at');
    const rows = await (
      user === undefined ? all : all.where('users.id', '=', (await findUser(database, user)).id)
    ).execute();
    const tokens = rows.map(({ client_id, name, email, scopes, allow_ips, created_at }) => ({
      clientId: client_id,
      name,
      user: email,
      scopes: fromJson(scopes),
      allowIps: fromJson(allow_ips),
      createdAt: created_at,
    }));
    const lines = tokens.map((token) => [
      token.clientId,
      token.name,
      token.user,
      token.scopes.join(' '),
      token.allowIps.join(' ') || 'anywhere',
      token.createdAt,
    ]);
    const headings = ['CLIENT ID', 'NAME', 'USER', 'SCOPES', 'FROM', 'CREATED'];
    return { json: tokens, text: listText(headings, lines, 'No tokens.') };
  },
});
