import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Victim } from './victim.ts';

const pauseMs = 20;
const head = 'otmVersion: 0.2.0\nproject: {name: P, id: p}\n';

const bodies = () => {
  const members = Array.from({ length: 800_000 }, (_, at) => `"k${at}":1`);
  const keys = Array.from({ length: 10_000 }, (_, at) => `k${at}: v`).join(', ');
  const aliases = Array.from({ length: 95 }, () => '*m').join(', ');
  return {
    manyKeys: `{${members.join()}}`,
    aliasBomb: `${head}tags: &m {${keys}}\nattributes: [${aliases}]\n`,
    brokenEscapes: `${head}name: "${String.raw`\q`.repeat(2_800_000)}"\n`,
    emptyObjects: `[${'{},'.repeat(12_000_000)}{}]`,
  };
};

type Sent = { body?: string; type?: string; signal?: AbortSignal };

/** Attacks in all ways at once, until the process is killed. */
export const attack = async (victim: Victim): Promise<void> => {
  const { url, authorization, collectionId } = victim;
  const { manyKeys, aliasBomb, brokenEscapes, emptyObjects } = bodies();

  const send = async (method: string, path: string, sent: Sent = {}): Promise<void> => {
    const { body, type = 'application/json', signal } = sent;
    const headers = { authorization, ...(body !== undefined && { 'content-type': type }) };
    const init = { method, headers, body: body ?? null, signal: signal ?? null };
    await (await fetch(url + path, init)).arrayBuffer();
  };
  const repeatedly = async (times: number, act: () => Promise<void>): Promise<void> => {
    const one = async (): Promise<void> => {
      for (;;) {
        // Errors are ignored, because the service is meant to refuse these requests and may close the
        // connection.
        await act().catch(() => undefined);
        await pause(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: times }, one));
  };
  const importing = async (body: string, type = 'application/yaml'): Promise<void> =>
    await send('POST', `/threat-models/otm/${collectionId}`, { body, type });
  const guess = JSON.stringify({ clientId: 'client_x', secret: 'y' });

  await Promise.all([
    repeatedly(10, async () => await send('POST', '/auth', { body: manyKeys })),
    repeatedly(40, async () => await send('POST', '/auth', { body: guess })),
    repeatedly(2, async () => await importing(aliasBomb)),
    repeatedly(1, async () => await importing(brokenEscapes)),
    repeatedly(1, async () => await importing(emptyObjects, 'application/json')),
    repeatedly(2, async () => await send('GET', imageOf(victim.bendsId, 'svg'))),
    repeatedly(2, async () => await send('GET', `/threat-models/otm/${victim.deepModelId}`)),
    repeatedly(2, async () => await send('GET', `/threat-models/otm/${victim.manyModelId}`)),
    repeatedly(3, async () => {
      const signal = AbortSignal.timeout(1500);
      await send('GET', imageOf(victim.manyId, 'png'), { signal });
    }),
    repeatedly(1, async () => await send('GET', `/threat-models/graph/${victim.manyId}`)),
    repeatedly(50, async () => await send('GET', '/threats')),
    repeatedly(1, async () => await askWithoutReading(victim)),
  ]);
};

const imageOf = (canvasId: string, format: string): string =>
  `/threat-models/image/${canvasId}?format=${format}`;

/** Requests a large canvas a thousand times over twenty connections, and reads no response. */
const askWithoutReading = async ({ url, authorization, largeId }: Victim): Promise<void> => {
  const lines = [
    `GET /api/v1/canvases/${largeId} HTTP/1.1`,
    'host: x',
    `authorization: ${authorization}`,
  ];
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`.repeat(50));
    return socket;
  });
  await pause(6000);
  for (const socket of sockets) socket.destroy();
};
