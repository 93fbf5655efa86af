import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractEndpoints } from '../contract-endpoints.ts';
import { endpointCases } from './endpoint-cases.ts';
import { appRows, endpointRows, keyOf } from './endpoint-tables.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
const documented = endpointRows(page);

/**
 * These documents are served without a token and are not part of the contract. `protocol/errors.test.ts`
 * covers them.
 */
const openDocuments = ['/openapi.json', '/health', '/ready'].map((path) => ({
  method: 'GET',
  path,
  cells: ['none', 'additive', '200'],
}));

/** The rows of the contract's endpoints. As in the specification, only catalogs have a row for HEAD. */
const contracted = contractEndpoints.flatMap((endpoint) => {
  const { path, scope, specified, successStatus, answers } = endpoint;
  const cells = [scope ?? 'none', specified ? 'yes' : 'additive', `${successStatus}`];
  const methods = answers === 'catalog' ? [endpoint.method, 'HEAD'] : [endpoint.method];
  return methods.map((method) => ({ method, path, cells }));
});

const sorted = (rows: readonly { method: string; path: string; cells: string[] }[]) =>
  rows.map(({ method, path, cells }) => [method, path, ...cells.slice(0, 3)].join(' ')).toSorted();

test('docs/api.md lists exactly the endpoints of the contract, with scope and status', () => {
  expect(sorted(documented)).toEqual(sorted([...contracted, ...openDocuments]));
  const described = documented.filter(({ cells }) => (cells[3] ?? '').length > 5);
  expect(described).toHaveLength(documented.length);
});

const commandTitles: unknown = JSON.parse(
  readFileSync(join(root, 'shared/locales/en/commands.json'), 'utf8'),
);
const hasTitle = (command: string): boolean => {
  let found: unknown = commandTitles;
  for (const part of command.split('.')) {
    found = found instanceof Object ? Reflect.get(found, part) : undefined;
  }
  return typeof found === 'string';
};

test('docs/api.md names the screen or command that uses every route, or why none does', () => {
  const rows = appRows(page);
  const routes = [...contracted, ...openDocuments].map(({ method, path }) => `${method} ${path}`);
  expect(rows.map(({ endpoint }) => endpoint).toSorted()).toEqual(routes.toSorted());
  expect(rows.filter(({ used }) => used !== 'yes' && used !== 'no')).toEqual([]);
  expect(rows.filter(({ where }) => where.length < 10)).toEqual([]);
  const named = rows.flatMap(({ where }) => where.match(/`\w+\.[\w-]+`/g) ?? []);
  expect(named.map((code) => code.slice(1, -1)).filter((id) => !hasTitle(id))).toEqual([]);
});

/** The specification is not part of the repository. The test runs only where the file exists. */
const specification = join(root, '../shared/spec/api.md');

// Without the file there is no test, because a skipped test would be reported as one that could not run.
// oxlint-disable-next-line vitest/no-conditional-tests
if (existsSync(specification)) {
  test('docs/api.md marks exactly the endpoints of the specification as specified', () => {
    const specified = endpointRows(readFileSync(specification, 'utf8')).map(keyOf);
    const marked = documented.filter(({ cells }) => cells[1] === 'yes').map(keyOf);
    expect(specified.length).toBeGreaterThan(90);
    expect(marked.toSorted()).toEqual(specified.toSorted());
  });
}

test('every endpoint of the contract has a case', () => {
  expect(endpointCases.map(({ endpoint }) => endpoint).toSorted()).toEqual(
    contractEndpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});
