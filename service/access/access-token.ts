import { hash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { fromJson } from '../database/json-text.ts';
import type { Database } from '../database/schema.ts';
import { statement } from '../database/statement.ts';
import type { Caller } from './caller.ts';

type AccessToken = {
  expiresAt: string;
  scopes: readonly string[];
  allowIps: readonly string[];
  isActive: boolean;
  userScopes: readonly string[];
  caller: Caller;
};

/** Lookups that have not started yet, by token. Requests with the same token share one lookup. */
const waiting = new WeakMap<Database, Map<string, Promise<AccessToken | undefined>>>();

/**
 * Finds an access token and its user. Each request reads them from the database again, so that a revoked
 * token or a changed role takes effect at once. Requests that arrive together with the same token share
 * one lookup. The lookup starts after all of these requests have arrived, so none of them gets an
 * outdated result.
 */
export const findAccessToken = async (
  database: Database,
  token: string,
): Promise<AccessToken | undefined> => {
  // In a transaction, an earlier part of the same batch may have changed the user. So each part looks
  // the token up itself.
  if (database.isTransaction) return await lookUp(database, token);
  const together = waiting.get(database) ?? new Map<string, Promise<AccessToken | undefined>>();
  waiting.set(database, together);
  const known = together.get(token);
  if (known) return await known;
  const lookup = setImmediate().then(async () => {
    together.delete(token);
    return await lookUp(database, token);
  });
  together.set(token, lookup);
  return await lookup;
};

const lookUp = async (database: Database, token: string): Promise<AccessToken | undefined> => {
  const [found] = await selectAccessToken(database, hashOf(token));
  return (
    found && {
      expiresAt: found.expires_at,
      scopes: fromJson(found.scopes),
      allowIps: fromJson(found.allow_ips),
      isActive: found.is_enabled === 1 && found.status === 'confirmed',
      userScopes: fromJson(found.user_scopes),
      caller: { userId: found.user_id, role: found.role, tokenId: found.token_id },
    }
  );
};

const selectAccessToken = statement((database, hashed: string) =>
  database
    .selectFrom('access_tokens')
    .innerJoin('api_tokens', 'api_tokens.id', 'access_tokens.api_token_id')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .where('access_tokens.hash', '=', hashed)
    .select([
      'access_tokens.expires_at',
      'api_tokens.id as token_id',
      'api_tokens.scopes',
      'api_tokens.allow_ips',
      'users.id as user_id',
      'users.role',
      'users.is_enabled',
      'users.status',
      'users.scopes as user_scopes',
    ]),
);

/** Creates a random bearer token. Only its hash is stored. */
export const issueAccessToken = async (
  database: Database,
  apiTokenId: string,
  now: Date,
  lifetimeSeconds: number,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await database
    .insertInto('access_tokens')
    .values({
      hash: hashOf(token),
      api_token_id: apiTokenId,
      expires_at: new Date(now.getTime() + lifetimeSeconds * 1000).toISOString(),
    })
    .execute();
  return token;
};

/**
 * Deletes tokens a day after they expire. They are kept until then, so that a request with an expired
 * token gets `token_expired` instead of `unauthenticated`.
 */
export const forgetAccessTokens = async (database: Database, now: Date): Promise<void> => {
  const forgotten = new Date(now.getTime() - 24 * 3_600_000).toISOString();
  await database.deleteFrom('access_tokens').where('expires_at', '<', forgotten).execute();
};

const hashOf = (token: string): string => hash('sha256', token);
