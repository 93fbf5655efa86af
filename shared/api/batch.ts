import { z } from 'zod';
import { anyScope, endpoint } from './endpoint.ts';

/** The most requests in one batch. A service that takes batches says it with every answer. */
export const batchLimit = 100;
export const batchLimitHeader = 'x-batch-limit';

/** Where records are created; below it each is read, changed, and deleted by its id. */
const recordPaths = [
  '/collections',
  '/threat-models',
  '/canvases',
  '/components',
  '/threats',
  '/mitigations',
  '/comments',
  '/codex/attributes',
  '/codex/mitigations',
  '/codex/threats',
];

/** Whether an endpoint of the contract can be part of a batch: it is about one record. */
export const isBatchable = ({ method, path }: { method: string; path: string }): boolean =>
  recordPaths.some((records) => path === (method === 'POST' ? records : `${records}/{id}`));

/** No identifier and no ETag begins with it. */
export const referenceSign = '@';
const partName = /^[\w-]{1,50}$/;

/** Stands in a body for the id of the record that an earlier part of the batch answered. */
export const partReference = z.strictObject({ $ref: z.string() });

/** Checks, and passes on the value itself: canvas data is kept to the letter. */
export const partBody = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object',
);

/** What can be a header: a part can be sent alone as well. */
const headerText = z
  .string()
  .max(1000)
  .regex(/^[\x20-\x7e]*$/, 'only printable ASCII characters');

const part = z.object({
  name: z.string().regex(partName, '1 to 50 letters, digits, - and _').optional(),
  method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']),
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
    specified: false,
    // Each part has its own.
    transaction: false,
    summary: 'Send several requests, each of which is applied or refused on its own',
  })
    .input(z.object({ requests: parts }))
    .output(z.object({ answers: z.array(answer) })),
};
