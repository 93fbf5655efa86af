import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { edgeSchema, nodeSchema } from '#shared/canvas/document.ts';
import type { Values } from './records.ts';

/** IDs of elements, each with the element as it was, or `null` if there was none. */
const formerSchema = <E extends z.ZodType>(element: E) =>
  z.array(z.tuple([z.string(), element.nullable()]));

/**
 * A request that was sent without an answer. The service may have processed it, or may
 * still get it. `body` is null for a delete. With `ifMatch`, the service refuses the
 * request as soon as the record has another ETag.
 *
 * `former`: what the request changed in a drawing, as it was before. Without ETags, the base may change
 * before the request has an answer, and then it no longer shows what the request changed. Missing with
 * `ifMatch`, and in requests of earlier versions of the app.
 */
export const sentSchema = z.object({
  body: z.record(z.string(), z.unknown()).nullable(),
  ifMatch: z.string().nullable(),
  former: z.object({ nodes: formerSchema(nodeSchema), edges: formerSchema(edgeSchema) }).optional(),
});
export type SentRequest = z.infer<typeof sentSchema>;
export type FormerElements = NonNullable<SentRequest['former']>;

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
