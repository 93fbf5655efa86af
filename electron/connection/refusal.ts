import { ORPCError } from '@orpc/client';
import { z } from 'zod';
import type { Problem } from '#shared/api/problem.ts';
import { parsedJson } from './answer-body.ts';
import { retryAfterSeconds } from './retry-after.ts';

const details = z.object({
  /** The method and path as in the specification: `PATCH /threats/{id}`. */
  endpoint: z.string(),
  code: z.string(),
  requiredScope: z.string().nullable(),
  /**
   * True if the service reports that the collection was deleted. Only our service reports this. Other
   * services give the same response for a deleted collection as for a collection to which access was
   * withdrawn.
   */
  deleted: z.boolean(),
  retryAfterSeconds: z.number().nullable(),
  requestId: z.string().nullable(),
});

/** The service's response to a request that it rejected. */
export type Refusal = z.infer<typeof details> & { status: number; message: string };

/**
 * A text, or a list of texts that are joined. The specification does not define the body of an error.
 * Most services that do not send problem documents put the text in `message` or `error`.
 */
const words = z
  .string()
  .min(1)
  .or(
    z
      .array(z.string())
      .min(1)
      .transform((lines) => lines.join('; ')),
  )
  .optional()
  .catch(undefined);
const body = z.object({
  code: words,
  detail: words,
  title: words,
  message: words,
  error: words,
  requiredScope: words,
  deleted: z.literal(true).optional().catch(undefined),
  requestId: words,
} satisfies Partial<Record<keyof Problem | 'message' | 'error', z.ZodType>>);

/**
 * Returns the scope that a message names. For a missing scope, the specification only promises a 403
 * with "a message that names the required scope".
 */
const scopeNamedIn = (message: string): string | null =>
  /(?:\*|\b[a-z]+(?:-[a-z]+)*):(?:read|write)\b/.exec(message)?.[0] ?? null;

/**
 * Returns the body if it is one line of plain text, because such a line can be shown as the service's
 * message. Returns `undefined` for any other body, such as a web page.
 */
const lineOf = (headers: Headers, text: string): string | undefined =>
  headers.get('content-type')?.startsWith('text/plain') && /^[^\n]{1,500}$/.test(text.trim())
    ? text.trim()
    : undefined;

/** Reads a refusal from a response. Throws `AnswerLost` if the response was cut off. */
export const readRefusal = (
  endpoint: string,
  { status, headers }: Response,
  text: string,
): Refusal => {
  const fields = body.safeParse(parsedJson(endpoint, text)).data ?? {};
  const inWords =
    fields.detail ?? fields.message ?? fields.title ?? fields.error ?? lineOf(headers, text);
  const message = inWords ?? `The service answered ${status}`;
  return {
    status,
    message,
    endpoint,
    code: fields.code ?? 'unknown',
    requiredScope: fields.requiredScope ?? (status === 403 ? scopeNamedIn(message) : null),
    deleted: fields.deleted ?? false,
    retryAfterSeconds: retryAfterSeconds(headers),
    requestId: fields.requestId ?? headers.get('x-request-id'),
  };
};

export const refusalError = ({ status, message, ...data }: Refusal) =>
  new ORPCError(data.code, { status, message, data });

/** Returns the refusal that an error contains, or `null` for any other error. */
export const refusalOf = (error: unknown): Refusal | null => {
  if (!(error instanceof ORPCError)) return null;
  const { data } = details.safeParse(error.data);
  return data ? { ...data, status: error.status, message: error.message } : null;
};
