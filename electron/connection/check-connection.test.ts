import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
  type Database,
} from '#service/service.ts';
import type { Credentials } from '#shared/api/auth.ts';
import { AnswerLost } from './answer-failures.ts';
import { checkConnection } from './check-connection.ts';
import type { Fetch } from './fetch.ts';
import { Redirected } from './network.ts';

const address = 'https://threats.example.com';
let database: Database;
let service: Fetch;
let userId: string;

beforeEach(async () => {
  database = openSqlite(':memory:');
  await migrate(database);
  const person = { email: 'ann@example.org', firstName: 'Ann', lastName: 'Lee' };
  userId = (await ensureOwner(database, person)).id;
  const { fetch } = createService({ database, logger: { info: () => {}, error: () => {} } });
  service = (request) => fetch(request, { address: '192.0.2.7' });
});
afterEach(async () => await database.destroy());

const token = async (scopes: string[], allowIps: string[] = []): Promise<Credentials> =>
  await issueApiToken(database, { userId, name: scopes.join(' '), scopes, allowIps });

const check = async (credentials: Credentials, fetch: Fetch = service) =>
  await checkConnection({ address, credentials, fetch });

describe('a working connection', () => {
  it('reports the result of the first read, and the address', async () => {
    expect(await check(await token(['*:read', '*:write']))).toEqual({
      ok: true,
      baseUrl: `${address}/api/v1`,
      found: { collections: 0, threatModels: 0, missingWriteScopes: [] },
    });
  });

  it('names what a read-only token cannot change', async () => {
    expect(await check(await token(['*:read', 'comments:write', 'threats:write']))).toMatchObject({
      ok: true,
      found: {
        missingWriteScopes: [
          'collections:write',
          'threat-models:write',
          'canvases:write',
          'components:write',
          'mitigations:write',
        ],
      },
    });
  });

  it('may answer lists without their envelope', async () => {
    const credentials = await token(['*:read', '*:write']);
    const bare: Fetch = async (request) => {
      const response = await service(request);
      return request.url.includes('limit=1') ? Response.json([]) : response;
    };
    expect(await check(credentials, bare)).toMatchObject({
      ok: true,
      found: { collections: null, threatModels: null },
    });
  });
});

describe('a refusal of the service', () => {
  it('because of a wrong secret or an unknown client ID', async () => {
    const { clientId } = await token(['*:read']);
    for (const credentials of [
      { clientId, secret: 'wrong' },
      { clientId: 'nobody', secret: 'wrong' },
    ]) {
      expect(await check(credentials)).toMatchObject({ problem: { kind: 'wrong_credentials' } });
    }
  });

  it('names every missing scope', async () => {
    const credentials = await token(['collections:read', 'threat-models:read', 'threats:read']);
    expect(await check(credentials)).toEqual({
      ok: false,
      problem: {
        kind: 'missing_scope',
        scopes: ['canvases:read', 'components:read', 'mitigations:read', 'comments:read'],
      },
    });
  });

  it('because of the caller’s address', async () => {
    expect(await check(await token(['*:read'], ['10.0.0.0/8']))).toMatchObject({
      problem: { kind: 'address_not_allowed' },
    });
  });

  it('because of a disabled account', async () => {
    const credentials = await token(['*:read']);
    await database.updateTable('users').set({ is_enabled: 0 }).execute();
    expect(await check(credentials)).toMatchObject({ problem: { kind: 'account_disabled' } });
  });

  it.each([
    [401, { detail: 'The token has expired' }, {}, { kind: 'token_expired' }],
    [401, { code: 'token_expired' }, {}, { kind: 'token_expired' }],
    [403, { message: 'no' }, {}, { kind: 'refused' }],
    [403, { detail: 'requires scope threats:read' }, {}, { scopes: ['threats:read'] }],
    [403, { detail: 'Your IP is not on the list' }, {}, { kind: 'address_not_allowed' }],
    [429, {}, { 'retry-after': '30' }, { kind: 'too_many_requests', seconds: 30 }],
    [429, {}, {}, { kind: 'too_many_requests' }],
    [500, {}, {}, { kind: 'server_error', detail: '500, application/json' }],
    [404, {}, {}, { kind: 'not_this_api' }],
    [200, { hello: 'world' }, {}, { kind: 'not_this_api', detail: '200, application/json' }],
  ])('%i with %j and %j', async (status, body, headers, problem) => {
    const fetch: Fetch = () => Promise.resolve(Response.json(body, { status, headers }));
    expect(await check({ clientId: 'id', secret: 's' }, fetch)).toMatchObject({ problem });
  });

  it('that is a page of another program', async () => {
    const page = { headers: { 'content-type': 'text/html; charset=utf-8' } };
    const fetch: Fetch = () => Promise.resolve(new Response('<h1>Welcome</h1>', page));
    expect(await check({ clientId: 'id', secret: 's' }, fetch)).toEqual({
      ok: false,
      problem: { kind: 'not_this_api', detail: '200, text/html' },
    });
  });
});

