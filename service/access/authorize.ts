import { anyScope, type EndpointMeta } from '#shared/api/endpoint.ts';
import type { Database } from '../database/schema.ts';
import type { Incoming } from '../protocol/incoming.ts';
import { Refusal } from '../protocol/refusal.ts';
import { findAccessToken } from './access-token.ts';
import { isAllowed } from './address-list.ts';
import type { Caller } from './caller.ts';
import { roleScopes } from './role-scopes.ts';
import { grants } from './scope.ts';

export type Tier = 'standard' | 'enterprise';

type Setting = { now: Date; tier: Tier };

const challenge = { headers: { 'www-authenticate': 'Bearer' } };

/**
 * Checks, before the body of a request is read, that the request may call an endpoint. This depends on
 * the access token, its user, the client's address, and the tier of the account. Returns the caller, or
 * `undefined` if the endpoint has no scope and so needs no token. Throws a `Refusal` if the call is not
 * allowed. Permissions on collections are checked later, by the procedures.
 */
export const authorize = async (
  database: Database,
  endpoint: Pick<EndpointMeta, 'scope' | 'tier'>,
  { header, address }: Pick<Incoming, 'header' | 'address'>,
  { now, tier }: Setting,
): Promise<Caller | undefined> => {
  const { scope } = endpoint;
  if (scope === null) return undefined;
  const bearer = /^bearer +([\w.~+/-]+=*)$/i.exec(header('authorization') ?? '')?.[1];
  if (bearer === undefined) {
    throw new Refusal('unauthenticated', 'send Authorization: Bearer <access token>', challenge);
  }
  const token = await findAccessToken(database, bearer);
  if (!token) throw new Refusal('unauthenticated', 'unknown access token', challenge);
  if (token.expiresAt <= now.toISOString()) {
    throw new Refusal('token_expired', 'access token expired; get a new one from /auth', challenge);
  }
  if (!token.isActive) throw new Refusal('account_disabled', 'the account is disabled');
  if (!isAllowed(token.allowIps, address)) {
    throw new Refusal('ip_not_allowed', "this token can't be used from this IP address");
  }
  const ofRole = roleScopes(token.caller.role, token.userScopes);
  const isGranted = [token.scopes, ofRole].every((scopes) => grants(scopes, scope));
  if (scope !== anyScope && !isGranted) {
    throw new Refusal('missing_scope', `requires scope ${scope}`, { requiredScope: scope });
  }
  if (endpoint.tier === 'enterprise' && tier !== 'enterprise') {
    throw new Refusal('enterprise_required', 'this account is on the Standard tier');
  }
  return token.caller;
};
