import { expect, test } from 'vitest';
import type { Priority } from '../../api/enumerations.ts';
import { neutralRisk, priorityOf } from './risk.ts';

test.each<[number, Priority]>([
  [0, 'low'],
  [39, 'low'],
  [40, 'medium'],
  [69, 'medium'],
  [70, 'high'],
  [89, 'high'],
  [90, 'critical'],
  [100, 'critical'],
])('a likelihood and impact of %i are of priority %s', (number, priority) => {
  expect(priorityOf({ likelihood: number, impact: number })).toBe(priority);
});

test('the numbers that are written for a priority are read as that priority', () => {
  const priorities = ['low', 'medium', 'high', 'critical'] as const;
  expect(priorities.map((priority) => priorityOf(neutralRisk(priority)))).toEqual(priorities);
});
