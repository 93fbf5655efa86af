import { parseArgs } from 'node:util';
import {
  FileProblem,
  oneLine,
  WrongUsage,
  type Command,
  type Given,
  type Surroundings,
} from './command.ts';
import { commands } from './commands.ts';

const program = 'npm run parapet --';

/**
 * Runs the command that the arguments name, and returns the exit status. Status 2 means wrong usage,
 * a file that cannot be read or written, or a fault of the program. Status 1 would tell Git that
 * `merge` has written both sides of a conflict.
 */
export const commandLine = async (words: string[], surroundings: Surroundings): Promise<number> => {
  const [name = ''] = words;
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    const wantsHelp = words.some((word) => word === '--help' || word === '-h');
    if (!entry) {
      if (wantsHelp || name === 'help') {
        surroundings.print(overview());
        return 0;
      }
      throw new WrongUsage(name === '' ? 'no command given' : `unknown command "${name}"`);
    }
    const command = await entry.load();
    if (wantsHelp) {
      surroundings.print(helpOn(command, entry.summary));
      return 0;
    }
    return await command.run(given(command, words.slice(1)), surroundings);
  } catch (error) {
    surroundings.complain(oneLine(lineOf(error, `${program} ${entry ? `${name} ` : ''}--help`)));
    return 2;
  }
};

/** Returns the message of an error. For a fault of the program, it has the place in the code. */
const lineOf = (error: unknown, help: string): string => {
  if (error instanceof WrongUsage) return `${error.message} (see ${help})`;
  if (error instanceof FileProblem) return error.message;
  const stack = error instanceof Error ? error.stack : undefined;
  const [place = ''] = /^ +at .+$/m.exec(stack ?? '') ?? [];
  return `Internal error: ${messageOf(error)}${place}`;
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const given = (command: Command, args: string[]): Given => {
  const known = Object.fromEntries(
    command.options.map(({ name, value, short }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(short !== undefined && { short }),
      },
    ]),
  );
  const { values, positionals } = parsed(args, known);
  if (positionals.length < command.files.length) {
    throw new WrongUsage(`${command.files[positionals.length] ?? 'a file'} is missing`);
  }
  const [extra] = positionals.slice(command.files.length);
  if (extra !== undefined) throw new WrongUsage(`unexpected "${extra}"`);
  return { files: positionals, options: values };
};

type Known = Record<string, { type: 'string' | 'boolean'; short?: string }>;

const parsed = (args: string[], options: Known) => {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage(messageOf(error));
  }
};

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([word]) => word.length));
  return rows.map(([word, text]) => `  ${word.padEnd(width)}  ${text}`);
};

const overview = (): string =>
  [
    `Usage: ${program} <command>`,
    '',
    ...columns(Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)),
    '',
    `${program} <command> --help explains a command.`,
  ].join('\n');

const helpOn = ({ name, files, options, details }: Command, summary: string): string => {
  const words = options.map(({ name: option, value, short }) =>
    [short === undefined ? `--${option}` : `-${short}, --${option}`, value ?? '']
      .join(' ')
      .trimEnd(),
  );
  const usage = [name, ...files, ...words.map((word) => `[${word}]`)].join(' ');
  const rows = options.map(({ help }, at) => [words[at] ?? '', help] as const);
  return [`Usage: ${program} ${usage}`, '', `${summary}.`, ...details, '', ...columns(rows)].join(
    '\n',
  );
};
