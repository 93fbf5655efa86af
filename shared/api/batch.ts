import { z } from 'zod';
import { anyScope, bodyLimit, endpoint } from './endpoint.ts';

/**
 * The maximum number of requests in one batch. A service that supports batches sends this number in a
 * header of every response.
 */
export const batchLimit = 100;
export const batchLimitHeader = 'x-batch-limit';

/** The paths of records that can be restored after they were deleted. */
const restorablePaths = [
  '/collections',
  '/threat-models',
  '/canvases',
  '/components',
  '/threats',
  '/mitigations',
  '/comments',
];

/** The paths at which records are created. A record is read, changed, and deleted at `<path>/{id}`. */
const recordPaths = [
  ...restorablePaths,
  '/codex/attributes',
  '/codex/mitigations',
  '/codex/threats',
];

/** Tells if an endpoint can be part of a batch. It can be if it acts on one record. */
export const isBatchable = ({ method, path }: { method: string; path: string }): boolean =>
  restorablePaths.some((records) => path === `${records}/{id}/restore`) ||
  recordPaths.some((records) => path === (method === 'POST' ? records : `${records}/{id}`));

/**
 * The first character of a reference to another part of the batch. IDs and ETags never begin with this
 * character, so they are not mistaken for references.
 */
export const referenceSign = '@';
const partName = /^[\w-]{1,50}$/;

/** A placeholder in a body for the ID of the record that an earlier part of the batch returned. */
export const partReference = z.strictObject({ $ref: z.string() });

/**
 * Accepts any object and returns it without copying it. A copy by Zod would lack a key called
 * `__proto__`, but canvas data must be stored unchanged.
 */
export const partBody = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object',
);

/**
 * Text that is valid in an HTTP header, because a part can also be sent as a separate request with this
 * text in a header.
 */
const headerText = z
  .string()
  .max(1000)
  .regex(/^[\x20-\x7e]*$/, 'only printable ASCII characters');

export const partMethod = z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']);

const part = z.object({
  name: z.string().regex(partName, '1 to 50 letters, digits, - and _').optional(),
  method: partMethod,
  path: z
    .string()
    .max(1000)
    .regex(/^\/[^?#\s]*$/, 'a path such as /threats, without a query'),
  idempotencyKey: headerText.min(1).max(255).optional(),
  ifMatch: headerText.optional(),
  ifNoneMatch: headerText.optional(),
  body: partBody.optional(),
});
export type BatchPart = z.infer<typeof part>;

const answer = z.object({
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
});
export type PartAnswer = z.infer<typeof answer>;

const parts = z
  .array(part)
  .min(1)
  .max(batchLimit)
  .superRefine((all, context) => {
    const names = new Set<string>();
    for (const [index, { name }] of all.entries()) {
      if (name === undefined) continue;
      if (names.has(name)) {
        const message = 'another part of the batch has this name';
        context.addIssue({ code: 'custom', path: [index, 'name'], message });
      }
      names.add(name);
    }
  });

export const batch = {
  send: endpoint('POST', '/batch', {
    scope: anyScope,
    maxBodyBytes: bodyLimit,
    specified: false,
    // The batch as a whole does not run in a transaction, because each of its parts has its own.
    transaction: false,
    summary: 'Send several requests; each succeeds or fails on its own',
  })
    .input(z.object({ requests: parts }))
    .output(z.object({ answers: z.array(answer) })),
};
