import { classifyFailure } from './outcome.ts';
import { postponedAfter, type Postponed } from './push.ts';

/** Thrown if a pass left changes pending for a temporary reason. */
export class PassFailed extends Error {
  readonly failure: Postponed;

  constructor(failure: Postponed) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** Thrown to callers that wait for a pass, if the pass fails. */
export class ServiceUnavailable extends Error {
  readonly kind: Postponed['kind'];

  constructor({ kind, reason }: Postponed, options: ErrorOptions) {
    super(reason, options);
    this.kind = kind;
  }
}

/** Returns the reason why a pass did not finish. */
export const failureOf = (error: unknown): Postponed => {
  if (error instanceof PassFailed) return error.failure;
  return postponedAfter(classifyFailure(error));
};
