import type { UpdateProblem } from '#shared/desktop/updates.ts';

/** The error of a failed update. `problem` is the reason, which the window can explain to the person. */
export class UpdateFailure extends Error {
  readonly problem: UpdateProblem;

  constructor(problem: UpdateProblem, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'UpdateFailure';
    this.problem = problem;
  }
}
