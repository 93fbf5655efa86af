import type { BatchPart } from '#shared/api/batch.ts';
import type { Incoming } from '../../protocol/incoming.ts';
import { resolveBody, resolvePath, resolveTag, type Named } from './references.ts';

/** Returns a part of a batch as a request of the client that sent the batch. */
export const partRequest = (
  { method, path, idempotencyKey, ifMatch, ifNoneMatch, body }: BatchPart,
  { header, address, signal }: Incoming,
  named: Named,
  jsonPath: string,
): Incoming => {
  const headers = new Map([
    ['authorization', header('authorization')],
    ['content-type', 'application/json'],
    ['idempotency-key', idempotencyKey],
    ['if-match', ifMatch && resolveTag(ifMatch, named, `${jsonPath}.ifMatch`)],
    ['if-none-match', ifNoneMatch],
  ]);
  return {
    method,
    target: resolvePath(path, named, `${jsonPath}.path`),
    header: (name) => headers.get(name) ?? null,
    body: body ? bytesOf(resolveBody(body, named, `${jsonPath}.body`)) : null,
    address,
    signal,
  };
};

/**
 * Serializes the body as a client does for a separate request, so that an idempotency key works in a
 * batch and in a separate request with the same body.
 */
async function* bytesOf(body: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(body));
}
