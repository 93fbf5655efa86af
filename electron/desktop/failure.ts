import { getSystemErrorMessage, getSystemErrorName } from 'node:util';
import { ORPCError } from '@orpc/server';
import { desktopErrorCodes, type DesktopErrorCode } from '#shared/desktop/errors.ts';
import { t } from '#shared/locales/texts.ts';
import { networkProblem } from '../connection/connection-problem.ts';
import { ServiceUnavailable } from '../sync/pass-failure.ts';

/** Creates the error of a procedure: a code, for which the window has a text, and a detail. */
export const failure = (code: DesktopErrorCode, detail: string) =>
  new ORPCError(code, { data: { detail }, message: detail });

const isOwn = (code: unknown): boolean => desktopErrorCodes.some((own) => own === code);

const codeByKind = {
  unreachable: 'SERVICE_UNREACHABLE',
  later: 'SERVICE_FAILED',
  hold: 'SYNC_ON_HOLD',
} as const satisfies Record<ServiceUnavailable['kind'], DesktopErrorCode>;

/**
 * Converts an error of a request to the service into a failure for the window. If the error is neither a
 * response nor a failure of sync, the service was not reached.
 */
export const serviceFailure = (error: unknown) => {
  if (error instanceof ORPCError) {
    return isOwn(error.code) ? error : failure('SERVICE_REFUSED', error.message);
  }
  if (error instanceof ServiceUnavailable) return failure(codeByKind[error.kind], error.message);
  return failure('SERVICE_UNREACHABLE', unreachableBecause(error));
};

/** Returns the app's text for the problem or, if there is none, the message of the network error. */
const unreachableBecause = (error: unknown): string => {
  const { kind } = networkProblem(error);
  if (kind !== 'unreachable') return t(`settings:problem.${kind}`);
  return error instanceof Error ? error.message : String(error);
};

/**
 * Returns the reason why a file operation failed. Prefers the system's text for the error code, because
 * the error's own message names a temporary file that the person does not know.
 */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (!('errno' in error) || typeof error.errno !== 'number') return error.message;
  return `${getSystemErrorName(error.errno)}: ${getSystemErrorMessage(error.errno)}`;
};
