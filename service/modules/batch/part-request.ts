import type { BatchPart } from '#shared/api/batch.ts';
import type { Incoming } from '../../protocol/incoming.ts';
import { resolveBody, resolvePath, resolveTag, type Named } from './references.ts';

/** A part as if it had come alone from the client that sent the batch. */
export const partRequest = (
  { method, path, idempotencyKey, ifMatch, ifNoneMatch, body }: BatchPart,
  { header, address, hasLeft }: Incoming,
  named: Named,
  place: string,
): Incoming => {
  const headers = new Map([
    ['authorization', header('authorization')],
    ['content-type', 'application/json'],
    ['idempotency-key', idempotencyKey],
    ['if-match', ifMatch && resolveTag(ifMatch, named, `${place}.ifMatch`)],
    ['if-none-match', ifNoneMatch],
  ]);
  return {
    method,
    target: resolvePath(path, named, `${place}.path`),
    header: (name) => headers.get(name) ?? null,
    body: body ? bytesOf(resolveBody(body, named, `${place}.body`)) : null,
    address,
    hasLeft,
  };
};

/** As a client writes it that sends the part alone, so that its key stands for the same request. */
async function* bytesOf(body: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(body));
}
