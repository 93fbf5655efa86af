import { expect, test } from 'vitest';
import type { Problem } from '#shared/canvas/problems.ts';
import { problemRows } from './problem-rows.ts';

const problems: Problem[] = [
  { kind: 'unnamedFlow', elementId: 'login' },
  { kind: 'unconnected', elementId: 'archive' },
  { kind: 'unnamedFlow', elementId: 'query' },
];

test('problems stand by their kind, in the order in which one would mend them', () => {
  expect(problemRows(problems, new Set()).map(({ id }) => id)).toEqual([
    'unconnected',
    'unconnected archive',
    'unnamedFlow',
    'unnamedFlow login',
    'unnamedFlow query',
  ]);
});

test('a closed kind still says how many there are', () => {
  const [, group, more] = problemRows(problems, new Set(['unconnected', 'unnamedFlow']));
  expect(group).toMatchObject({ id: 'unnamedFlow', count: 2, isExpanded: false });
  expect(more).toBeUndefined();
});
