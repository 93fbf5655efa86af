import { expect, it } from 'vitest';
import { createRemoteFetch } from './remote-fetch.ts';

it('passes on a request unchanged, with its abort signal', async () => {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = createRemoteFetch({
    network: (url, init) => {
      sent.push({ url, init });
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  });
  const wanted = new AbortController();
  const url = 'https://threats.example.com/api/v1/collections/7';
  const answer = await fetch(
    new Request(url, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'if-match': '"7"' },
      body: '{"title":"Shop"}',
      signal: wanted.signal,
    }),
  );
  expect(answer.status).toBe(204);
  const [request] = sent;
  expect(request).toMatchObject({ url, init: { method: 'PATCH' } });
  expect(new Headers(request?.init.headers).get('if-match')).toBe('"7"');
  expect(await new Response(request?.init.body).text()).toBe('{"title":"Shop"}');
  wanted.abort();
  expect(request?.init.signal?.aborted).toBe(true);
});
