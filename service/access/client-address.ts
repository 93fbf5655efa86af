import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import { listOf } from './address-list.ts';

type Forwarded = Pick<IncomingMessage, 'headers'> & {
  socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * Finds the address of the client that a request is from. Anyone can write an `X-Forwarded-For`, so
 * it is read from the right, where the proxy next to us added what it saw, and only as far as one
 * trusted proxy vouches for the next.
 */
export const clientAddress = (
  trustedProxies: readonly string[],
): ((incoming: Forwarded) => string | undefined) => {
  const trusted = listOf(trustedProxies);
  const isTrusted = (address: string) => trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
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
