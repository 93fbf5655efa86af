import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { listOf } from './address-list.ts';

type Forwarded = Pick<IncomingMessage, 'headers'> & {
  socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * Returns a function that finds the address of the client that sent a request. The function reads
 * `X-Forwarded-For` from the right, up to the first address that is not a trusted proxy. It ignores the
 * addresses further left. A client can forge them, because it can send any header, and each proxy only
 * appends the address that it sees.
 */
export const clientAddress = (
  trustedProxies: readonly string[],
): ((incoming: Forwarded) => string | undefined) => {
  const { check: isTrusted } = listOf(trustedProxies);
  return ({ headers, socket: { remoteAddress } }) => {
    const forwarded = headers['x-forwarded-for'];
    if (trustedProxies.length === 0 || forwarded === undefined) return remoteAddress;
    const seen = String(forwarded).split(',');
    let address = remoteAddress;
    while (address !== undefined && isTrusted(address)) {
      const next = seen.pop()?.trim() ?? '';
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
};
