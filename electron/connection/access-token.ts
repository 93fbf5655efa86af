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
  /** Seconds on a clock that only goes forward; a changed system time must not revive a token. */
  monotonicSeconds?: () => number;
};

type Token = { header: string; expiresAt: number };

const refreshBeforeExpirySeconds = 60;
/** A token that says nothing of its end is used until it is refused. */
const answered = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(Number.POSITIVE_INFINITY),
});

const endpoint = 'POST /auth';
const refusesCredentials = new Set([400, 401, 403]);
const isPassing = (status: number): boolean => [408, 425, 429].includes(status) || status >= 500;

/** The token of an answer, and the seconds it lives. */
const readToken = async (response: Response): Promise<z.infer<typeof answered>> => {
  const text = new TextDecoder().decode(await wholeBody(response));
  const { status } = response;
  if (status >= 400) {
    const refusal = readRefusal(endpoint, response, text);
    if (refusesCredentials.has(status)) throw new CredentialsRefused(refusal);
    if (isPassing(status)) throw refusalError(refusal);
  }
  // A 404 of this endpoint must not pass for one of the record that the token was wanted for.
  if (!response.ok) throw new UnreadableAnswer(endpoint, null, `has the status ${status}`);
  const value = parsedJson(endpoint, text);
  if (value === notJson) throw new UnreadableAnswer(endpoint, null, 'is no JSON');
  const token = answered.safeParse(value);
  if (!token.success) throw new UnreadableAnswer(endpoint, 'access_token', 'is missing');
  return token.data;
};

/**
 * A fetch that carries the access token. The token lives in this closure only; one request for a
 * new one is under way at a time, whoever of those that wait for it is cancelled; a 401 gets a new
 * token once and repeats the request once.
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
    // Of a token that hardly lives longer than that minute, half the life is used.
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

  /** The header of a token that holds and is not the refused one. */
  const header = async (refused: string | null): Promise<string> => {
    const known = current;
    if (!known) return (await renew()).header;
    const token = await known;
    if (token.header !== refused && token.expiresAt > monotonicSeconds()) return token.header;
    // Whoever else waited for the same token may have asked for the next already.
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
