import { ORPCError } from '@orpc/client';
import { z } from 'zod';
import type { Problem } from '#shared/api/problem.ts';
import { parsedJson } from './answer-body.ts';
import { retryAfterSeconds } from './retry-after.ts';

const details = z.object({
  /** As the specification writes it: `PATCH /threats/{id}`. */
  endpoint: z.string(),
  code: z.string(),
  requiredScope: z.string().nullable(),
  /** Our service tells a deleted collection from one that may not be seen. */
  deleted: z.boolean(),
  retryAfterSeconds: z.number().nullable(),
  requestId: z.string().nullable(),
});

/** That the service will not do what it was asked: its status, its code and its own words. */
export type Refusal = z.infer<typeof details> & { status: number; message: string };

/**
 * The specification leaves the body of an error open. `message` and `error` are what most services
 * say it with that have no problem document.
 */
const words = z
  .string()
  .min(1)
  .or(
    z
      .array(z.string())
      .min(1)
      .transform((said) => said.join('; ')),
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

/** "a message that names the required scope" is all that the specification says of such a 403. */
const scopeNamedIn = (message: string): string | null =>
  /(?:\*|\b[a-z]+(?:-[a-z]+)*):(?:read|write)\b/.exec(message)?.[0] ?? null;

/** A line of plain text is the service's words too; a page is not. */
const lineOf = (headers: Headers, text: string): string | undefined =>
  headers.get('content-type')?.startsWith('text/plain') && /^[^\n]{1,500}$/.test(text.trim())
    ? text.trim()
    : undefined;

/** What the service said, from its answer; throws `AnswerLost` when that was cut off. */
export const readRefusal = (
  endpoint: string,
  { status, headers }: Response,
  text: string,
): Refusal => {
  const said = body.safeParse(parsedJson(endpoint, text)).data ?? {};
  const inWords = said.detail ?? said.message ?? said.title ?? said.error ?? lineOf(headers, text);
  const message = inWords ?? `The service answered ${status}`;
  return {
    status,
    message,
    endpoint,
    code: said.code ?? 'unknown',
    requiredScope: said.requiredScope ?? (status === 403 ? scopeNamedIn(message) : null),
    deleted: said.deleted ?? false,
    retryAfterSeconds: retryAfterSeconds(headers),
    requestId: said.requestId ?? headers.get('x-request-id'),
  };
};

export const refusalError = ({ status, message, ...data }: Refusal) =>
  new ORPCError(data.code, { status, message, data });

/** The refusal that an error is, or null where it is anything else. */
export const refusalOf = (error: unknown): Refusal | null => {
  if (!(error instanceof ORPCError)) return null;
  const { data } = details.safeParse(error.data);
  return data ? { ...data, status: error.status, message: error.message } : null;
};
