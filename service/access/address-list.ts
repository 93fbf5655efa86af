import { BlockList, isIP, isIPv4 } from 'node:net';

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** The number of bits before the IPv4 address in an IPv4-mapped address, such as `::ffff:10.0.0.1`. */
const mappedBits = 96;

/** An IPv6 socket reports the addresses of IPv4 clients as IPv4-mapped addresses. */
const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', mappedBits, 'ipv6');

const isOfIPv4 = (address: string): boolean => isIPv4(address) || mapped.check(address, 'ipv6');

/**
 * Tells if `address` is in one of the CIDR ranges, such as `10.0.0.0/8` or `::1`. An empty list allows
 * every address. An undefined or invalid address is in no range.
 */
export const isAllowed = (ranges: readonly string[], address: string | undefined): boolean => {
  if (ranges.length === 0) return true;
  if (address === undefined || isIP(address) === 0) return false;
  return listOf(ranges).check(address);
};

/**
 * Parses address ranges. `check` tells if an address is in one of them. A range of IPv6 addresses such as
 * `::/0` has no IPv4 addresses, although Node's list would find them in it as IPv4-mapped addresses.
 * @throws Error for an invalid address range.
 */
export const listOf = (ranges: readonly string[]): { check: (address: string) => boolean } => {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const range of ranges) {
    const [, network = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
    const length = Number(bits ?? fullLength(network));
    if (isIP(network) === 0 || length > fullLength(network)) {
      throw new Error(`not an address range: ${JSON.stringify(range)}`);
    }
    const family = familyOf(network);
    lists[family].addSubnet(network, length, family);
    // A range that is this narrow can be one of IPv4-mapped addresses.
    if (family === 'ipv6' && length >= mappedBits) lists.ipv4.addSubnet(network, length, family);
  }
  return {
    check: (address) =>
      lists[isOfIPv4(address) ? 'ipv4' : 'ipv6'].check(address, familyOf(address)),
  };
};

const fullLength = (network: string) => (isIPv4(network) ? 32 : 128);
