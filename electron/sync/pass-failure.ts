import { classifyFailure } from './outcome.ts';
import { waitingAfter, type Waiting } from './push.ts';

/** Something is still pending for a temporary reason. */
export class PassFailed extends Error {
  readonly failure: Waiting;

  constructor(failure: Waiting) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** The error for callers that wait for a pass. */
export class ServiceUnavailable extends Error {
  readonly kind: Waiting['kind'];

  constructor({ kind, reason }: Waiting, options: ErrorOptions) {
    super(reason, options);
    this.kind = kind;
  }
}

/** Returns the reason why a pass did not finish. */
export const failureOf = (error: unknown): Waiting => {
  if (error instanceof PassFailed) return error.failure;
  return waitingAfter(classifyFailure(error));
};
