import { isIPv6 } from 'node:net';

/**
 * Returns the key by which limits count an address. For an IPv6 address, the key is the 64-bit network,
 * because a client usually has a whole network and can use another of its addresses for each request.
 */
export const addressGroup = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const left = head.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - tail.split(':').length;
  const groups = [
    ...left,
    ...Array.from({ length: missing }, () => '0'),
    ...(tail ?? '').split(':'),
  ];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`;
};
