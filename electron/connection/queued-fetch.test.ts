import { expect, it } from 'vitest';
import { createQueuedFetch } from './queued-fetch.ts';

const requestOf = (id: string, signal?: AbortSignal): Request =>
  new Request(`http://service.invalid/${id}`, signal ? { signal } : {});

it('removes an aborted request and frees its slot', async () => {
  const sent: string[] = [];
  const line = Promise.withResolvers<Response>();
  const fetch = createQueuedFetch((request) => {
    sent.push(request.url.split('/').at(-1) ?? '');
    return sent.length === 1 ? line.promise : Promise.resolve(new Response(null, { status: 204 }));
  }, 1);
  const wish = new AbortController();
  const first = fetch(requestOf('first'));
  const unwanted = fetch(requestOf('unwanted', wish.signal));
  const last = fetch(requestOf('last'));
  wish.abort(new Error('the window was closed'));
  await expect(unwanted).rejects.toThrow('the window was closed');
  line.resolve(new Response(null, { status: 200 }));
  expect((await first).status).toBe(200);
  expect((await last).status).toBe(204);
  expect(sent).toEqual(['first', 'last']);
});

it('sends no aborted request', async () => {
  const fetch = createQueuedFetch(() => expect.fail('it was sent'), 1);
  const aborted = AbortSignal.abort(new Error('the window was closed'));
  await expect(fetch(requestOf('late', aborted))).rejects.toThrow('the window was closed');
});
