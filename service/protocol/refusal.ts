import type { Problem, ProblemCode } from '#shared/api/problem.ts';

type Refinement = {
  requiredScope?: string;
  deleted?: true;
  issues?: NonNullable<Problem['issues']>;
  headers?: Record<string, string>;
};

/** A request that is not served, for a reason its sender is told. Everything else thrown is a bug. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly refinement: Refinement;

  constructor(code: ProblemCode, detail: string, refinement: Refinement = {}) {
    super(detail);
    this.name = 'Refusal';
    this.code = code;
    this.refinement = refinement;
  }
}

/** What in a body is wrong that only looking it up could tell: `usersIds[2]`. */
export const invalid = (path: string, message: string): Refusal =>
  new Refusal('validation_failed', `${path}: ${message}`, { issues: [{ path, message }] });
