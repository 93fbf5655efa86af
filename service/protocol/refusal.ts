import type { Problem, ProblemCode } from '#shared/api/problem.ts';

type Refinement = {
  requiredScope?: string;
  deleted?: true;
  issues?: NonNullable<Problem['issues']>;
  headers?: Record<string, string>;
};

/**
 * A rejection whose reason is sent to the client. Other errors are bugs, unless `asRefusal` converts
 * them.
 */
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
 * Returns a refusal for a value in the body that a lookup finds invalid, such as an unknown ID. `path`
 * is the path of the value, such as `usersIds[2]`.
 */
export const invalid = (path: string, message: string): Refusal =>
  new Refusal('validation_failed', `${path}: ${message}`, { issues: [{ path, message }] });
