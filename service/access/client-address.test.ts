import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const proxies = ['10.0.0.0/8', 'fd00::/8'];

test.each([
  ['nobody is trusted', [], '10.0.0.1', '1.1.1.1', '10.0.0.1'],
  ['the peer is no proxy', proxies, '8.8.8.8', '1.1.1.1', '8.8.8.8'],
  ['the proxy says nothing', proxies, '10.0.0.1', undefined, '10.0.0.1'],
  ['the proxy names the client', proxies, '10.0.0.1', '1.1.1.1', '1.1.1.1'],
  ['the client made something up', proxies, '10.0.0.1', '2.2.2.2, 1.1.1.1', '1.1.1.1'],
  ['it came through two proxies', proxies, '10.0.0.1', '2.2.2.2, 1.1.1.1,10.9.9.9', '1.1.1.1'],
  ['it began at a proxy', proxies, '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['what is named is no address', proxies, '10.0.0.1', '1.1.1.1, unknown, 10.0.0.2', '10.0.0.2'],
  ['the peer is an IPv4 one on an IPv6 socket', proxies, '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
  ['all of it is IPv6', proxies, 'fd00::1', '2001:db8::1', '2001:db8::1'],
  ['the connection is gone already', proxies, undefined, '1.1.1.1', undefined],
])('%s', (_, trusted, remoteAddress, forwarded, expected) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(clientAddress(trusted)({ headers, socket: { remoteAddress } })).toBe(expected);
});

test('an invalid range is reported when it is configured', () => {
  expect(() => clientAddress(['proxy.example'])).toThrow('not an address range: "proxy.example"');
});
