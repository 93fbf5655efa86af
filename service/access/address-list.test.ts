import { describe, expect, test } from 'vitest';
import { isAllowed, listOf } from './address-list.ts';

test.each([
  [[], undefined, true],
  [[], '8.8.8.8', true],
  [['10.0.0.0/8'], '10.200.0.1', true],
  [['10.0.0.0/8'], '::ffff:10.200.0.1', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['10.0.0.0/8', '192.168.1.7'], '192.168.1.7', true],
  [['192.168.1.7'], '192.168.1.8', false],
  [['2001:db8::/32'], '2001:db8::7', true],
  [['2001:db8::/32'], '2001:db9::7', false],
  [['10.1.0.0/16'], '10.1.255.255', true],
  [['10.1.0.0/16'], '10.2.0.0', false],
  [['2001:db8::/64'], '2001:db8::ffff:ffff:ffff:ffff', true],
  [['2001:db8::/64'], '2001:db8:0:1::', false],
  [['::1'], '::1', true],
  [['::1'], '::2', false],
  [['10.0.0.0/8'], '::FFFF:10.200.30.40', true],
  // This IPv6 address only contains the prefix of IPv4 addresses.
  [['110.0.0.0/8'], '1::ffff:10.0.0.1', false],
  [['0.0.0.0/0'], '::1', false],
  [['::/0'], '::1', true],
  [['::/0'], '10.0.0.1', false],
  [['10.0.0.0/8'], '::ffff:a00:1', true],
  [['::/0'], '0:0:0:0:0:ffff:a00:1', false],
  [['::/0'], '::ffff:10.0.0.1', false],
  [['::/0', '10.0.0.0/8'], '10.0.0.1', true],
  [['::ffff:10.0.0.0/104'], '10.0.0.1', true],
  [['::ffff:10.0.0.0/104'], '11.0.0.1', false],
  [['0.0.0.0/0'], undefined, false],
  [['0.0.0.0/0'], 'not an address', false],
])('the list %j and the address %s: allowed is %s', (ranges, address, expected) => {
  expect(isAllowed(ranges, address)).toBe(expected);
});

describe('rejects an invalid address range:', () => {
  test.each([
    '',
    'localhost',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/x',
    '10.0.0.0/',
    '/10.0.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/08 ',
    '::/129',
  ])('%j', (range) => {
    expect(() => listOf([range])).toThrow(`not an address range: ${JSON.stringify(range)}`);
  });
});
