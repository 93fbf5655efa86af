import { expect, test } from 'vitest';
import { mitigationProgress } from './mitigation-progress.tsx';

test('only finished mitigations count', () => {
  const statuses = ['done', 'will', 'never', null, 'postponed', 'done'];
  expect(mitigationProgress(statuses.map((status) => ({ status })))).toEqual({ done: 2, total: 6 });
});
