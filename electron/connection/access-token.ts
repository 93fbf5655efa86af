import { z } from 'zod';
import type { Credentials } from '#shared/api/auth.ts';
import { notJson, parsedJson, wholeBody } from './answer-body.ts';
import { CredentialsRefused, UnreadableAnswer } from './answer-failures.ts';
import type { Fetch } from './fetch.ts';
import { readRefusal, refusalError } from './refusal.ts';
import { untilAborted } from './until-aborted.ts';

type Dependencies = {
  baseUrl: string;
  fetch: Fetch;
  credentials: () => Promise<Credentials>;
  /**
   * Returns the time of a monotonic clock, in seconds. With the system time, an expired token could look
   * valid after somebody changed the clock.
   */
  monotonicSeconds?: () => number;
};

type Token = { header: string; expiresAt: number };

const refreshBeforeExpirySeconds = 60;
/**
 * The response of the token endpoint. A token without a lifetime is used until the service rejects it.
 */
const answered = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(Number.POSITIVE_INFINITY),
});

const endpoint = 'POST /auth';
const refusesCredentials = new Set([400, 401, 403]);
const isPassing = (status: number): boolean => [408, 425, 429].includes(status) || status >= 500;

/** Reads the token and its lifetime in seconds from a response. */
const readToken = async (response: Response): Promise<z.infer<typeof answered>> => {
  const text = new TextDecoder().decode(await wholeBody(response));
  const { status } = response;
  if (status >= 400) {
    const refusal = readRefusal(endpoint, response, text);
    if (refusesCredentials.has(status)) throw new CredentialsRefused(refusal);
    if (isPassing(status)) throw refusalError(refusal);
  }
  // The error is not thrown as a refusal, because a 404 of this endpoint must not look like a 404 of the
  // requested record.
  if (!response.ok) throw new UnreadableAnswer(endpoint, null, `has the status ${status}`);
  const value = parsedJson(endpoint, text);
  if (value === notJson) throw new UnreadableAnswer(endpoint, null, 'isn’t valid JSON');
  const token = answered.safeParse(value);
  if (!token.success) throw new UnreadableAnswer(endpoint, 'access_token', 'is missing');
  return token.data;
};

/**
 * Returns a `fetch` that adds the access token. Only this closure has the token. Several requests share
 * one token request, which continues even if one of them is canceled. After a 401, `fetch` gets a new
 * token and repeats the request once.
 */
export const createAuthorizedFetch = ({
  baseUrl,
  fetch,
  credentials,
  monotonicSeconds = () => performance.now() / 1000,
}: Dependencies): Fetch => {
  let current: Promise<Token> | null = null;

  const obtain = async (): Promise<Token> => {
    const response = await fetch(
      new Request(`${baseUrl}/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(await credentials()),
      }),
    );
    const { access_token: token, expires_in: lifetime } = await readToken(response);
    // A token is renewed one minute before it expires. If its lifetime is less than two minutes, it is
    // renewed after half of its lifetime.
    const margin = Math.min(refreshBeforeExpirySeconds, lifetime / 2);
    return { header: `Bearer ${token}`, expiresAt: monotonicSeconds() + lifetime - margin };
  };

  const renew = (): Promise<Token> => {
    const renewal = obtain();
    current = renewal;
    renewal.catch(() => {
      if (current === renewal) current = null;
    });
    return renewal;
  };

  /**
   * Returns a header with a valid token. `refused` is a header that the service has rejected and that
   * must not be returned again, or `null` for the first attempt.
   */
  const header = async (refused: string | null): Promise<string> => {
    const known = current;
    if (!known) return (await renew()).header;
    const token = await known;
    if (token.header !== refused && token.expiresAt > monotonicSeconds()) return token.header;
    // Another caller that waited for the same token may already have requested a new one.
    return current === known ? (await renew()).header : await header(refused);
  };

  const send = (request: Request, authorization: string): Promise<Response> => {
    const authorized = new Request(request);
    authorized.headers.set('authorization', authorization);
    return fetch(authorized);
  };

  return async (request) => {
    const used = await untilAborted(request.signal, header(null));
    const response = await send(request.clone(), used);
    if (response.status !== 401) return response;
    return await send(request, await untilAborted(request.signal, header(used)));
  };
};
