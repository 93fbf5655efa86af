import { expect, it } from 'vitest';
import { contract } from '#shared/api/contract.ts';
import { endpointAt, endpointOf } from './endpoint-of.ts';

const baseUrl = 'https://service.invalid/tenant/api/v1';

const everyEndpoint = Object.entries(contract).flatMap(([resource, procedures]) =>
  Object.keys(procedures).map((name) => endpointAt([resource, name])),
);

it.each(everyEndpoint)('finds $name by its address', (endpoint) => {
  const { name, method } = endpoint;
  const path = name.replace(`${method} `, '').replaceAll(/\{\w+\}/g, '0192-a%2Fb');
  for (const address of [path, `${path}/`, `${path}?limit=5`]) {
    expect(endpointOf(new Request(`${baseUrl}${address}`, { method }), baseUrl)?.name).toBe(name);
  }
});

it.each([
  'https://service.invalid/roles',
  `${baseUrl}/nothing`,
  `${baseUrl}/more/roles`,
  `${baseUrl}roles`,
])('finds none at %s', (url) => {
  expect(endpointOf(new Request(url), baseUrl)).toBeNull();
});
