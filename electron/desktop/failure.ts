import { ORPCError } from '@orpc/server';
import { desktopErrorCodes, type DesktopErrorCode } from '#shared/desktop/errors.ts';
import { ServiceUnavailable } from '../sync/pass-failure.ts';

/** How a procedure fails: a code the window has a text for, and what was said. */
export const failure = (code: DesktopErrorCode, detail: string) =>
  new ORPCError(code, { data: { detail }, message: detail });

const isOwn = (code: unknown): boolean => desktopErrorCodes.some((own) => own === code);

const codeByKind = {
  unreachable: 'SERVICE_UNREACHABLE',
  later: 'SERVICE_FAILED',
  hold: 'SYNC_ON_HOLD',
} as const satisfies Record<ServiceUnavailable['kind'], DesktopErrorCode>;

/**
 * What went wrong while talking to the service, in the window's vocabulary. Whatever is no answer
 * of the service means that it was not reached.
 */
export const serviceFailure = (error: unknown) => {
  if (error instanceof ORPCError) {
    return isOwn(error.code) ? error : failure('SERVICE_REFUSED', error.message);
  }
  if (error instanceof ServiceUnavailable) return failure(codeByKind[error.kind], error.message);
  return failure('SERVICE_UNREACHABLE', error instanceof Error ? error.message : String(error));
};
