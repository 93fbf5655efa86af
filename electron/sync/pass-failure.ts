import { classifyFailure } from './outcome.ts';
import { waitingAfter, type Waiting } from './push.ts';

/** Something is left to send, for a reason that will pass. */
export class PassFailed extends Error {
  readonly failure: Waiting;

  constructor(failure: Waiting) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** For whoever waits for a pass: why it did not do what was asked. */
export class ServiceUnavailable extends Error {
  readonly kind: Waiting['kind'];

  constructor({ kind, reason }: Waiting, options: ErrorOptions) {
    super(reason, options);
    this.kind = kind;
  }
}

/** Why a pass came to no end. */
export const failureOf = (error: unknown): Waiting => {
  if (error instanceof PassFailed) return error.failure;
  return waitingAfter(classifyFailure(error));
};
