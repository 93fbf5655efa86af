import { ORPCError } from '@orpc/client';

/**
 * What an answer means for the entry that waits for it. `retry`: the service cannot be reached or
 * is not able now, so everything waits. `gone`: it does not know the record. `refused`: it will not
 * take this, however often it is sent.
 */
export type Failure =
  | { kind: 'retry'; reason: string }
  | { kind: 'gone' }
  | { kind: 'refused'; reason: string };

const passing = new Set([401, 408, 425, 429]);

export const classifyFailure = (error: unknown): Failure => {
  if (!(error instanceof ORPCError)) {
    return { kind: 'retry', reason: error instanceof Error ? error.message : String(error) };
  }
  if (error.status === 404) return { kind: 'gone' };
  const isPassing = passing.has(error.status) || error.status >= 500;
  return { kind: isPassing ? 'retry' : 'refused', reason: error.message };
};
