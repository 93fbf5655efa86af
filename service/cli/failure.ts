/** What the operator is told in one line: something is not there, or not as it has to be. */
export class Failure extends Error {}

/** The command was not given as it has to be. */
export class WrongUsage extends Failure {}

/** Several attempts to connect fail as one error that says nothing itself. */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(messageOf).join(', ');
  }
  return error instanceof Error ? error.message : String(error);
};
