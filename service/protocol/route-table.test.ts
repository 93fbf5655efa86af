import { describe, expect, test } from 'vitest';
import { documentsInThread } from '../documents/documents.ts';
import { createRouter } from '../router.ts';
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
    ['GET', '/threats/__proto__', '/threats/{id}', { id: '__proto__' }],
    ['GET', '/comments/', '/comments', {}],
  ])('%s %s has the route %s', (method, path, template, params) => {
    expect(found(method, path)).toEqual({ path: template, params });
  });

  test.each(['/', '', '/threats//', '//threats', '/threats/a/b', '/Threats', '/threats/%E0%A4%A'])(
    '%j is unknown',
    (path) => {
      expect(found('GET', path)).toEqual({ kind: 'unknown' });
    },
  );

  test('has its methods', () => {
    expect(found('PUT', '/threats')).toEqual({
      kind: 'wrong_method',
      allow: ['GET', 'POST', 'HEAD'],
    });
  });
});
