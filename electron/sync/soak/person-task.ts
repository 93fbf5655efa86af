import { z } from 'zod';

/** The argument of a person's process. */
export const personTaskSchema = z.object({
  who: z.string(),
  /** The seed of the random choices of this process. */
  seed: z.number(),
  firstWord: z.number(),
  storePath: z.string(),
  diaryPath: z.string(),
  /** The diary of the previous process of this person; `null` for the first process. */
  diaryBefore: z.string().nullable(),
  baseUrl: z.string(),
  credentials: z.object({ clientId: z.string(), secret: z.string() }),
  /** True if the service has none of our extensions to the specification. */
  plain: z.boolean(),
});
export type PersonTask = z.infer<typeof personTaskSchema>;

/**
 * The commands, one on each line of standard input. `rest`: make no more gestures. `finish`: decide all
 * conflicts and sync everything. `end`: close the store and exit.
 */
export const orderSchema = z.object({
  order: z.enum(['rest', 'finish', 'end']),
  /** Makes `finish` also discard the changes that the service still rejects. */
  givesUp: z.boolean().default(false),
});
export type Order = z.input<typeof orderSchema>;

/** The answer to a command, on one line of standard output. */
export const reportSchema = z.object({
  pending: z.number(),
  rejected: z.number(),
  conflicts: z.number(),
  hold: z.string().nullable(),
  /** The reason why a pass failed; `null` if none failed. */
  failure: z.string().nullable(),
});
export type Report = z.infer<typeof reportSchema>;
