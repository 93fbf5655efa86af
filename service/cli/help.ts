import type { Command } from './command.ts';
import { optionsOf, type Option } from './option.ts';
import { tableText } from './table-text.ts';

/** The start of a command line in the project folder. The name of a command follows it. */
export const program = 'npm run service --';

export const overview = (commands: readonly Command[]): string =>
  [
    `Usage: ${program} <command> [options]`,
    '',
    tableText(commands.map(({ name, summary }) => [`  ${name}`, summary])),
    '',
    `For a command's options: ${program} <command> --help`,
  ].join('\n');

export const helpOn = ({ name, summary, options }: Command): string => {
  const known = optionsOf(options);
  const required = known.filter(({ isRequired }) => isRequired).map((each) => ` ${written(each)}`);
  return [
    `${summary}.`,
    '',
    `Usage: ${program} ${name}${required.join('')} [options]`,
    '',
    tableText(known.map((each) => [`  ${written(each)}`, explained(each)])),
  ].join('\n');
};

const written = ({ name, value }: Option): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

const explained = ({ about, isRequired, many, env, fallback }: Option): string =>
  [
    about,
    isRequired && 'required',
    many && 'repeatable',
    env !== undefined && `or ${env} in the environment`,
    fallback !== undefined && `default ${fallback}`,
  ]
    .filter(Boolean)
    .join('; ');
