import { contract } from '#shared/api/contract.ts';
import { issueAccessToken } from '../../access/access-token.ts';
import { isAllowed } from '../../access/address-list.ts';
import { isSecret } from '../../access/secret-hash.ts';
import { createThrottle } from '../../access/throttle.ts';
import { fromJson } from '../../database/json-text.ts';
import { Refusal } from '../../protocol/refusal.ts';
import { implementer } from '../../protocol/request-context.ts';
import { findApiToken } from './auth.queries.ts';

export type AuthDependencies = { now: () => Date; tokenLifetimeSeconds: number };

const api = implementer(contract.auth);

export const authRoutes = ({ now, tokenLifetimeSeconds }: AuthDependencies) => {
  // By both, a stranger cannot lock a client out; by address alone, it cannot try many clients.
  const byClientAndAddress = createThrottle(5, now);
  const byAddress = createThrottle(50, now);

  return api.router({
    token: api.token.handler(async ({ input, context: { database, address = '' } }) => {
      const pair = `${address} ${input.clientId}`;
      const wait = Math.max(byClientAndAddress.wait(pair), byAddress.wait(address));
      if (wait > 0) {
        const headers = { 'retry-after': String(wait) };
        throw new Refusal('rate_limited', `try again in ${wait} s`, { headers });
      }
      const token = await findApiToken(database, input.clientId);
      const isRight = await isSecret(input.secret, token?.secret_hash);
      if (!token || !isRight) {
        byClientAndAddress.failed(pair);
        byAddress.failed(address);
        throw new Refusal('invalid_credentials', 'the client id or the secret is wrong', {
          headers: { 'www-authenticate': 'Bearer' },
        });
      }
      byClientAndAddress.succeeded(pair);
      if (token.is_enabled !== 1) throw new Refusal('account_disabled', 'the account is disabled');
      if (!isAllowed(fromJson(token.allow_ips), address)) {
        throw new Refusal('ip_not_allowed', 'the token may not be used from this address');
      }
      return {
        access_token: await issueAccessToken(database, token.id, now(), tokenLifetimeSeconds),
        expires_in: tokenLifetimeSeconds,
        token_type: 'Bearer',
      };
    }),
  });
};
