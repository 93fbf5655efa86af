import { parseArgs } from 'node:util';
import { messageOf } from '../database/message-of.ts';
import type { Command, Given, Surroundings } from './command.ts';
import { commands } from './commands.ts';
import { WrongUsage } from './failure.ts';
import { helpOn, overview, program } from './help.ts';
import { optionsOf } from './option.ts';

/**
 * Runs the command that the arguments name, and returns the exit code: 0 for success, 1 for failure, and
 * 2 for wrong usage.
 */
export const runCommandLine = async (
  words: string[],
  surroundings: Surroundings,
): Promise<number> => {
  const found = commands.find(({ name }) => isPrefix(name.split(' '), words));
  try {
    if (words.some((word) => word === '--help' || word === '-h')) {
      surroundings.print(found ? helpOn(found) : overview(commands));
    } else {
      if (!found) throw unknownCommand(words);
      const typed = words.slice(found.name.split(' ').length);
      await found.run(given(found, typed, surroundings.env), surroundings);
    }
    return 0;
  } catch (error) {
    const isUsage = error instanceof WrongUsage;
    const subject = found ? `${found.name} ` : '';
    const hint = isUsage ? ` (see ${program} ${subject}--help)` : '';
    surroundings.complain(`${messageOf(error).replaceAll(/\s+/g, ' ')}${hint}`);
    return isUsage ? 2 : 1;
  }
};

const isPrefix = (start: string[], words: string[]) =>
  start.every((word, index) => words[index] === word);

const unknownCommand = (words: string[]): WrongUsage => {
  const typed = words.filter((word) => !word.startsWith('-')).slice(0, 2);
  return new WrongUsage(
    typed.length > 0 ? `unknown command "${typed.join(' ')}"` : 'no command given',
  );
};

const given = ({ options }: Command, words: string[], env: Surroundings['env']): Given => {
  const known = optionsOf(options);
  const types = known.map(({ name, value, many = false }) => {
    const type: 'string' | 'boolean' = value === undefined ? 'boolean' : 'string';
    return [name, { type, multiple: many }] as const;
  });
  const fromEnv = known.flatMap(({ name, env: variable }) => {
    const text = variable === undefined ? undefined : env[variable];
    return text ? [[name, text] as const] : [];
  });
  return { ...Object.fromEntries(fromEnv), ...typedValues(words, Object.fromEntries(types)) };
};

type Types = Record<string, { type: 'string' | 'boolean'; multiple: boolean }>;

const typedValues = (args: string[], options: Types): Given => {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new WrongUsage(messageOf(error));
  }
};
