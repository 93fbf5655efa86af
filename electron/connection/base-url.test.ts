import { expect, it } from 'vitest';
import { baseUrlsOf } from './base-url.ts';

it.each([
  ['https://t.example.com/api/v1', ['https://t.example.com/api/v1']],
  [' https://t.example.com/api/v1/ ', ['https://t.example.com/api/v1']],
  ['t.example.com', ['https://t.example.com', 'https://t.example.com/api/v1']],
  ['T.example.com:8443/x', ['https://t.example.com:8443/x', 'https://t.example.com:8443/x/api/v1']],
  ['http://localhost:8080', ['http://localhost:8080', 'http://localhost:8080/api/v1']],
  ['http://127.0.0.1', ['http://127.0.0.1', 'http://127.0.0.1/api/v1']],
  ['http://[::1]:80', ['http://[::1]', 'http://[::1]/api/v1']],
])('%s means %j', (typed, candidates) => {
  expect(baseUrlsOf(typed)).toEqual({ ok: true, candidates });
});

it.each([
  ['http://t.example.com', 'address_insecure'],
  ['http://localhost.example.com', 'address_insecure'],
  ['http://127.0.0.1.example.com', 'address_insecure'],
  ['http://0.0.0.0', 'address_insecure'],
  ['ftp://t.example.com', 'address_invalid'],
  ['file:///etc/passwd', 'address_invalid'],
  ['https://me:secret@t.example.com', 'address_invalid'],
  ['https://t.example.com/?a=b', 'address_invalid'],
  ['two words', 'address_invalid'],
  ['', 'address_invalid'],
  [`https://t.example.com/${'a'.repeat(2048)}`, 'address_invalid'],
])('%s is refused as %s', (typed, kind) => {
  expect(baseUrlsOf(typed)).toEqual({ ok: false, problem: { kind } });
});
