import { describe, expect, test } from 'vitest';
import { byId, endpoint, nothing } from '#shared/api/endpoint.ts';
import { documentsInThread } from '../documents/documents.ts';
import { createRouter } from '../router.ts';
import { implementer } from './request-context.ts';
import { routeTable } from './route-table.ts';

const now = () => new Date();
const table = routeTable(
  createRouter({ now, steadyNow: now, tokenLifetimeSeconds: 0, documents: documentsInThread() }),
);

const found = (method: string, path: string) => {
  const match = table.match(method, path);
  return match.kind === 'route' ? { path: match.route.path, params: match.params } : match;
};

describe('a path', () => {
  test.each([
    ['GET', '/threats/7', '/threats/{id}', { id: '7' }],
    ['POST', '/threat-models/many', '/threat-models/many', {}],
    ['GET', '/threat-models/many', '/threat-models/{id}', { id: 'many' }],
    ['GET', '/threat-models/otm/7', '/threat-models/otm/{id}', { id: '7' }],
    ['POST', '/threat-models/otm/7', '/threat-models/otm/{collectionId}', { collectionId: '7' }],
    [
      'GET',
      '/components/for-canvas/a%2Fb',
      '/components/for-canvas/{canvasId}',
      { canvasId: 'a/b' },
    ],
    ['GET', '/users/search', '/users/search', {}],
    ['GET', '/users/searching', '/users/{id}', { id: 'searching' }],
    ['GET', '/codex/attributes/search', '/codex/attributes/search', {}],
    ['DELETE', '/codex/attributes/many', '/codex/attributes/many', {}],
    ['DELETE', '/users/7/8', '/users/{id}/{recipientId}', { id: '7', recipientId: '8' }],
    ['GET', '/threat-models/otm/otm', '/threat-models/otm/{id}', { id: 'otm' }],
    ['HEAD', '/threats/7/', '/threats/{id}', { id: '7' }],
    ['GET', `/threats/${'x'.repeat(200)}`, '/threats/{id}', { id: 'x'.repeat(200) }],
    ['GET', '/threats/%F0%9F%9A%80', '/threats/{id}', { id: '🚀' }],
    ['GET', '/threats/__proto__', '/threats/{id}', { id: '__proto__' }],
    ['GET', '/comments/', '/comments', {}],
  ])('%s %s has the route %s', (method, path, template, params) => {
    expect(found(method, path)).toEqual({ path: template, params });
  });

  test.each([
    '/',
    '',
    '/threats//',
    '//threats',
    '/threats/a/b',
    '/Threats',
    '/threats/%E0%A4%A',
    '/threats/a%00',
    `/threats/${'x'.repeat(201)}`,
  ])('%j is unknown', (path) => {
    expect(found('GET', path)).toEqual({ kind: 'unknown' });
  });

  test.each([
    ['PUT', '/threats', ['GET', 'POST', 'HEAD']],
    ['OPTIONS', '/threats/7', ['GET', 'PATCH', 'DELETE', 'HEAD']],
    ['GET', '/auth', ['POST']],
    ['HEAD', '/auth', ['POST']],
    ['DELETE', '/codex/extensions', ['GET', 'PUT', 'HEAD']],
  ])('has its methods: %s %s', (method, path, allow) => {
    expect(found(method, path)).toEqual({ kind: 'wrong_method', allow });
  });
});

describe('a fixed segment comes before a parameter', () => {
  const reading = (path: `/${string}`) =>
    endpoint('GET', path, { scope: null, summary: path }).input(byId).output(nothing);
  const contract = {
    part: reading('/models/{id}/{part}'),
    one: reading('/models/{id}'),
    parts: reading('/models/{id}/parts'),
    partOfAll: reading('/models/all/{part}'),
    all: reading('/models/all'),
  };
  const api = implementer(contract);
  const procedures = {
    part: api.part.handler(() => undefined),
    one: api.one.handler(() => undefined),
    parts: api.parts.handler(() => undefined),
    partOfAll: api.partOfAll.handler(() => undefined),
    all: api.all.handler(() => undefined),
  };
  const inOrder = Object.entries(procedures);

  test.each([
    ['as written', inOrder],
    ['reversed', inOrder.toReversed()],
  ])('in whatever order the endpoints are given: %s', (_, entries) => {
    const { match } = routeTable(Object.fromEntries(entries));
    const pathFor = (path: string) => {
      const answer = match('GET', path);
      return answer.kind === 'route' ? answer.route.path : answer.kind;
    };
    expect(
      ['/models/all', '/models/7', '/models/7/parts', '/models/all/parts', '/models/7/8'].map(
        pathFor,
      ),
    ).toEqual([
      '/models/all',
      '/models/{id}',
      '/models/{id}/parts',
      '/models/all/{part}',
      '/models/{id}/{part}',
    ]);
  });
});
