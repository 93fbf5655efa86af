import { describe, expect, it } from 'vitest';
import { createAuthorizedFetch } from './access-token.ts';

const baseUrl = 'http://service.invalid/api/v1';

/** A service that gives numbered tokens and takes only the newest. */
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
  it('is obtained once for many requests at once', async () => {
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

  it('is asked for again after a failure', async () => {
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
});