describe('a connection that does not reach the service', () => {
  it.each([
    ['net::ERR_NAME_NOT_RESOLVED', 'host_unknown'],
    ['net::ERR_CONNECTION_REFUSED', 'connection_refused'],
    ['net::ERR_CONNECTION_TIMED_OUT', 'timeout'],
    ['net::ERR_TIMED_OUT', 'timeout'],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'proxy'],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
    ['net::ERR_INTERNET_DISCONNECTED', 'no_network'],
    ['net::ERR_ADDRESS_UNREACHABLE', 'unreachable'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate_unknown_authority'],
    ['net::ERR_CERT_COMMON_NAME_INVALID', 'certificate_other_host'],
    ['net::ERR_CERT_DATE_INVALID', 'certificate_date'],
    ['net::ERR_CERT_REVOKED', 'certificate_revoked'],
    ['net::ERR_CERT_WEAK_KEY', 'certificate_invalid'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'no_secure_connection'],
    ['something new', 'unreachable'],
  ])('%s is reported as %s', async (message, kind) => {
    const fetch: Fetch = () => Promise.reject(new Error(message));
    expect(await check({ clientId: 'id', secret: 's' }, fetch)).toMatchObject({
      ok: false,
      problem: { kind },
    });
  });

  it('because nothing answers', async () => {
    const fetch: Fetch = () => Promise.reject(new AnswerLost('The service said nothing'));
    expect(await check({ clientId: 'id', secret: 's' }, fetch)).toMatchObject({
      problem: { kind: 'timeout' },
    });
  });

  it('because of a redirect, with its target on the same host only', async () => {
    const problemOf = async (to: string) => {
      const fetch: Fetch = () => Promise.reject(new Redirected(to));
      return await check({ clientId: 'id', secret: 's' }, fetch);
    };
    const { hostname } = new URL(address);
    expect(await problemOf(`https://${hostname}:8443/a?b=c`)).toEqual({
      ok: false,
      problem: { kind: 'redirected', detail: `https://${hostname}:8443` },
    });
    expect(await problemOf('https://told-by-the-service.example.com/')).toEqual({
      ok: false,
      problem: { kind: 'redirected' },
    });
  });

  const serviceText = 'told by the service';
  const ok = { access_token: serviceText };
  it.each<[string, (path: string) => Response]>([
    [
      'a refusal',
      () =>
        Response.json(
          { title: serviceText, detail: serviceText, code: serviceText },
          { status: 403 },
        ),
    ],
    ['a wrong secret', () => Response.json({ detail: serviceText }, { status: 401 })],
    [
      'an expired token',
      () => Response.json({ detail: `${serviceText} expired` }, { status: 401 }),
    ],
    ['an error', () => new Response(serviceText, { status: 500, statusText: serviceText })],
    [
      'a page',
      () => new Response(serviceText, { headers: { 'content-type': `text/${serviceText}` } }),
    ],
    [
      'a type',
      () => new Response(serviceText, { headers: { 'content-type': 'told/by-the-service' } }),
    ],
    [
      'a delay',
      () => new Response(serviceText, { status: 429, headers: { 'retry-after': serviceText } }),
    ],
    [
      'a scope',
      (path) =>
        path.endsWith('/auth')
          ? Response.json(ok)
          : Response.json({ requiredScope: 'told-by-the-service:read' }, { status: 403 }),
    ],
    [
      'a count',
      (path) =>
        path.endsWith('/auth')
          ? Response.json(ok)
          : Response.json({ items: [], count: 2 ** 53 - 1, serviceText }),
    ],
  ])('without the words of the service: %s', async (_what, answer) => {
    const fetch: Fetch = (request) => Promise.resolve(answer(new URL(request.url).pathname));
    const checked = JSON.stringify(await check({ clientId: 'id', secret: 's' }, fetch));
    expect(checked).not.toMatch(/told|9007/u);
  });

  it('because the address would expose the secret: nothing is sent', async () => {
    const sent: string[] = [];
    const fetch: Fetch = (request) => {
      sent.push(request.url);
      return Promise.resolve(new Response());
    };
    const credentials = { clientId: 'id', secret: 's' };
    const insecure = 'http://threats.example.com';
    expect(await checkConnection({ address: insecure, credentials, fetch })).toEqual({
      ok: false,
      problem: { kind: 'address_insecure' },
    });
    expect(sent).toEqual([]);
  });
});

it('a canceled check is neither a success nor a problem', async () => {
  const cancel = new AbortController();
  const fetch: Fetch = async ({ signal }) => {
    cancel.abort();
    signal.throwIfAborted();
    return await Promise.resolve(new Response());
  };
  const credentials = { clientId: 'id', secret: 's' };
  await expect(
    checkConnection({ address, credentials, fetch, signal: cancel.signal }),
  ).rejects.toThrow('aborted');
});
