import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRemoteFetch } from './remote-fetch.ts';

type Sent = { url: string; init: RequestInit; answer: (response: Response) => void };
let sent: Sent[];

beforeEach(() => {
  sent = [];
});
afterEach(() => void vi.useRealTimers());

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error(String(reason));

/** A network that answers when it is told to, and lets go of what is aborted. */
const network = (url: string, init: RequestInit): Promise<Response> =>
  new Promise((resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(asError(init.signal?.reason)));
    sent.push({ url, init, answer: resolve });
  });

const get = (signal?: AbortSignal): Request =>
  new Request('https://threats.example.com/api/v1/collections', signal ? { signal } : {});
const ok = (): Response => new Response('{}');

it('sends at most six at a time, the next one when one is answered', async () => {
  const fetch = createRemoteFetch({ network });
  const all = Promise.all(Array.from({ length: 20 }, () => fetch(get())));
  const answered: number[] = [];
  while (answered.length < 20) {
    await vi.waitUntil(() => sent.length > answered.length);
    expect(sent.length - answered.length).toBeLessThanOrEqual(6);
    sent[answered.length]?.answer(ok());
    answered.push(sent.length);
  }
  expect((await all).length).toBe(20);
});

it('gives each request an id of its own, and passes on what was said', async () => {
  const fetch = createRemoteFetch({ network });
  const body = JSON.stringify({ title: 'Shop' });
  const headers = { 'content-type': 'application/json', 'if-match': '"7"' };
  const requests = ['POST', 'PATCH'].map((method) => new Request(get(), { method, headers, body }));
  const done = Promise.all(requests.map(fetch));
  await vi.waitUntil(() => sent.length === 2);
  const ids = sent.map(({ init }) => new Headers(init.headers).get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
  for (const { init } of sent) {
    expect(new Headers(init.headers).get('if-match')).toBe('"7"');
    expect(await new Response(init.body).text()).toBe(body);
  }
  for (const { answer } of sent) answer(new Response(null, { status: 204 }));
  expect((await done).map(({ status }) => status)).toEqual([204, 204]);
});

it('gives up a request without an answer, as a timeout', async () => {
  vi.useFakeTimers();
  const fetch = createRemoteFetch({ network });
  const outcome = fetch(get()).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(sent[0]?.init.signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await outcome).toMatchObject({ name: 'TimeoutError' });
});

it('ends a request that is no longer wanted, also one that waits its turn', async () => {
  const fetch = createRemoteFetch({ network });
  const cancel = new AbortController();
  const held = Array.from({ length: 6 }, () => fetch(get()));
  const unwanted = fetch(get(cancel.signal));
  const later = fetch(get());
  await vi.waitUntil(() => sent.length === 6);
  cancel.abort();
  await expect(unwanted).rejects.toMatchObject({ name: 'AbortError' });
  for (const { answer } of sent.splice(0)) answer(ok());
  await Promise.all(held);
  await vi.waitUntil(() => sent.length === 1);
  sent[0]?.answer(ok());
  expect((await later).status).toBe(200);
});
