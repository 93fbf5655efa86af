import { once } from 'node:events';
import { runCommandLine } from './cli/run-command-line.ts';

// Created files are readable by this account only, because databases contain confidential data.
process.umask(0o077);

const { env, stdout, stderr } = process;

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env,
  // npm runs scripts in the project folder, and passes the folder of the call in `INIT_CWD`.
  folder: env.INIT_CWD ?? process.cwd(),
  print: (text) => stdout.write(`${text}\n`),
  complain: (text) => stderr.write(`${text}\n`),
  stopped: async () => {
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  },
});
// Ends the process after two seconds, even if something is still open, such as a lost database
// connection.
setTimeout(() => process.exit(), 2000).unref();
