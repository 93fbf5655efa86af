import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Values } from './records.ts';

/**
 * A request that was sent without an answer. The service may have processed it, or may
 * still get it. `body` is null for a delete. With `ifMatch`, the service refuses the
 * request as soon as the record has another ETag.
 */
export const sentSchema = z.object({
  body: z.record(z.string(), z.unknown()).nullable(),
  ifMatch: z.string().nullable(),
});
export type SentRequest = z.infer<typeof sentSchema>;

export const sentBodies = (sent: readonly SentRequest[]): Values[] =>
  sent.flatMap(({ body }) => (body === null ? [] : [body]));

/** Earlier versions stored this instead of a list: the body of a single request. */
export const sentBody = z
  .record(z.string(), z.unknown())
  .transform((body): SentRequest[] => [{ body, ifMatch: null }]);

/** The number of requests to keep. Older ones are forgotten, because a body may contain a drawing. */
const maxSent = 8;

/** Removes repeated requests: two equal ones have the same effect as one. */
export const withoutRepeats = (sent: readonly SentRequest[]): SentRequest[] =>
  sent
    .filter((each, index) => !sent.slice(0, index).some((other) => isDeepStrictEqual(each, other)))
    .slice(0, maxSent);
