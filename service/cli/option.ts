import { z } from 'zod';

/** The facts about an option that `--help` shows and that are not in the option's schema. */
type OptionFacts = {
  about: string;
  /** The placeholder for the value in the help. Undefined for a flag, because a flag has no value. */
  value?: string;
  /** True if the option is repeatable. */
  many?: true;
  /** The environment variable to read when the option is missing. */
  env?: string;
};

const facts = z.registry<OptionFacts>();

export const option = <Schema extends z.ZodType>(
  schema: Schema,
  optionFacts: OptionFacts,
): Schema => {
  facts.add(schema, optionFacts);
  return schema;
};

export type Option = OptionFacts & {
  name: string;
  isRequired: boolean;
  /**
   * The default value as text. Undefined if there is no default, or if the help does not show the
   * default because it is an empty list or `false`.
   */
  fallback: string | undefined;
};

/** Returns the options of a command, in the order of the help. */
export const optionsOf = (options: z.ZodObject): Option[] =>
  Object.entries(options.shape).map(([name, schema]) => {
    const optionFacts = facts.get(schema);
    if (!optionFacts) throw new Error(`--${name} has no description`);
    const without = z.safeParse(schema, undefined);
    const hasDefault = typeof without.data === 'string' || typeof without.data === 'number';
    return {
      ...optionFacts,
      name,
      isRequired: !without.success,
      fallback: hasDefault ? String(without.data) : undefined,
    };
  });
