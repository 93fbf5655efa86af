/**
 * Returns the message of an error. Node reports several failed attempts to connect as one error with an
 * empty message, so the messages of the attempts are joined.
 */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(messageOf).join(', ');
  }
  return error instanceof Error ? error.message : String(error);
};
