import { contract } from '#shared/api/contract.ts';
import { issueAccessToken } from '../../access/access-token.ts';
import { isAllowed } from '../../access/address-list.ts';
import { isSecret } from '../../access/secret-hash.ts';
import { countFailure, forgetFailures, secondsToWait } from '../../access/throttle.ts';
import { fromJson } from '../../database/json-text.ts';
import { Refusal } from '../../protocol/refusal.ts';
import { implementer } from '../../protocol/request-context.ts';
import { findApiToken } from './auth.queries.ts';

export type AuthDependencies = { now: () => Date; tokenLifetimeSeconds: number };

const api = implementer(contract.auth);

/** By both, a stranger cannot lock a client out; by address alone, it cannot try many clients. */
const free = { pair: 5, address: 50 };

export const authRoutes = ({ now, tokenLifetimeSeconds }: AuthDependencies) =>
  api.router({
    token: api.token.handler(async ({ input, context: { database, address = '' } }) => {
      const [pair, alone] = [`${address} ${input.clientId}`, address];
      const wait = await secondsToWait(database, [pair, alone], now());
      if (wait > 0) {
        const headers = { 'retry-after': String(wait) };
        throw new Refusal('rate_limited', `try again in ${wait} s`, { headers });
      }
      const token = await findApiToken(database, input.clientId);
      const isRight = await isSecret(input.secret, token?.secret_hash);
      if (!token || !isRight) {
        await countFailure(database, pair, { free: free.pair, now: now() });
        await countFailure(database, alone, { free: free.address, now: now() });
        throw new Refusal('invalid_credentials', 'the client id or the secret is wrong', {
          headers: { 'www-authenticate': 'Bearer' },
        });
      }
      await forgetFailures(database, pair);
      if (token.is_enabled !== 1 || token.status !== 'confirmed') {
        throw new Refusal('account_disabled', 'the account is not active');
      }
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
