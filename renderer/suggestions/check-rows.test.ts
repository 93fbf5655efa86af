import { expect, test } from 'vitest';
import type { Problem } from '#shared/canvas/problems.ts';
import { systemFor } from '#shared/suggestions/testing/suggest-for.ts';
import { checkRows } from './check-rows.ts';
import type { Control } from './controls-in.ts';
import { findingsOf, openThreatsIn } from './findings.ts';

const problems: Problem[] = [
  { kind: 'unnamedFlow', elementId: 'login' },
  { kind: 'unconnected', elementId: 'archive' },
  { kind: 'unnamedFlow', elementId: 'query' },
];
const schedule = { title: 'Shop', status: 'Draft', due_to_date: '2020-01-01T00:00:00.000Z' };
const threat = (title: string, more: object = {}) => ({
  title,
  status: 'open',
  priority: 'critical',
  categories: [],
  references: [],
  mitigations: [],
  dueDate: null,
  ...more,
});
const system = systemFor(
  [
    'entity Browser',
    'process Web app in Cloud {componentId=app}',
    'store Sessions in Cloud {holdsCredentials}',
    'process Mail {noThreats}',
    'Browser -> Web app: Login {!encrypted, !authenticated}',
  ],
  { threats: { app: [threat('One'), threat('Two'), threat('Three', { status: 'accepted' })] } },
);
const control = (framework: string, id: string, done: number): Control => ({
  framework,
  control: id,
  title: '',
  total: 2,
  done,
  drawn: [],
});
const controls = [
  control('CIS', 'CIS 4.1', 2),
  control('CIS', 'CIS 4.2', 1),
  control('', 'H-1', 0),
];
const findings = findingsOf(system, schedule, new Date('2026-01-01T12:00:00.000Z'));
const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

test('problems and findings are grouped by kind, in the order of fixing', () => {
  expect(idsOf(checkRows({ problems, findings: [], controls: [] }, new Set()))).toEqual([
    'drawing',
    'unconnected',
    'unconnected archive',
    'unnamedFlow',
    'unnamedFlow login',
    'unnamedFlow query',
    'security',
    'controls',
  ]);
  const security = checkRows(
    { problems: [], findings, controls: [] },
    new Set(['critical-without-mitigation']),
  );
  const kinds = security.flatMap((row) =>
    row.shows === 'findings' ? [[row.check, row.count]] : [],
  );
  expect(kinds).toEqual([
    ['critical-without-mitigation', 2],
    ['unencrypted-crossing', 1],
    ['unauthenticated-crossing', 1],
    ['sensitive-store-without-threat', 1],
    ['overdue', 1],
    ['not-considered', 2],
  ]);
});

test('each row has its own ID and its position among its siblings', () => {
  const rows = checkRows({ problems, findings, controls }, new Set());
  expect(new Set(idsOf(rows)).size).toBe(rows.length);
  for (const row of rows) {
    const siblings = rows.filter(({ parentId }) => parentId === row.parentId);
    expect([siblings.indexOf(row) + 1, siblings.length]).toEqual([row.position, row.setSize]);
  }
});

test('a closed group shows its count, and an unknown count is omitted', () => {
  const rows = checkRows({ problems, findings: null, controls: null }, new Set(['drawing']));
  expect(rows).toMatchObject([
    { id: 'drawing', count: 3, isExpanded: false },
    { id: 'security', count: null, isExpanded: null },
    { id: 'controls', count: null, isExpanded: null },
  ]);
});

test('open threats are counted, whatever the checks find', () => {
  expect(openThreatsIn(system)).toBe(2);
  expect(findings.find(({ check }) => check === 'overdue')?.drawn).toEqual([]);
});

test('controls are grouped by framework, with the number of met ones', () => {
  const rows = checkRows({ problems: [], findings: [], controls }, new Set());
  const frameworks = rows.flatMap((row) =>
    row.shows === 'framework' ? [[row.framework, row.met, row.count]] : [],
  );
  expect(frameworks).toEqual([
    ['CIS', 1, 2],
    ['', 0, 1],
  ]);
  expect(rows.filter(({ shows }) => shows === 'control')).toHaveLength(3);
});
