import { z } from 'zod';

/** What the process of a person is told at its start. */
export const personTaskSchema = z.object({
  who: z.string(),
  /** Where this life's random choices begin, and its words. */
  seed: z.number(),
  firstWord: z.number(),
  storePath: z.string(),
  diaryPath: z.string(),
  /** The diary of the life before; `null` in the first one. */
  diaryBefore: z.string().nullable(),
  baseUrl: z.string(),
  credentials: z.object({ clientId: z.string(), secret: z.string() }),
  /** Whether the service has nothing but what the specification says. */
  plain: z.boolean(),
});
export type PersonTask = z.infer<typeof personTaskSchema>;

/**
 * What it is asked for, a line each on standard input. `rest`: no gesture any more. `settle`: decide
 * what there is to decide and sync everything. `end`: close the store and end.
 */
export const orderSchema = z.object({
  order: z.enum(['rest', 'settle', 'end']),
  /** Of `settle`: rejected changes are tried again, and at the last given up. */
  givesUp: z.boolean().default(false),
});
export type Order = z.input<typeof orderSchema>;

/** What it answers, a line each on standard output. */
export const reportSchema = z.object({
  waiting: z.number(),
  setAside: z.number(),
  conflicts: z.number(),
  hold: z.string().nullable(),
  /** Why the last pass failed. */
  failure: z.string().nullable(),
});
export type Report = z.infer<typeof reportSchema>;
