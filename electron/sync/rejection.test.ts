import { expect, it } from 'vitest';
import { rejectionProblem } from './rejection.ts';

const refusal = { code: 'unknown', status: 400, requiredScope: null };

it('names the problem by the code of our service', () => {
  const problemOf = (code: string) => rejectionProblem({ ...refusal, code, status: 403 });
  expect(problemOf('collection_access')).toBe('noPermission');
  expect(problemOf('missing_scope')).toBe('missingScope');
  expect(problemOf('enterprise_required')).toBe('notInPlan');
});

it('names the problem by the status for other services', () => {
  const problemOf = (status: number) => rejectionProblem({ ...refusal, status });
  expect(problemOf(422)).toBe('invalid');
  expect(problemOf(403)).toBe('noPermission');
  expect(problemOf(413)).toBe('tooLarge');
  expect(problemOf(418)).toBeNull();
  const scoped = { ...refusal, status: 403, requiredScope: 'threats:write' };
  expect(rejectionProblem(scoped)).toBe('missingScope');
});
