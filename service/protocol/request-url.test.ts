import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestUrl } from './request-url.ts';

test.each([
  ['/api/v1/users?limit=1', '/api/v1/users'],
  ['http://service.example.com/api/v1/users', '/api/v1/users'],
  ['//evil/api/v1/users', '//evil/api/v1/users'],
  ['/api/v1/users/a%2Fb', '/api/v1/users/a%2Fb'],
  ['/api/v1/users/..a', '/api/v1/users/..a'],
  ['/api/v1/users/a..', '/api/v1/users/a..'],
  ['/api/v1/users/.%2e.', '/api/v1/users/.%2e.'],
  ['/api/v1/users#/../secret', '/api/v1/users'],
  ['/api/v1/users?path=/../\\', '/api/v1/users'],
])('%s has the path %s', (target, path) => {
  expect(requestUrl(target).pathname).toBe(path);
});

test.each([
  '/open/../api/v1/users',
  '/open/%2e%2e/api/v1/users',
  '/open/%2E./api/v1/users',
  '/open/.%2e/api/v1/users',
  '/api/v1/./users',
  '/api/v1/%2e/users',
  '/api/v1/users/..',
  '/api/v1/users/%2e%2E?limit=1',
  '/api\\v1\\users',
  '/open/..\\api/v1/users',
  '\\api/v1/users',
  'http://service.example.com/open/%2e%2e/api/v1/users',
  '',
])('%s is not a path', (target) => {
  expect(requestUrl(target).pathname).toBe('/');
});

const characters = fc.string({ unit: 'grapheme-ascii', maxLength: 3 });
const piece = fc.oneof(
  characters,
  fc.constantFrom('/', '?', '&', '=', '%2f', '%41', '//', '..', 'é'),
);
const target = fc.array(piece, { maxLength: 30 }).map((pieces) => `/api/v1/${pieces.join('')}`);

test('a target is read as a URL parser reads it', () => {
  fc.assert(
    fc.property(target, (text) => {
      const { pathname, searchParams } = requestUrl(text);
      const parsed = URL.parse(`http://service${text}`);
      fc.pre(pathname !== '/');
      expect(pathname).toBe(parsed?.pathname);
      expect([...searchParams]).toEqual([...(parsed?.searchParams ?? [])]);
    }),
    { numRuns: 2000 },
  );
});
