import type { Problem, ProblemCode } from '#shared/api/problem.ts';

type Refinement = {
  requiredScope?: string;
  deleted?: true;
  issues?: NonNullable<Problem['issues']>;
  headers?: Record<string, string>;
};

/** A rejection whose reason is sent to the client. Any other error is a bug. */
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

/**
 * Returns a refusal for a value in the body that only a lookup could find invalid. `path` is like
 * `usersIds[2]`.
 */
export const invalid = (path: string, message: string): Refusal =>
  new Refusal('validation_failed', `${path}: ${message}`, { issues: [{ path, message }] });
