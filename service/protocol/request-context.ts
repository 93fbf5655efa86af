import type { AnyContractRouter } from '@orpc/contract';
import { implement } from '@orpc/server';
import type { OtmReading } from '#shared/otm/content.ts';
import type { Caller } from '../access/caller.ts';
import type { Database } from '../database/schema.ts';
import type { Answer, FileAnswer } from './answer.ts';
import type { Incoming } from './incoming.ts';

/** Work that has to wait until the transaction is committed. */
export type LaterWork = (database: Database) => Promise<void>;

/**
 * Serves a part of a batch like a separate request, but with the request ID of the batch. `make` returns
 * the part as a request, whose target is a path within the API, or throws to reject the part.
 */
export type AnswerPart = (
  executor: Database,
  part: { index: number; method: string; path: string },
  make: () => Incoming,
) => Promise<Answer | FileAnswer>;

/** The context of a procedure that needs no bearer token. */
export type OpenContext = {
  /**
   * The transaction of this request, which is stored completely or not at all. After a collision, the
   * procedure runs again, so it must pass all other effects to `later`. If the endpoint's `transaction`
   * is false, `database` is not a transaction, but the database itself.
   */
  database: Database;
  /** The time of the request, as ISO 8601. */
  now: string;
  address: string | undefined;
  /**
   * The request. Procedures use its `signal`, and the batch endpoint serves its parts with `answerPart`.
   */
  incoming: Incoming;
  answerPart: AnswerPart;
  /**
   * The parsed file, for an endpoint that takes a file. The service reads the file before the
   * transaction.
   */
  file: OtmReading | undefined;
  /** Adds work that runs once after the transaction, without delaying the response. */
  later: (work: LaterWork) => void;
};

/** The context of a procedure that needs a bearer token, and so has a caller. */
export type RequestContext = OpenContext & { caller: Caller };

/**
 * Returns an implementer for the contract of one resource. Responses are not validated against their
 * schemas, because validation would drop a canvas key `__proto__`. Types and tests check them instead.
 */
export const implementer = <Contract extends AnyContractRouter>(contract: Contract) =>
  implement(contract)
    .$context<RequestContext>()
    .$config({ initialOutputValidationIndex: Number.NaN });
