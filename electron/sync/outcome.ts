import { z } from 'zod';
import type { ConnectionProblemKind } from '#shared/desktop/connections.ts';
import type { Hold, Rejection } from '#shared/desktop/sync.ts';
import { CredentialsRefused, UnreadableAnswer } from '../connection/answer-failures.ts';
import { networkProblem } from '../connection/connection-problem.ts';
import { refusalOf, type Refusal } from '../connection/refusal.ts';
import { ServiceDamaged, SignInNeeded } from '../connection/service-connection.ts';
import type { Version } from './endpoints.ts';
import { nameOf } from './pending.ts';
import { rejectionProblem } from './rejection.ts';
import { ServiceHold } from './service-hold.ts';

/**
 * The meaning of a failure for pending changes.
 *
 * - `unreachable`: the service cannot be reached or asks for a pause, so everything waits.
 * - `later`: this one request failed; the rest may continue.
 * - `hold`: the service accepts nothing until the person has done something.
 * - `gone`: the service does not know the record. `changed`: the record is not in the expected
 *   version.
 * - `refused`: the service rejects the request, however often it is sent.
 *
 * `ofRead`: the failed request was a read, so it says nothing about an earlier write.
 */
export type Failure =
  | {
      kind: 'unreachable';
      reason: string;
      afterSeconds: number | null;
      /** The network problem, or `null` if the failure has no code that names one. */
      problem: ConnectionProblemKind | null;
    }
  | { kind: 'later'; reason: string; afterSeconds: number | null }
  | { kind: 'hold'; hold: Hold; reason: string }
  | ({ kind: 'gone' | 'changed' | 'refused'; ofRead: boolean } & Rejection);

const byStatus: Record<number, Failure['kind']> = {
  404: 'gone',
  408: 'unreachable',
  410: 'gone',
  412: 'changed',
  425: 'unreachable',
  429: 'unreachable',
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
};

const holdByCode: Record<string, Hold> = {
  account_disabled: 'disabled',
  ip_not_allowed: 'addressNotAllowed',
};

const holdOf = ({ status, code }: Pick<Refusal, 'status' | 'code'>): Hold | null =>
  holdByCode[code] ?? (status === 401 ? 'signIn' : null);

const kindOf = (status: number): Exclude<Failure['kind'], 'hold'> => {
  const kind = byStatus[status];
  if (kind && kind !== 'hold') return kind;
  return status >= 500 ? 'later' : 'refused';
};

/** Thrown if others keep changing a record. The next pass may succeed. */
export class AlwaysChanged extends Error {
  constructor() {
    super('It keeps being changed by others. Sync will try again.');
  }
}

/**
 * Thrown if the service created a record but did not return it. The create is not sent again, because
 * that would make a duplicate.
 */
export class CreatedRecordUnknown extends Error {
  constructor() {
    super('The service didn’t say which record it created.');
  }
}

/**
 * Thrown if only the person can decide whether a record at the service came from our create. The message
 * is the name of that record.
 */
export class PossibleDuplicate extends Error {
  constructor({ remote }: Version) {
    super(nameOf(remote));
  }
}

/**
 * Tells if an error that is not a refusal concerns only one request. Any other error that is not a
 * refusal is a network error, which concerns all requests.
 */
const isOfOneRequest = (error: unknown): boolean =>
  error instanceof AlwaysChanged ||
  error instanceof UnreadableAnswer ||
  error instanceof z.ZodError ||
  (error instanceof Error && 'errcode' in error);

/**
 * Problem kinds that explain nothing about a service that has worked before. For example, an empty
 * answer from such a service does not mean that the address has another API.
 */
const uninformative = new Set<ConnectionProblemKind>(['unreachable', 'not_this_api']);

/**
 * Returns the network problem, or `null` if the original message says more, as it does for an error
 * without a code.
 */
const namedProblem = (error: unknown): ConnectionProblemKind | null => {
  const { kind, detail } = networkProblem(error);
  const isNamed = detail !== undefined || kind === 'redirected';
  return isNamed && !uninformative.has(kind) ? kind : null;
};

export const classifyFailure = (error: unknown): Failure => {
  if (error instanceof CredentialsRefused) {
    return { kind: 'hold', hold: holdByCode[error.code] ?? 'signIn', reason: error.message };
  }
  if (error instanceof SignInNeeded) return { kind: 'hold', hold: 'signIn', reason: error.message };
  if (error instanceof ServiceDamaged) {
    return { kind: 'hold', hold: 'serviceDamaged', reason: error.message };
  }
  if (error instanceof ServiceHold)
    return { kind: 'hold', hold: error.hold, reason: error.message };
  if (error instanceof CreatedRecordUnknown)
    return { kind: 'refused', problem: 'unknownRecord', reason: error.message, ofRead: true };
  // `ofRead` is false, so the caller resets the attempts of the create. If the person chooses _Try
  // again_, sync then creates the record without searching for a match again.
  if (error instanceof PossibleDuplicate) {
    const { message: reason } = error;
    return { kind: 'refused', problem: 'possibleDuplicate', reason, ofRead: false };
  }
  const refusal = refusalOf(error);
  if (!refusal) {
    const reason = error instanceof Error ? error.message : String(error);
    return isOfOneRequest(error)
      ? { kind: 'later', reason, afterSeconds: null }
      : { kind: 'unreachable', reason, afterSeconds: null, problem: namedProblem(error) };
  }
  const { message: reason, retryAfterSeconds: afterSeconds } = refusal;
  const hold = holdOf(refusal);
  if (hold) return { kind: 'hold', hold, reason };
  const kind = kindOf(refusal.status);
  if (kind === 'unreachable') return { kind, reason, afterSeconds, problem: null };
  if (kind === 'later') return { kind, reason, afterSeconds };
  const problem = rejectionProblem(refusal);
  return { kind, problem, reason, ofRead: refusal.endpoint.startsWith('GET ') };
};
