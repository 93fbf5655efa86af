import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

export type Measured = {
  /** Response times of the service, in milliseconds. */
  ms: number[];
  /** Response times of a bare `node:http` server in the same rounds, in milliseconds. */
  bareMs: number[];
  /** The number of responses with each status other than 2xx. */
  failures: Record<number, number>;
};

const thinkingMs = 60;
const created = z.object({ id: z.string() });

type Client = { url: string; bareUrl: string; authorization: string; collectionId: string };

/** Reads and writes like a person at work until `isOver`, and records the response times. */
export const honestClient = async (
  { url, bareUrl, authorization, collectionId }: Client,
  measured: Measured,
  isOver: () => boolean,
): Promise<void> => {
  const headers = { authorization, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object): Promise<string> => {
    const init = { method, headers, body: body ? JSON.stringify(body) : null };
    const answer = await fetch(url + path, init);
    const text = await answer.text();
    if (!answer.ok) measured.failures[answer.status] = (measured.failures[answer.status] ?? 0) + 1;
    return text;
  };
  const timed = async (times: number[], act: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await act();
    times.push(performance.now() - begun);
    await pause(thinkingMs);
  };
  const model = await send('POST', '/threat-models', { title: 'Work', collectionId });
  const path = `/threat-models/${created.parse(JSON.parse(model)).id}`;
  for (let round = 0; !isOver(); round++) {
    await timed(measured.ms, async () => await send('GET', '/collections'));
    await timed(measured.ms, async () => await send('PATCH', path, { title: `Work ${round}` }));
    await timed(measured.ms, async () => await send('GET', path));
    await timed(measured.bareMs, async () => await (await fetch(bareUrl)).arrayBuffer());
  }
};
