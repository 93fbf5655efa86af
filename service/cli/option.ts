import { z } from 'zod';

/** What `--help` and the documentation say of an option; its schema says the rest. */
type OptionFacts = {
  about: string;
  /** The word for its value; a flag has none. */
  value?: string;
  /** Whether it can be given several times. */
  many?: true;
  /** Where it is read from when it is not given. */
  env?: string;
};

const facts = z.registry<OptionFacts>();

export const option = <Schema extends z.ZodType>(schema: Schema, said: OptionFacts): Schema => {
  facts.add(schema, said);
  return schema;
};

export type Option = OptionFacts & {
  name: string;
  isRequired: boolean;
  /** What it is when nothing is given; a list without anything in it is not told. */
  fallback: string | undefined;
};

/** The options of a command, in the order in which they are listed. */
export const optionsOf = (options: z.ZodObject): Option[] =>
  Object.entries(options.shape).map(([name, schema]) => {
    const said = facts.get(schema);
    if (!said) throw new Error(`--${name} says nothing of itself`);
    const without = z.safeParse(schema, undefined);
    const isTold = typeof without.data === 'string' || typeof without.data === 'number';
    return {
      ...said,
      name,
      isRequired: !without.success,
      fallback: isTold ? String(without.data) : undefined,
    };
  });
