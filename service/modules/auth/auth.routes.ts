import { contract } from '#shared/api/contract.ts';
import { issueAccessToken } from '../../access/access-token.ts';
import { isAllowed } from '../../access/address-list.ts';
import { isSecret } from '../../access/secret-hash.ts';
import { forgetFailures, reserveAttempt, type Throttle } from '../../access/throttle.ts';
import { inTurn } from '../../database/in-turn.ts';
import { fromJson } from '../../database/json-text.ts';
import type { Database } from '../../database/schema.ts';
import { addressGroup } from '../../limits/address-group.ts';
import { Refusal } from '../../protocol/refusal.ts';
import { implementer } from '../../protocol/request-context.ts';
import { findApiToken } from './auth.queries.ts';

export type AuthDependencies = {
  now: () => Date;
  /** A clock that only advances, for the waits after failed attempts. */
  steadyNow: () => Date;
  tokenLifetimeSeconds: number;
};

const api = implementer(contract.auth);

export const authRoutes = ({ now, steadyNow, tokenLifetimeSeconds }: AuthDependencies) => {
  /**
   * Checks a secret, and throws 429 if the client has to wait. Attempts with the same key run one after
   * another, so that concurrent correct attempts do not count as failures.
   */
  const isRightSecret = async (
    database: Database,
    secret: string,
    hash: string | undefined,
    throttle: Throttle,
  ): Promise<boolean> =>
    await inTurn(`/auth ${throttle.key}`, async () => {
      const wait = await reserveAttempt(database, throttle, steadyNow());
      if (wait > 0) {
        const headers = { 'retry-after': String(wait) };
        throw new Refusal(
          'rate_limited',
          `try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}`,
          { headers },
        );
      }
      const isRight = await isSecret(secret, hash);
      if (isRight) await forgetFailures(database, throttle.key);
      return isRight;
    });

  return api.router({
    token: api.token.handler(async ({ input, context: { database, address = '' } }) => {
      const token = await findApiToken(database, input.clientId);
      const group = addressGroup(address);
      // Attempts with an unknown client ID have their own counter for each address, so they do not lock
      // out existing clients at that address.
      const throttle = token
        ? { key: `${group} ${input.clientId}`, free: 5 }
        : { key: group, free: 50 };
      const isRight = await isRightSecret(database, input.secret, token?.secret_hash, throttle);
      if (!token || !isRight) {
        throw new Refusal('invalid_credentials', 'incorrect client ID or secret', {
          headers: { 'www-authenticate': 'Bearer' },
        });
      }
      if (token.is_enabled !== 1 || token.status !== 'confirmed') {
        throw new Refusal('account_disabled', 'the account is disabled');
      }
      if (!isAllowed(fromJson(token.allow_ips), address)) {
        throw new Refusal('ip_not_allowed', "this token can't be used from this IP address");
      }
      return {
        access_token: await issueAccessToken(database, token.id, now(), tokenLifetimeSeconds),
        expires_in: tokenLifetimeSeconds,
        token_type: 'Bearer',
      };
    }),
  });
};
