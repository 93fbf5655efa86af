import { dirname } from 'node:path';
import { commandLine } from './command-line.ts';

const { env, stdout, stderr } = process;

/**
 * Returns the folder that file names are relative to. npm runs scripts in the project folder, and passes
 * the folder in which a person called npm as `INIT_CWD`. A program that npm started, such as Git, passes
 * the variable on when it starts this program in another folder. So the variable is used only in the
 * project folder.
 */
const folder = (): string => {
  const project = dirname(import.meta.dirname);
  return process.cwd() === project ? (env['INIT_CWD'] ?? project) : process.cwd();
};

// Ends quietly if the program that reads the output, such as `head`, ends before everything is written.
stdout.on('error', () => process.exit());

process.exitCode = await commandLine(process.argv.slice(2), {
  folder: folder(),
  print: (text) => stdout.write(`${text}\n`),
  complain: (text) => stderr.write(`${text}\n`),
});
