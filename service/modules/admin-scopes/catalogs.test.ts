import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { catalogFacts } from '#shared/api/roles.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
});

const catalogs = [
  '/roles',
  '/users/admin-scopes/resources',
  '/users/admin-scopes/permissions',
  '/users/admin-scopes/presets',
];
const cachingHeaders = ['content-type', 'cache-control', 'etag', 'last-modified'];

const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  await service.owner.send(method, path, { headers });

/** Returns the catalog's ETag and date, to revalidate a cached copy. */
const validators = async (path: string) => {
  const { headers } = await send(path);
  return { etag: headers.get('etag') ?? '', date: headers.get('last-modified') ?? '' };
};

const shifted = (date: string, seconds: number) =>
  new Date(Date.parse(date) + seconds * 1000).toUTCString();

describe.each(catalogs)('the catalog %s', (path) => {
  test('can be cached for a day, by an ETag and the date of its last change', async () => {
    const { headers, body } = await send(path);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=600');
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    const { version, updatedAt } = z.object(catalogFacts).parse(body);
    expect(headers.get('last-modified')).toBe(new Date(updatedAt).toUTCString());
    expect(version.slice(0, 10)).toBe(updatedAt.slice(0, 10));
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const [get, head] = [await send(path), await send(path, {}, 'HEAD')];
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of cachingHeaders) expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test.each(['GET', 'HEAD'])('is 304 without a body for a %s that matches', async (method) => {
    const { etag, date } = await validators(path);
    const current = [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': date },
      { 'if-modified-since': shifted(date, 1) },
    ];
    for (const headers of current) {
      const answer = await send(path, headers, method);
      expect({ headers, answer }).toMatchObject({ answer: { status: 304, text: '' } });
      expect(answer.headers.get('etag')).toBe(etag);
    }
  });

  test('is sent for another ETag, an older date, or no date', async () => {
    const { date } = await validators(path);
    const outdated = [
      { 'if-none-match': '"other"' },
      { 'if-modified-since': shifted(date, -1) },
      { 'if-modified-since': 'yesterday' },
      { 'if-modified-since': '' },
      // A version of a catalog, which is not a valid date.
      { 'if-modified-since': '2026-11-21-1' },
    ];
    for (const headers of outdated) {
      expect({ headers, answer: await send(path, headers) }).toMatchObject({
        answer: { status: 200 },
      });
    }
  });

  test('uses the ETag if a date is sent too', async () => {
    const { etag, date } = await validators(path);
    expect(
      await send(path, { 'if-none-match': '"other"', 'if-modified-since': date }),
    ).toMatchObject({ status: 200 });
    const older = { 'if-none-match': etag, 'if-modified-since': shifted(date, -1) };
    expect(await send(path, older)).toMatchObject({ status: 304, text: '' });
  });

  test('has another ETag than the other catalogs', async () => {
    for (const other of catalogs.filter((catalog) => catalog !== path)) {
      const { etag } = await validators(other);
      expect(await send(path, { 'if-none-match': etag })).toMatchObject({ status: 200 });
    }
  });
});
