import { accessToken, type Credentials } from '#shared/api/auth.ts';
import type { Fetch } from './fetch.ts';

type Dependencies = {
  baseUrl: string;
  fetch: Fetch;
  credentials: () => Promise<Credentials>;
  /** Seconds on a clock that only goes forward; a changed system time must not revive a token. */
  monotonicSeconds?: () => number;
};

const refreshBeforeExpirySeconds = 60;

/**
 * A fetch that carries the access token. The token lives in this closure only; one request for a
 * new one is under way at a time; a 401 gets a new token once and repeats the request once.
 */
export const createAuthorizedFetch = ({
  baseUrl,
  fetch,
  credentials,
  monotonicSeconds = () => performance.now() / 1000,
}: Dependencies): Fetch => {
  let current: Promise<{ header: string; expiresAt: number }> | null = null;

  const obtain = async (): Promise<{ header: string; expiresAt: number }> => {
    const response = await fetch(
      new Request(`${baseUrl}/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(await credentials()),
      }),
    );
    if (!response.ok) throw new Error(`The service refused the credentials (${response.status})`);
    const token = accessToken.parse(await response.json());
    return {
      header: `${token.token_type} ${token.access_token}`,
      expiresAt: monotonicSeconds() + token.expires_in - refreshBeforeExpirySeconds,
    };
  };

  const renew = (): NonNullable<typeof current> => {
    const renewal = obtain();
    current = renewal;
    renewal.catch(() => {
      if (current === renewal) current = null;
    });
    return renewal;
  };

  const header = async (): Promise<string> => {
    const token = await (current ?? renew());
    return token.expiresAt > monotonicSeconds() ? token.header : (await renew()).header;
  };

  const send = (request: Request, authorization: string): Promise<Response> => {
    const authorized = new Request(request);
    authorized.headers.set('authorization', authorization);
    return fetch(authorized);
  };

  return async (request) => {
    const used = await header();
    const response = await send(request.clone(), used);
    if (response.status !== 401) return response;
    const refused = await current;
    const fresh = refused?.header === used ? (await renew()).header : await header();
    return await send(request, fresh);
  };
};
