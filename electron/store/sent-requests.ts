import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { edgeSchema, nodeSchema } from '#shared/canvas/document.ts';
import type { Values } from './records.ts';

/**
 * A list of element IDs. Each ID comes with the element before the request, or with `null` if the
 * element did not exist before the request.
 */
const formerSchema = <E extends z.ZodType>(element: E) =>
  z.array(z.tuple([z.string(), element.nullable()]));

/**
 * A request that was sent and got no response. The service may have processed it, or may still receive
 * it.
 */
export const sentSchema = z.object({
  /** `null` for a delete. */
  body: z.record(z.string(), z.unknown()).nullable(),
  /** If set, the service refuses the request as soon as the record has another ETag. */
  ifMatch: z.string().nullable(),
  /**
   * The elements of a drawing that the request changed, as they were before the request. Only requests
   * without `ifMatch` have this field, because without ETags, the base may change before the response
   * arrives. The base then no longer shows what the request changed. Requests of earlier versions of the
   * app do not have this field.
   */
  former: z.object({ nodes: formerSchema(nodeSchema), edges: formerSchema(edgeSchema) }).optional(),
});
export type SentRequest = z.infer<typeof sentSchema>;
export type FormerElements = NonNullable<SentRequest['former']>;

export const sentBodies = (sent: readonly SentRequest[]): Values[] =>
  sent.flatMap(({ body }) => (body === null ? [] : [body]));

/** The body of a single request. Earlier versions of the app stored this instead of a list. */
export const sentBody = z
  .record(z.string(), z.unknown())
  .transform((body): SentRequest[] => [{ body, ifMatch: null }]);

/**
 * The maximum number of requests that are kept for a change. Older requests are dropped, because each
 * body may contain a drawing.
 */
const maxSent = 8;

/**
 * Removes repeated requests, because two equal requests have the same effect as one. Keeps only the
 * newest `maxSent`.
 */
export const withoutRepeats = (sent: readonly SentRequest[]): SentRequest[] =>
  sent
    .filter((each, index) => !sent.slice(0, index).some((other) => isDeepStrictEqual(each, other)))
    .slice(0, maxSent);
