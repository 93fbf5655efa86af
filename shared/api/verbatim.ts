import { z } from 'zod';

/**
 * Checks a value with `schema`, and returns the value itself instead of Zod's copy. The copy lacks a key
 * called `__proto__`, but canvas data must be stored unchanged.
 */
export const verbatim = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<z.input<Schema>>().superRefine((value, context) => {
    for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message });
    }
  });
