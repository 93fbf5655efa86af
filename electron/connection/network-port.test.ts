import { expect, it } from 'vitest';
import { networkThrough, serveRequest } from './network-port.ts';
import { Redirected, type Network } from './network.ts';

const url = 'https://threats.example.com/api/v1/collections';

/** Returns a network that the desktop thread uses, and through which `network` answers. */
const through = (network: Network): Network =>
  networkThrough((request, port) => void serveRequest(network, request, port));

/** Returns a promise that resolves when a signal is aborted. */
const aborted = async (signal: AbortSignal | null | undefined): Promise<void> =>
  await new Promise((resolve) =>
    signal?.addEventListener('abort', () => resolve(), { once: true }),
  );

it('passes on a request and its response unchanged', async () => {
  const network = through(async (asked, { method, headers, body }) => {
    const text = await new Response(body).text();
    const seen = `${method} ${asked} ${new Headers(headers).get('if-match')} ${text}`;
    return new Response(seen, { status: 201, headers: { etag: '"8"' } });
  });
  const response = await network(url, {
    method: 'PATCH',
    headers: { 'if-match': '"7"' },
    body: new TextEncoder().encode('{"title":"Shöp"}').buffer,
  });
  expect([response.status, response.headers.get('etag')]).toEqual([201, '"8"']);
  expect(await response.text()).toBe(`PATCH ${url} "7" {"title":"Shöp"}`);
});

it('passes on a response without a body', async () => {
  const response = await through(async () => new Response(null, { status: 304 }))(url, {});
  expect([response.status, response.body]).toEqual([304, null]);
});

it('passes on each part of a response when it arrives', async () => {
  const { readable, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  const response = await through(async () => new Response(readable))(url, {});
  const reader = response.body?.getReader();
  void writer.write(new Uint8Array([1]));
  expect(await reader?.read()).toEqual({ done: false, value: new Uint8Array([1]) });
  void writer.write(new Uint8Array([2]));
  expect(await reader?.read()).toEqual({ done: false, value: new Uint8Array([2]) });
  void writer.close();
  expect((await reader?.read())?.done).toBe(true);
});

it('fails like the network, with the name of the error or the target of the redirect', async () => {
  const refused = through(
    async () => await Promise.reject(new Error('net::ERR_CONNECTION_REFUSED')),
  );
  await expect(refused(url, {})).rejects.toThrow('net::ERR_CONNECTION_REFUSED');
  const elsewhere = new Redirected('https://elsewhere.example.com/private?path');
  const moved = through(async () => await Promise.reject(elsewhere));
  const error: unknown = await moved(url, {}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Redirected);
  expect(error).toMatchObject({ to: 'https://elsewhere.example.com' });
});

it('fails in the middle of a response that breaks off', async () => {
  const network = through(async () => {
    let isFirst = true;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (isFirst) controller.enqueue(new Uint8Array([1]));
        else controller.error(new Error('net::ERR_CONNECTION_RESET'));
        isFirst = false;
      },
    });
    return new Response(body);
  });
  const response = await network(url, {});
  await expect(response.arrayBuffer()).rejects.toThrow('net::ERR_CONNECTION_RESET');
});

it('aborts a request before the response', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const network = through(async (_url, { signal }) => {
    signals.push(signal);
    await aborted(signal);
    throw new Error('net::ERR_ABORTED');
  });
  const wanted = new AbortController();
  const response = network(url, { signal: wanted.signal });
  wanted.abort(new Error('Not needed any more'));
  await expect(response).rejects.toThrow('Not needed any more');
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  await expect(network(url, { signal: wanted.signal })).rejects.toThrow('Not needed any more');
});

it('aborts a request in the middle of a response', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const network = through(async (_url, { signal }) => {
    signals.push(signal);
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(new Uint8Array([1]));
        await aborted(signal);
        controller.error(signal?.reason);
      },
    });
    return new Response(body);
  });
  const wanted = new AbortController();
  const response = await network(url, { signal: wanted.signal });
  wanted.abort(new Error('Not needed any more'));
  await expect(response.arrayBuffer()).rejects.toThrow('Not needed any more');
  await expect.poll(() => signals[0]?.aborted).toBe(true);
});

it('fails if the main thread closes the port without an answer', async () => {
  const network = networkThrough((_request, port) => port.close());
  await expect(network(url, {})).rejects.toThrow('The request was not answered');
});
