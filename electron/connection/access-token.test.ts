import { describe, expect, it } from 'vitest';
import { createAuthorizedFetch } from './access-token.ts';
import { AnswerLost, CredentialsRefused, UnreadableAnswer } from './answer-failures.ts';
import { refusalOf } from './refusal.ts';

const baseUrl = 'http://service.invalid/api/v1';

/** Returns a service that issues numbered tokens and accepts only the newest one. */
const tokenService = (lifetimeSeconds = 3600) => {
  let issued = 0;
  const seen: string[] = [];
  const fetch = (request: Request): Promise<Response> => {
    if (request.url.endsWith('/auth')) {
      issued += 1;
      const body = {
        access_token: `t${issued}`,
        expires_in: lifetimeSeconds,
        token_type: 'Bearer',
      };
      return Promise.resolve(Response.json(body));
    }
    const authorization = request.headers.get('authorization') ?? '';
    seen.push(authorization);
    return Promise.resolve(
      new Response(null, { status: authorization === `Bearer t${issued}` ? 204 : 401 }),
    );
  };
  return { fetch, seen, issued: () => issued, revoke: () => (issued += 1) };
};

const authorized = (service: ReturnType<typeof tokenService>, clock = () => 0) =>
  createAuthorizedFetch({
    baseUrl,
    fetch: service.fetch,
    credentials: () => Promise.resolve({ clientId: 'id', secret: 'secret' }),
    monotonicSeconds: clock,
  });

const request = (): Request => new Request(`${baseUrl}/collections`);

describe('the access token', () => {
  it('is requested once for many parallel requests', async () => {
    const service = tokenService();
    const fetch = authorized(service);
    const responses = await Promise.all([fetch(request()), fetch(request()), fetch(request())]);
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(service.issued()).toBe(1);
  });

  it('is renewed a minute before it expires', async () => {
    const service = tokenService(3600);
    let now = 0;
    const fetch = authorized(service, () => now);
    await fetch(request());
    now = 3539;
    await fetch(request());
    expect(service.issued()).toBe(1);
    now = 3540;
    await fetch(request());
    expect(service.issued()).toBe(2);
  });

  it('is renewed once after a 401, and the request repeated once', async () => {
    const service = tokenService();
    const fetch = authorized(service);
    await fetch(request());
    service.revoke();
    expect((await fetch(request())).status).toBe(204);
    expect(service.seen).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t3']);
  });

  it('is requested again after a failure', async () => {
    const service = tokenService();
    let isDown = true;
    const fetch = createAuthorizedFetch({
      baseUrl,
      fetch: (each) => (isDown ? Promise.reject(new Error('down')) : service.fetch(each)),
      credentials: () => Promise.resolve({ clientId: 'id', secret: 'secret' }),
    });
    await expect(fetch(request())).rejects.toThrow('down');
    isDown = false;
    expect((await fetch(request())).status).toBe(204);
  });

  it('is renewed once for many requests with an expired or rejected token', async () => {
    const service = tokenService(3600);
    let now = 0;
    const fetch = authorized(service, () => now);
    const three = () => Promise.all([fetch(request()), fetch(request()), fetch(request())]);
    await three();
    now = 3600;
    await three();
    expect(service.issued()).toBe(2);
    service.revoke();
    expect((await three()).map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(service.issued()).toBe(4);
  });

  it('with a short life is used for half of it', async () => {
    const service = tokenService(40);
    let now = 0;
    const fetch = authorized(service, () => now);
    await fetch(request());
    now = 19;
    await fetch(request());
    expect(service.issued()).toBe(1);
    now = 20;
    await fetch(request());
    expect(service.issued()).toBe(2);
  });

  it('is still awaited by other requests when one is aborted', async () => {
    const service = tokenService();
    const line = Promise.withResolvers<void>();
    const fetch = createAuthorizedFetch({
      baseUrl,
      fetch: async (each) => {
        if (each.url.endsWith('/auth')) await line.promise;
        return await service.fetch(each);
      },
      credentials: () => Promise.resolve({ clientId: 'id', secret: 'secret' }),
    });
    const wish = new AbortController();
    const unwanted = fetch(new Request(request(), { signal: wish.signal }));
    const wanted = fetch(request());
    wish.abort(new Error('the window was closed'));
    await expect(unwanted).rejects.toThrow('the window was closed');
    line.resolve();
    expect((await wanted).status).toBe(204);
    expect(service.issued()).toBe(1);
  });
});

/** Returns the error of a request for which the token endpoint sends `answer`. */
const failureWith = async (answer: Response): Promise<unknown> => {
  const fetch = createAuthorizedFetch({
    baseUrl,
    fetch: () => Promise.resolve(answer),
    credentials: () => Promise.resolve({ clientId: 'id', secret: 'secret' }),
  });
  return await fetch(request()).then(
    () => expect.fail('it was sent'),
    (error: unknown) => error,
  );
};

describe('a token endpoint', () => {
  it.each([
    [401, 'invalid_credentials', 'incorrect client ID or secret'],
    [403, 'ip_not_allowed', 'this address is not allowed'],
    [403, 'account_disabled', 'the account is disabled'],
    [400, 'validation_failed', 'clientId is empty'],
  ])('that answers %i %s asks the person to sign in', async (status, code, detail) => {
    const failure = await failureWith(Response.json({ code, detail }, { status }));
    expect(failure).toBeInstanceOf(CredentialsRefused);
    expect(failure).toMatchObject({ status, code, message: detail });
    expect(refusalOf(failure)).toBeNull();
  });

  it.each([408, 429, 500, 503])('that answers %i is retried later', async (status) => {
    const headers = { 'retry-after': '9' };
    const refusal = refusalOf(await failureWith(new Response(null, { status, headers })));
    expect(refusal).toMatchObject({ status, endpoint: 'POST /auth', retryAfterSeconds: 9 });
  });

  it.each([
    ['no such path', new Response(null, { status: 404 })],
    ['a page', new Response('<h1>Welcome</h1>')],
    ['nothing', new Response(null, { status: 204 })],
    ['no token', Response.json({ token: 't' })],
  ])('that answers %s is not of this API', async (_, answer) => {
    const failure = await failureWith(answer);
    expect(failure).toBeInstanceOf(UnreadableAnswer);
    expect(refusalOf(failure)).toBeNull();
  });

  it('with a truncated answer is retried later', async () => {
    expect(await failureWith(new Response('{"access_tok'))).toBeInstanceOf(AnswerLost);
  });

  it.each([
    ['without saying how long it lives', { access_token: 't1' }],
    ['with its life as a text', { access_token: 't1', expires_in: '3600', token_type: 'bearer' }],
  ])('may give a token %s', async (_, body) => {
    const sent: (string | null)[] = [];
    const fetch = createAuthorizedFetch({
      baseUrl,
      fetch: (each) => {
        if (each.url.endsWith('/auth')) return Promise.resolve(Response.json(body));
        sent.push(each.headers.get('authorization'));
        return Promise.resolve(new Response(null, { status: 204 }));
      },
      credentials: () => Promise.resolve({ clientId: 'id', secret: 'secret' }),
    });
    await fetch(request());
    await fetch(request());
    expect(sent).toEqual(['Bearer t1', 'Bearer t1']);
  });
});
