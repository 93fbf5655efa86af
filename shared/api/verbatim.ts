import { z } from 'zod';

/**
 * Checks a value by `schema` and passes on the value itself. Zod otherwise passes on a copy, from
 * which it leaves out a key called `__proto__`; canvas data is kept to the letter.
 */
export const verbatim = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<z.input<Schema>>().superRefine((value, context) => {
    for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message });
    }
  });
