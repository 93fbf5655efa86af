import { z } from 'zod';

/**
 * Error codes of the main process's procedures. The window has a text for every code. `detail` is
 * the message of the service or the system and is shown below that text.
 */
export const desktopErrorCodes = [
  'RECORD_GONE',
  'INVALID_CHANGE',
  'SERVICE_UNREACHABLE',
  'SERVICE_REFUSED',
  'SERVICE_FAILED',
  'SERVICE_NOT_ALLOWED',
  'SYNC_ON_HOLD',
  'FILE_UNREADABLE',
  'FILE_NOT_WRITTEN',
  'FILE_NOT_MADE',
  'NOT_PRINTED',
  'STORE_FAILED',
] as const;

export type DesktopErrorCode = (typeof desktopErrorCodes)[number];

export const errorDetail = z.object({ detail: z.string() });

export const desktopErrors = {
  RECORD_GONE: { data: errorDetail },
  INVALID_CHANGE: { data: errorDetail },
  SERVICE_UNREACHABLE: { data: errorDetail },
  SERVICE_REFUSED: { data: errorDetail },
  SERVICE_NOT_ALLOWED: { data: errorDetail },
  SERVICE_FAILED: { data: errorDetail },
  SYNC_ON_HOLD: { data: errorDetail },
  FILE_UNREADABLE: { data: errorDetail },
  FILE_NOT_WRITTEN: { data: errorDetail },
  FILE_NOT_MADE: { data: errorDetail },
  NOT_PRINTED: { data: errorDetail },
  STORE_FAILED: { data: errorDetail },
} satisfies Record<DesktopErrorCode, { data: typeof errorDetail }>;
