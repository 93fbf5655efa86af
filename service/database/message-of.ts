/**
 * Returns the message of an error. Several failed connection attempts come as one error with an
 * empty message.
 */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(messageOf).join(', ');
  }
  return error instanceof Error ? error.message : String(error);
};
