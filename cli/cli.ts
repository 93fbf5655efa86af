import { dirname } from 'node:path';
import { commandLine } from './command-line.ts';

const { env, stdout, stderr } = process;

/**
 * npm runs scripts in the project folder and passes the original working directory. Other programs
 * pass it on, so that it means nothing in another folder: a Git merge in an npm script has it too.
 */
const folder = (): string => {
  const project = dirname(import.meta.dirname);
  return process.cwd() === project ? (env['INIT_CWD'] ?? project) : process.cwd();
};

// The reader of a pipe may end before everything is written, such as `head`.
stdout.on('error', () => process.exit());

process.exitCode = await commandLine(process.argv.slice(2), {
  folder: folder(),
  print: (text) => stdout.write(`${text}\n`),
  complain: (text) => stderr.write(`${text}\n`),
});
