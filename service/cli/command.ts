import { z } from 'zod';
import { migrate } from '../database/migrate.ts';
import type { Database } from '../database/schema.ts';
import { WrongUsage } from './failure.ts';
import { databaseOption, openDatabase } from './open-database.ts';
import { option } from './option.ts';

/** Everything that a command uses of its process. Tests pass replacements. */
export type Surroundings = {
  env: Record<string, string | undefined>;
  /** Relative paths are relative to this folder. */
  folder: string;
  /** Writes one or more lines to standard output. `complain` writes to standard error. */
  print: (text: string) => void;
  complain: (text: string) => void;
  /** Resolves when the process is asked to stop. */
  stopped: () => Promise<void>;
};

/** The options that were given on the command line or in the environment, by name. */
export type Given = Record<string, unknown>;

export type Command = {
  /** The words that a person types, such as `token create`. */
  name: string;
  summary: string;
  options: z.ZodObject;
  run: (given: Given, surroundings: Surroundings) => Promise<void>;
};

type Named = Pick<Command, 'name' | 'summary'>;
type Options<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

export const command = <Shape extends z.ZodRawShape>({
  options,
  run,
  ...named
}: Named & {
  options: Shape;
  run: (options: Options<Shape>, surroundings: Surroundings) => Promise<void>;
}): Command => {
  const schema = z.object(options);
  return {
    ...named,
    options: schema,
    run: async (given, surroundings) => await run(parsed(schema, given), surroundings),
  };
};

/** The result of a command, as JSON for programs and as text for people. */
type Result = { json: unknown; text: string };

type DatabaseContext<Shape extends z.ZodRawShape> = {
  database: Database;
  options: Options<Shape>;
  /** The names of the migrations that were applied before `run` was called. */
  applied: string[];
};

const common = z.object({
  database: databaseOption,
  json: option(z.boolean().default(false), { about: 'print the result as JSON' }),
});

/**
 * Defines a command that uses the database. The command first applies pending migrations, even while the
 * service is running.
 */
export const databaseCommand = <Shape extends z.ZodRawShape>({
  options,
  run,
  mayCreate = false,
  ...named
}: Named & {
  options: Shape;
  /**
   * True if the command may create the database file. Other commands fail without the file, so that a
   * mistyped name is noticed.
   */
  mayCreate?: boolean;
  run: (context: DatabaseContext<Shape>) => Promise<Result>;
}): Command => {
  const own = z.object(options);
  return {
    ...named,
    options: z.object({ ...options, ...common.shape }),
    run: async (given, { folder, print }) => {
      const wanted = parsed(own, given);
      const { database: location, json } = parsed(common, given);
      const database = await openDatabase(location, { folder, mayCreate });
      try {
        const applied = await migrate(database);
        const result = await run({ database, options: wanted, applied });
        print(json ? JSON.stringify(result.json) : result.text);
      } finally {
        await database.destroy();
      }
    },
  };
};

const parsed = <Schema extends z.ZodObject>(schema: Schema, given: Given): z.output<Schema> => {
  const { data, error } = z.safeParse(schema, given, {
    error: ({ input }) => (input === undefined ? 'is required' : undefined),
  });
  if (data) return data;
  const issues = error?.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`) ?? [];
  throw new WrongUsage(issues.join('; '));
};
