import type { IncomingMessage } from 'node:http';

const maxBytes = 100 * 2 ** 20;
const longestMs = 30_000;
/**
 * The number of bytes of a rejected body that are read before each pause. Without pauses, a client that
 * sends several gigabytes a second would keep a whole processor busy.
 */
const bytesAtOnce = 2 ** 20;
const pauseMs = 50;

/**
 * Reads the rest of a rejected body. Otherwise closing the connection would reset it while the client
 * still sends, and the client would never read the response.
 */
export const discardRest = (incoming: IncomingMessage): void => {
  let left = maxBytes;
  let untilPause = bytesAtOnce;
  let pause: NodeJS.Timeout | undefined;
  incoming.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) incoming.destroy();
    untilPause -= chunk.byteLength;
    if (untilPause > 0) return;
    untilPause = bytesAtOnce;
    incoming.pause();
    pause = setTimeout(() => incoming.resume(), pauseMs);
  });
  incoming.on('error', () => incoming.destroy());
  const timer = setTimeout(() => incoming.destroy(), longestMs);
  incoming.once('close', () => {
    clearTimeout(timer);
    clearTimeout(pause);
  });
  incoming.resume();
};
