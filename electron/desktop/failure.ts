import { ORPCError } from '@orpc/server';
import { desktopErrorCodes, type DesktopErrorCode } from '#shared/desktop/errors.ts';
import { ServiceUnavailable } from '../sync/engine.ts';

/** How a procedure fails: a code the window has a text for, and what was said. */
export const failure = (code: DesktopErrorCode, detail: string) =>
  new ORPCError(code, { data: { detail }, message: detail });

const isOwn = (code: unknown): boolean => desktopErrorCodes.some((own) => own === code);

/** What went wrong while talking to the service, in the window's vocabulary. */
export const serviceFailure = (error: unknown) => {
  if (error instanceof ORPCError) {
    return isOwn(error.code) ? error : failure('SERVICE_REFUSED', error.message);
  }
  const detail = error instanceof Error ? error.message : String(error);
  return error instanceof ServiceUnavailable
    ? failure('SERVICE_UNREACHABLE', detail)
    : failure('SERVICE_REFUSED', detail);
};
