import type { AnyContractRouter } from '@orpc/contract';
import { implement } from '@orpc/server';
import type { Caller } from '../access/caller.ts';
import type { Database } from '../database/schema.ts';
import type { Answer, FileAnswer } from './answer.ts';
import type { Incoming } from './incoming.ts';

/** What has to wait until what was written stays. */
export type LaterWork = (database: Database) => Promise<void>;

/**
 * Answers a request that is a part of this one as if it had come alone, but under the same request
 * id. `make` may refuse it; the target it gives is a path within the API.
 */
export type AnswerPart = (
  place: Database,
  part: { index: number; method: string; path: string },
  make: () => Incoming,
) => Promise<Answer | FileAnswer>;

/** What a procedure without a bearer token works with. */
export type OpenContext = {
  /**
   * The transaction of this request: everything written in it stays, or nothing. Where it collides
   * with another the procedure runs again, so whatever else it does goes to `later`. For an endpoint
   * whose `transaction` is false it is the database itself.
   */
  database: Database;
  /** The request's instant, ISO 8601. */
  now: string;
  address: string | undefined;
  /** The request itself, and how its parts are answered, for an endpoint that takes several. */
  incoming: Incoming;
  answerPart: AnswerPart;
  /** Runs once after the transaction, and is not waited for. */
  later: (work: LaterWork) => void;
};

/** What every other procedure works with. */
export type RequestContext = OpenContext & { caller: Caller };

/**
 * The contract of one resource, to be given its procedures. Answers are not parsed by their schema
 * again: it would drop a canvas key called `__proto__`, and what is answered is typed by it already;
 * the tests hold every answer against the schema.
 */
export const implementer = <Contract extends AnyContractRouter>(contract: Contract) =>
  implement(contract)
    .$context<RequestContext>()
    .$config({ initialOutputValidationIndex: Number.NaN });
