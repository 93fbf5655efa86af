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

it('says in plain words why the service was not reached', () => {
  expect(serviceFailure(new Error('net::ERR_CONNECTION_REFUSED'))).toMatchObject({
    code: 'SERVICE_UNREACHABLE',
    data: {
      detail: 'The host refused the connection. Check the port and that the service is running.',
    },
  });
});

it('keeps a reason that it has no words for', () => {
  expect(serviceFailure(new Error('socket hang up'))).toMatchObject({
    data: { detail: 'socket hang up' },
  });
});
