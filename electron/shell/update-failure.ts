import type { UpdateProblem } from '#shared/desktop/updates.ts';

/** An update failed for a reason that the window can explain. */
export class UpdateFailure extends Error {
  readonly problem: UpdateProblem;

  constructor(problem: UpdateProblem, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'UpdateFailure';
    this.problem = problem;
  }
}
