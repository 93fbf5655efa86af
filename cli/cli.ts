import { dirname } from 'node:path';
import { commandLine } from './command-line.ts';
import { codeOf } from './command.ts';

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

/** True if the output cannot be written, for example to a full disk. */
let isOutputLost = false;
stdout.on('error', (error) => {
  const code = codeOf(error);
  // Nobody reads the rest of the output, for example because it goes to `head`.
  if (code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  stderr.write(`The output cannot be written (${code})\n`);
  process.exitCode = 2;
});

const status = await commandLine(process.argv.slice(2), {
  folder: folder(),
  print: (text) => stdout.write(`${text}\n`),
  complain: (text) => stderr.write(`${text}\n`),
});
process.exitCode = isOutputLost ? 2 : status;
