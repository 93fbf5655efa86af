import type { Database } from '../database/schema.ts';
import { Refusal } from '../protocol/refusal.ts';
import { findAccessToken } from './access-token.ts';
import { isAllowed } from './address-list.ts';
import type { Caller } from './caller.ts';
import { grants } from './scope.ts';

type Attempt = { headers: Headers; address: string | undefined; now: Date };

const challenge = { headers: { 'www-authenticate': 'Bearer' } };

/**
 * Decides whether a request may be made at all, before its body is read and before anything is
 * looked up; collection permissions come after it. Rules: "Scope of each endpoint" of the
 * decisions. A route without a scope takes no token, and has nobody as its caller.
 */
export const authorize = async (
  database: Database,
  requiredScope: string | null,
  { headers, address, now }: Attempt,
): Promise<Caller | undefined> => {
  if (requiredScope === null) return undefined;
  const bearer = /^bearer +([\w.~+/-]+=*)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (bearer === undefined) {
    throw new Refusal('unauthenticated', 'send Authorization: Bearer <access token>', challenge);
  }
  const token = await findAccessToken(database, bearer);
  if (!token) throw new Refusal('unauthenticated', 'the access token is not known', challenge);
  if (token.expiresAt <= now.toISOString()) {
    throw new Refusal('token_expired', 'obtain a new access token from /auth', challenge);
  }
  if (!token.isEnabled) throw new Refusal('account_disabled', 'the account is disabled');
  if (!isAllowed(token.allowIps, address)) {
    throw new Refusal('ip_not_allowed', 'the token may not be used from this address');
  }
  const limits = token.caller.role === 'admin' ? [token.scopes, token.userScopes] : [token.scopes];
  if (!limits.every((scopes) => grants(scopes, requiredScope))) {
    throw new Refusal('missing_scope', `requires scope ${requiredScope}`, { requiredScope });
  }
  return token.caller;
};
