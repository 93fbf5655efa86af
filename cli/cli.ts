import { dirname } from 'node:path';
import { commandLine } from './command-line.ts';

const { env, stdout, stderr } = process;

/**
 * Returns the folder that file names are relative to. npm runs scripts in the project folder and passes the
 * original one in `INIT_CWD`. Other programs inherit that variable, such as Git in an npm script, so it
 * only counts if the current folder is the project's.
 */
const folder = (): string => {
  const project = dirname(import.meta.dirname);
  return process.cwd() === project ? (env['INIT_CWD'] ?? project) : process.cwd();
};

// The reader of a pipe, such as `head`, may end before everything is written.
stdout.on('error', () => process.exit());

process.exitCode = await commandLine(process.argv.slice(2), {
  folder: folder(),
  print: (text) => stdout.write(`${text}\n`),
  complain: (text) => stderr.write(`${text}\n`),
});
