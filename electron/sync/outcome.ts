import { z } from 'zod';
import type { ConnectionProblemKind } from '#shared/desktop/connections.ts';
import type { Hold } from '#shared/desktop/sync.ts';
import { CredentialsRefused, UnreadableAnswer } from '../connection/answer-failures.ts';
import { networkProblem } from '../connection/connection-problem.ts';
import { refusalOf, type Refusal } from '../connection/refusal.ts';
import { ServiceDamaged, SignInNeeded } from '../connection/way.ts';
import type { Version } from './endpoints.ts';
import { OtherGround } from './other-ground.ts';
import { nameOf } from './waiting.ts';

/**
 * What an answer means for what waits for it.
 *
 * - `unreachable`: the service cannot be reached, or wants to be left alone: everything waits.
 * - `later`: it failed at this one thing; the rest may go on.
 * - `hold`: it will take nothing more until the person has done something.
 * - `gone`: it does not know the record. `changed`: the record is not what the request took it for.
 * - `refused`: it will not take this, however often it is sent. `ofRead`: it was not asked to write,
 *   so nothing is known of a write that was sent before.
 */
export type Failure =
  | {
      kind: 'unreachable';
      reason: string;
      afterSeconds: number | null;
      /** What is wrong on the way, where the system says it by a code. */
      problem: ConnectionProblemKind | null;
    }
  | { kind: 'later'; reason: string; afterSeconds: number | null }
  | { kind: 'hold'; hold: Hold; reason: string }
  | { kind: 'gone' | 'changed' | 'refused'; reason: string; ofRead: boolean };

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

/** Others change a record all the time; the next pass may find them resting. */
export class AlwaysChanged extends Error {
  constructor() {
    super('Others change it all the time');
  }
}

/** The service made a record and does not tell which: to ask again would make another. */
export class NotTold extends Error {
  constructor() {
    super('The service does not tell what it has made');
  }
}

/** Only the person can tell whether a record at the service is the one that a create has made. */
export class MaybeMade extends Error {
  constructor({ remote }: Version) {
    super(
      `This may have been added already: “${nameOf(remote)}” is in the same place and was changed ` +
        'since. Discard this one if it is the same, or try again to add it.',
    );
  }
}

/** Whatever is neither a refusal nor one of these is what the network says of itself. */
const isOfOneThing = (error: unknown): boolean =>
  error instanceof AlwaysChanged ||
  error instanceof UnreadableAnswer ||
  error instanceof z.ZodError ||
  (error instanceof Error && 'errcode' in error);

/** Of a service that is known, an empty answer does not mean that it is another thing. */
const saysNothingBetter = new Set<ConnectionProblemKind>(['unreachable', 'not_this_api']);

/** What is not named by a code is said better by its own words. */
const namedProblem = (error: unknown): ConnectionProblemKind | null => {
  const { kind, detail } = networkProblem(error);
  return detail === undefined || saysNothingBetter.has(kind) ? null : kind;
};

export const classifyFailure = (error: unknown): Failure => {
  if (error instanceof CredentialsRefused) {
    return { kind: 'hold', hold: holdByCode[error.code] ?? 'signIn', reason: error.message };
  }
  if (error instanceof SignInNeeded) return { kind: 'hold', hold: 'signIn', reason: error.message };
  if (error instanceof ServiceDamaged) {
    return { kind: 'hold', hold: 'serviceDamaged', reason: error.message };
  }
  if (error instanceof OtherGround)
    return { kind: 'hold', hold: error.hold, reason: error.message };
  if (error instanceof NotTold) return { kind: 'refused', reason: error.message, ofRead: true };
  // From then on the create is a first one, so to try again is to make it.
  if (error instanceof MaybeMade) return { kind: 'refused', reason: error.message, ofRead: false };
  const refusal = refusalOf(error);
  if (!refusal) {
    const reason = error instanceof Error ? error.message : String(error);
    return isOfOneThing(error)
      ? { kind: 'later', reason, afterSeconds: null }
      : { kind: 'unreachable', reason, afterSeconds: null, problem: namedProblem(error) };
  }
  const { message: reason, retryAfterSeconds: afterSeconds } = refusal;
  const hold = holdOf(refusal);
  if (hold) return { kind: 'hold', hold, reason };
  const kind = kindOf(refusal.status);
  if (kind === 'unreachable') return { kind, reason, afterSeconds, problem: null };
  if (kind === 'later') return { kind, reason, afterSeconds };
  return { kind, reason, ofRead: refusal.endpoint.startsWith('GET ') };
};
