import { ORPCError } from '@orpc/client';
import { t } from 'i18next';
import { desktopErrorCodes, errorDetail, type DesktopErrorCode } from '#shared/desktop/errors.ts';

export type ErrorText = {
  /** What happened. */
  title: string;
  /** What was kept, and what to do. */
  text: string;
  /** What the service or the system said. */
  detail?: string;
};

const isKnown = (code: unknown): code is DesktopErrorCode =>
  desktopErrorCodes.some((known) => known === code);

/** An error of a procedure in the words of the window. */
export const errorText = (error: unknown): ErrorText => {
  const given: unknown = error instanceof ORPCError ? error.code : null;
  const code = isKnown(given) ? given : 'unknown';
  const title = t(`${code}.title`, { ns: 'errors' });
  const text = t(`${code}.text`, { ns: 'errors' });
  const said = error instanceof ORPCError ? errorDetail.safeParse(error.data) : null;
  const detail = said?.success ? said.data.detail : plainMessage(error);
  return detail === '' ? { title, text } : { title, text, detail };
};

const plainMessage = (error: unknown): string => (error instanceof Error ? error.message : '');

/** What was asked about is not here any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof ORPCError && error.code === ('RECORD_GONE' satisfies DesktopErrorCode);

/** Nobody has to hear that they cancelled. */
export const isAbort = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError';
