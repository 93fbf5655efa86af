import { beforeEach, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { batchLimit, batchLimitHeader } from '#shared/api/batch.ts';
import { createApiClient } from '../connection/api-client.ts';
import { createCarrier, type Carrier } from './carrier.ts';

const baseUrl = 'http://service.invalid/api/v1';
const partsIn = z.object({
  requests: z.array(z.looseObject({ method: z.string(), path: z.string() })),
});
type Parts = z.infer<typeof partsIn>['requests'];

let carrier: Carrier;
/** The paths in each batch. A request that was sent alone is not in a list. */
let sent: (string | string[])[];
let parts: Parts;
/** Answers a batch: a list of answers to its parts, or one answer to the whole batch. */
let onBatch: (paths: readonly string[]) => unknown[] | Response;

const answered = z.object({ path: z.string() });
const answerTo = (path: string) => ({ status: 200, headers: { 'x-path': path }, body: { path } });

beforeEach(() => {
  [sent, parts] = [[], []];
  onBatch = (paths) => paths.map(answerTo);
  const client = createApiClient(baseUrl, async (request) => {
    parts = partsIn.parse(await request.json()).requests;
    const paths = parts.map(({ path }) => path);
    sent.push(paths);
    const answers = onBatch(paths);
    return answers instanceof Response ? answers : Response.json({ answers });
  });
  carrier = createCarrier(client, new AbortController().signal);
});

const announce = (limit: string): void =>
  carrier.onHeaders(new Headers({ [batchLimitHeader]: limit }));
const carry = (path: string, init: RequestInit = {}): Promise<Response> =>
  carrier.carry({
    request: new Request(`${baseUrl}${path}`, { method: 'POST', ...init }),
    path,
    alone: () => {
      sent.push(path);
      return Promise.resolve(Response.json({ path }));
    },
  });
const paths = (many: number): string[] => Array.from({ length: many }, (_, index) => `/${index}`);
const never = { between: () => Promise.resolve(), isOver: () => false };
/** Sends requests, each in a task of its own, and returns the paths in the answers. */
const sendAll = async (
  all: readonly string[],
  init: RequestInit = {},
  departures: Parameters<Carrier['each']>[2] = never,
): Promise<string[]> => {
  const got: string[] = [];
  const work = async (path: string): Promise<void> =>
    void got.push(answered.parse(await (await carry(path, init)).json()).path);
  await carrier.each(all, work, departures);
  return got;
};
const sizes = (): number[] => sent.map((each) => (typeof each === 'string' ? 1 : each.length));

describe('the service announces how many requests a batch may have:', () => {
  test.each([
    ['3', [3, 3, 1]],
    ['3.9', [3, 3, 1]],
    ['2', [2, 2, 2, 1]],
    ['100', [7]],
  ])('%s', async (limit, expected) => {
    announce(limit);
    expect(await sendAll(paths(7))).toEqual(paths(7));
    expect(sizes()).toEqual(expected);
    expect(sent.flat()).toEqual(paths(7));
    expect([carrier.takesBatches(), carrier.honorsKeys()]).toEqual([true, true]);
  });

  test.each(['1', '0', '-4', 'many', ''])('none with “%s”', async (limit) => {
    announce(limit);
    expect(await sendAll(paths(3))).toEqual(paths(3));
    expect(sent).toEqual(paths(3));
    expect([carrier.takesBatches(), carrier.honorsKeys()]).toEqual([false, false]);
  });

  it('more than this app ever sends', async () => {
    announce(`${batchLimit * 9}`);
    await sendAll(paths(batchLimit + 50));
    expect(sizes()).toEqual([batchLimit, 50]);
  });

  it('only the first announcement counts', async () => {
    announce('3');
    announce('100');
    carrier.onHeaders(new Headers());
    await sendAll(paths(4));
    expect(sizes()).toEqual([3, 1]);
  });
});

test.each([
  ['"v1"', true],
  ['W/"v1"', false],
])('a service that sends the ETag %s supports idempotency keys: %s', (etag, honors) => {
  carrier.onHeaders(new Headers({ etag }));
  carrier.onHeaders(new Headers());
  expect([carrier.honorsKeys(), carrier.takesBatches()]).toEqual([honors, false]);
});

describe('a request in a batch', () => {
  beforeEach(() => announce('100'));

  it('has its method, path, body, and the headers that protect it', async () => {
    const headers = {
      'idempotency-key': '0e1a9d27-8a43-4f0e-9d0b-2f3f4c5d6e7f',
      'if-match': '"v1"',
      'if-none-match': '"v2"',
      'x-other': '1',
    };
    const items: RequestInit[] = [
      { method: 'POST', headers, body: '{"title":"Shop"}' },
      { method: 'GET' },
    ];
    await carrier.each(items, async (init) => void (await carry('/threats/1?a=b', init)), never);
    expect(parts).toEqual([
      {
        method: 'POST',
        path: '/threats/1?a=b',
        idempotencyKey: '0e1a9d27-8a43-4f0e-9d0b-2f3f4c5d6e7f',
        ifMatch: '"v1"',
        ifNoneMatch: '"v2"',
        body: { title: 'Shop' },
      },
      { method: 'GET', path: '/threats/1?a=b' },
    ]);
  });

  it('gets the answer that it would get alone', async () => {
    onBatch = () => [
      { status: 201, headers: { etag: '"v1"' }, body: { id: 'a' } },
      { status: 204, headers: {}, body: null },
    ];
    const got: [number, string | null, string][] = [];
    const work = async (path: string): Promise<void> => {
      const answer = await carry(path);
      got.push([answer.status, answer.headers.get('etag'), await answer.text()]);
    };
    await carrier.each(paths(2), work, never);
    expect(got).toEqual([
      [201, '"v1"', '{"id":"a"}'],
      [204, null, ''],
    ]);
  });

  it('is sent alone outside of a task, or if it is the only one', async () => {
    await carry('/outside');
    await sendAll(['/only']);
    expect(sent).toEqual(['/outside', '/only']);
  });

  it('that follows another one of its task is in the next batch', async () => {
    const work = async (path: string): Promise<void> => {
      await carry(`${path}/read`);
      await carry(`${path}/write`);
    };
    await carrier.each(paths(2), work, never);
    expect(sent).toEqual([
      ['/0/read', '/1/read'],
      ['/0/write', '/1/write'],
    ]);
  });
});

describe('the size of a batch', () => {
  beforeEach(() => announce('100'));
  const kilobytes = (many: number) => ({
    body: JSON.stringify({ text: 'x'.repeat(many * 1024 - 11) }),
  });

  it('is at most twice half a megabyte', async () => {
    await sendAll(paths(5), kilobytes(200));
    expect(sizes()).toEqual([3, 2]);
  });

  it('of which a request above half a megabyte is no part', async () => {
    const bodies = [10, 600, 10, 10];
    const work = async (size: number): Promise<void> =>
      void (await carry(`/${size}`, kilobytes(size)));
    await carrier.each(bodies, work, never);
    expect(sent).toEqual(['/10', '/600', ['/10', '/10']]);
  });

  it('counts 32 KB for a drawing that is read, because its size is unknown', async () => {
    const drawings = paths(20).map((path) => `/canvases${path}`);
    await sendAll(drawings, { method: 'GET' });
    expect(sizes()).toEqual([16, 4]);
    sent = [];
    await sendAll(paths(20), { method: 'GET' });
    await sendAll(drawings);
    expect(sizes()).toEqual([20, 20]);
  });

  it('is halved after a failure, and doubled after each success', async () => {
    onBatch = () => Response.json({ status: 503 }, { status: 503 });
    await expect(sendAll(paths(20))).rejects.toThrow('503');
    onBatch = (all) => all.map(answerTo);
    sent = [];
    await sendAll(paths(60));
    expect(sizes()).toEqual([10, 20, 30]);
  });

  it.each([400, 404, 412])('is one after a batch was rejected with %i', async (status) => {
    onBatch = () => {
      onBatch = (all) => all.map(answerTo);
      return Response.json({ status }, { status });
    };
    expect(await sendAll(paths(10))).toEqual(paths(10));
    expect(sizes()).toEqual([10, 1, 2, 4, 3]);
    expect(sent.slice(1).flat()).toEqual(paths(10));
  });
});

describe('tasks', () => {
  beforeEach(() => announce('3'));

  it('pause between two batches, but not after the last one', async () => {
    const pauses: number[] = [];
    const between = (): Promise<void> => {
      pauses.push(sent.length);
      return Promise.resolve();
    };
    await sendAll(paths(7), {}, { ...never, between });
    expect(pauses).toEqual([1, 2]);
  });

  it('start no more after a failure, and fail when the others have ended', async () => {
    const ended: string[] = [];
    const work = async (path: string): Promise<void> => {
      await carry(path);
      if (path === '/1' || path === '/2') throw new Error(`No ${path}`);
      ended.push(path);
    };
    await expect(carrier.each(paths(9), work, never)).rejects.toThrow('No /1');
    expect(ended).toEqual(['/0']);
    expect(sizes()).toEqual([3]);
  });

  it('start no more when nothing more may be sent', async () => {
    const isOver = (): boolean => sent.length > 0;
    expect(await sendAll(paths(9), {}, { ...never, isOver })).toEqual(paths(3));
    expect(sizes()).toEqual([3]);
  });

  it('that have to send another request then get no answer', async () => {
    const failures: unknown[] = [];
    const work = async (path: string): Promise<void> => {
      await carry(`${path}/read`);
      await carry(`${path}/write`).catch((error: unknown) => failures.push(String(error)));
    };
    await carrier.each(paths(3), work, { ...never, isOver: () => sent.length > 0 });
    expect(failures).toEqual(
      Array.from({ length: 3 }, () => 'AnswerLost: The request was not sent'),
    );
    expect(sizes()).toEqual([3]);
  });

  it('without requests run to their end', async () => {
    const done: string[] = [];
    const work = (path: string): Promise<void> => {
      done.push(path);
      return Promise.resolve();
    };
    await carrier.each(paths(7), work, never);
    expect(done).toEqual(paths(7));
    expect(sent).toEqual([]);
  });

  it.each([
    [
      'too few answers',
      (all: readonly string[]) => all.slice(1).map(answerTo),
      'not answered whole',
    ],
    ['no answers', () => [], 'not answered whole'],
    ['answers of another form', () => [{ status: 'fine' }], 'status'],
  ])('fail if a batch gets %s', async (_what, answers, message) => {
    onBatch = answers;
    await expect(sendAll(paths(3))).rejects.toThrow(message);
  });
});
