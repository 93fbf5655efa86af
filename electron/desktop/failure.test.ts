import { expect, it } from 'vitest';
import { ServiceUnavailable } from '../sync/pass-failure.ts';
import { serviceFailure } from './failure.ts';

const reason = 'as the service says it';

it.each([
  [{ kind: 'unreachable', reason, afterSeconds: null, problem: null }, 'SERVICE_UNREACHABLE'],
  [{ kind: 'later', reason, afterSeconds: null }, 'SERVICE_FAILED'],
  [{ kind: 'hold', hold: 'disabled', reason }, 'SYNC_ON_HOLD'],
] as const)('distinguishes an unreachable service from one that answers: %o', (why, code) => {
  const failure = serviceFailure(new ServiceUnavailable(why, {}));
  expect(failure).toMatchObject({ code, data: { detail: reason } });
});
